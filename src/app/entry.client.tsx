import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import './theme.css'
import { App } from './App.tsx'
import { createApi } from './api.ts'
import { loadInBackground, provideSource } from './pageLoader.ts'
import { hydrateQueries, readPageState } from './pageState.ts'
import { createQueryClient } from './queries.ts'
import { knownAddress, loadPageCode, routes } from './routes.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id root')
start(root)

/** Of `ipfs:`, for an explorer without a service that says which. */
const GATEWAY = import.meta.env.VITE_IPFS_GATEWAY || undefined

/** Hydrates the page that the service rendered, or renders it where it did not. */
async function start(root: HTMLElement): Promise<void> {
  // The service's address is fixed when the explorer is built: it never comes from a link.
  const api = createApi(import.meta.env.VITE_API_BASE_URL ?? '')
  const state = readPageState(document)
  const origin = state?.origin ?? location.origin
  const queryClient = createQueryClient()
  if (state !== undefined) await hydrateQueries(queryClient, state)
  // If it cannot be loaded, the router shows why.
  await loadPageCode(location.pathname).catch(() => {})

  // Who went back meanwhile is at another address than the one that was rendered.
  const isRendered = state?.address === knownAddress(location.pathname, location.search)
  const router = createBrowserRouter(routes, {
    getContext: () => provideSource({ api, origin, load: loadInBackground(queryClient) }),
    ...(isRendered && { hydrationData: { loaderData: state.loaderData } }),
  })
  const explorer = (
    <StrictMode>
      <App
        api={api}
        queryClient={queryClient}
        origin={origin}
        gateway={state === undefined ? GATEWAY : state.gateway}
      >
        {/* The rows of the next page in one go: rendered between other work they come later. */}
        <RouterProvider router={router} useTransitions={false} />
      </App>
    </StrictMode>
  )
  if (isRendered) hydrateRoot(root, explorer)
  else createRoot(root).render(explorer)
}
