import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router-dom'
import { App } from './App.tsx'
import { createApi } from './api.ts'
import { createQueryClient } from './queries.ts'
import { routes } from './routes.tsx'
import './theme.css'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id root')

// The service's address is fixed when the explorer is built: it never comes from a link.
const api = createApi((import.meta.env.VITE_API_BASE_URL ?? '').replace(/\/+$/, ''))
createRoot(root).render(
  <StrictMode>
    <App api={api} queryClient={createQueryClient()} router={createBrowserRouter(routes)} />
  </StrictMode>,
)
