import type { QueryClient } from '@tanstack/react-query'
// The package's main entry is compiled for browsers without classes and async functions.
import { Workbox } from 'workbox-window/Workbox.js'
import { replyOf } from '../pageState.ts'
import { trustedScriptUrl } from '../trustedScriptUrl.ts'

const UPDATE_INTERVAL_MS = 60 * 60 * 1000

/**
 * Registers the service worker once the page has loaded, and checks for a newer one every hour.
 * @param onWaiting called when a newer one is installed; `activate` switches to it and reloads the page.
 */
export async function registerServiceWorker(
  queryClient: QueryClient,
  onWaiting: (activate: () => void) => void,
): Promise<void> {
  const workbox = new Workbox(trustedScriptUrl('/serviceWorker.js'))
  workbox.addEventListener('waiting', () => {
    // Workbox reports only the first change of the controller, which may have been this page's first worker.
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload())
    onWaiting(() => workbox.messageSkipWaiting())
  })
  await workbox.register()
  setInterval(() => workbox.update().catch(() => {}), UPDATE_INTERVAL_MS)
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache: urlsIn(queryClient) } })
}

/**
 * The responses on the page, for Workbox to cache: they may have come with the page, or before the
 * service worker was active. `reload` skips cached responses, so that reloading the page also replaces
 * final ones.
 */
function urlsIn(queryClient: QueryClient): [string, RequestInit][] {
  const queries = queryClient.getQueryCache().getAll()
  const urls = queries.flatMap(({ state }) => replyOf(state.data)?.url ?? [])
  return urls.map((url) => [url, { cache: 'reload' }])
}
