import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './App.tsx'
import { createApi } from './api.ts'
import { keepReadingAtRest } from './atRest.ts'
import { readPageState, thaw } from './pageState.ts'
import { createQueryClient } from './queries.ts'
import { pageAt } from './routes.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id root')
start(root)

/** Of `ipfs:`, for an explorer without a service that says which. */
const GATEWAY = import.meta.env.VITE_IPFS_GATEWAY || undefined

/** Takes the page over that the service rendered, or makes it where it did not. */
async function start(root: HTMLElement): Promise<void> {
  // The service's address is fixed when the explorer is built: it never comes from a link.
  const api = createApi(import.meta.env.VITE_API_BASE_URL ?? '')
  const state = readPageState(document)
  const queryClient = createQueryClient()
  if (state !== undefined) await thaw(queryClient, state)
  // Where its code cannot be fetched, the page itself says so.
  await pageAt(location.pathname)
    .Component.preload()
    .catch(() => {})

  const explorer = (
    <StrictMode>
      {/* At once: a page turned bit by bit between other work comes later. */}
      <BrowserRouter useTransitions={false}>
        <App
          api={api}
          queryClient={queryClient}
          origin={state?.origin ?? location.origin}
          gateway={state === undefined ? GATEWAY : state.gateway}
        />
      </BrowserRouter>
    </StrictMode>
  )
  // Who went back before this ran is at another page than the one that was rendered.
  if (state?.address !== location.pathname + location.search) createRoot(root).render(explorer)
  // In slices, so that a page which can be read already also answers meanwhile.
  else startTransition(() => void hydrateRoot(root, explorer))

  if (import.meta.env.PROD) keepReadingAtRest(queryClient)
}
