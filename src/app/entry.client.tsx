import { onlineManager } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import './theme.css'
import { createApi } from './api.ts'
import { Providers } from './Providers.tsx'
import { hydrateQueries, readPageState } from './pageState.ts'
import { createQueryClient } from './queryClient.ts'
import { knownAddress, loadPageCode, routes } from './routes.tsx'
import { loadInBackground, provideSource } from './source.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id root')
start(root)

/** Hydrates a server-rendered page; otherwise renders the page. */
async function start(root: HTMLElement): Promise<void> {
  // Otherwise React Query would not notice when the connection of a page opened offline returns.
  onlineManager.setOnline(navigator.onLine)
  // The router would read the beginning of //tx/… as a host. The service redirects, but a static host does not.
  const path = location.pathname.replace(/^\/{2,}/, '/')
  if (path !== location.pathname) {
    history.replaceState(history.state, '', path + location.search + location.hash)
  }
  // The service's address is fixed at build time and never comes from a link.
  const api = createApi(import.meta.env.VITE_API_BASE_URL ?? '')
  const state = readPageState(document)
  const { origin, gateway, imageHosts } = state ?? buildSettings()
  const settings = { origin, gateway, imageHosts, formText: state?.formText }
  const queryClient = createQueryClient(api)
  if (state !== undefined) await hydrateQueries(queryClient, state)
  // If loading fails, the router shows the error.
  await loadPageCode(location.pathname).catch(() => {})

  // The reader may have gone back to another address meanwhile.
  const known = knownAddress(location.pathname, location.search)
  const isRendered = state?.address === known
  // The service left out the parameters that the page does not know. Its links and forms would repeat them.
  if (isRendered) history.replaceState(history.state, '', known + location.hash)
  const router = createBrowserRouter(routes, {
    getContext: () => provideSource({ origin, load: loadInBackground(queryClient) }),
    ...(isRendered && { hydrationData: { loaderData: state.loaderData } }),
  })
  const explorer = (
    <StrictMode>
      <Providers {...settings} baseUrl={api.baseUrl} queryClient={queryClient}>
        {/* In a transition, the rows of the next page would appear later. */}
        <RouterProvider router={router} useTransitions={false} />
      </Providers>
    </StrictMode>
  )
  // In a transition, hydration pauses for the reader's input.
  if (isRendered) startTransition(() => void hydrateRoot(root, explorer))
  else createRoot(root).render(explorer)
}

function buildSettings() {
  return {
    origin: location.origin,
    gateway: import.meta.env.VITE_IPFS_GATEWAY || undefined,
    imageHosts: hostsIn(import.meta.env.VITE_IMAGE_HOSTS || 'assets.hiro.so'),
  }
}

/** The host names in a list like that of the service's setting `IMAGE_HOSTS`, which may be `none`. */
function hostsIn(list: string): string[] {
  return list
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== 'none')
}
