import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { Workbox } from 'workbox-window'
import { replyOf } from '../pageState.ts'
import { trustScript } from '../trustScript.ts'

const UPDATE_INTERVAL_MS = 60 * 60 * 1000

let registration: Promise<unknown> | undefined

/**
 * Registers the service worker once the page has loaded, and checks for a newer one every hour.
 * @param onWaiting called when a newer one is installed; `activate` replaces the present one by it,
 *   and reloads the page.
 */
export async function registerServiceWorker(
  queryClient: QueryClient,
  onWaiting: (activate: () => void) => void,
): Promise<void> {
  // A page that opens offline would not notice that the connection returns.
  onlineManager.setOnline(navigator.onLine)
  const workbox = new Workbox(trustScript('/serviceWorker.js'))
  workbox.addEventListener('waiting', () => {
    workbox.addEventListener('controlling', () => location.reload())
    onWaiting(() => workbox.messageSkipWaiting())
  })
  registration = workbox.register()
  await registration
  setInterval(() => workbox.update().catch(() => {}), UPDATE_INTERVAL_MS)
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache: urlsIn(queryClient) } })
}

/** Resolves when a registration that has begun is complete. */
export async function untilRegistered(): Promise<void> {
  await registration?.catch(() => {})
}

/**
 * What the page shows, for Workbox's router to cache: it may have come within the page, or before
 * there was a service worker. `reload`, so that a reload of the page also replaces final responses.
 */
function urlsIn(queryClient: QueryClient): [string, RequestInit][] {
  const queries = queryClient.getQueryCache().getAll()
  const urls = queries.flatMap(({ state }) => replyOf(state.data)?.url ?? [])
  return urls.map((url) => [url, { cache: 'reload' }])
}
