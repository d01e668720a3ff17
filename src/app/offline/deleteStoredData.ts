import type { QueryClient } from '@tanstack/react-query'
import { CacheExpiration } from 'workbox-expiration'
import { chooseTheme } from '../theme.ts'
import { untilRegistered } from './registerServiceWorker.ts'
import { RESPONSES_CACHE } from './retention.ts'

/** Deletes everything that this origin has stored in the browser. */
export async function deleteStoredData(queryClient: QueryClient): Promise<void> {
  if ('serviceWorker' in navigator) {
    await untilRegistered()
    const registrations = await navigator.serviceWorker.getRegistrations()
    await Promise.all(
      registrations.map(async (registration) => {
        await untilReady(registration)
        await registration.unregister()
      }),
    )
  }
  if ('caches' in window) {
    // The precache first: without it, the worker stores no more responses.
    const names = await caches.keys()
    const isPrecache = (name: string) => name.includes('precache')
    await Promise.all(names.filter(isPrecache).map((name) => caches.delete(name)))
    await Promise.all(names.map((name) => caches.delete(name)))
  }
  // Workbox has its database open: deleting it would wait until the worker stops.
  await new CacheExpiration(RESPONSES_CACHE, { maxEntries: 1 }).delete()
  for (const { name } of await indexedDB.databases()) {
    if (name !== undefined && name !== 'workbox-expiration') indexedDB.deleteDatabase(name)
  }
  chooseTheme(undefined)
  localStorage.clear()
  sessionStorage.clear()
  // Browsers send this event only to other tabs.
  dispatchEvent(new StorageEvent('storage'))
  queryClient.clear()
}

/** A worker that is still installing or activating would open its caches again. */
async function untilReady(registration: ServiceWorkerRegistration): Promise<void> {
  const { installing, waiting, active } = registration
  const worker = installing ?? waiting ?? active
  // Only the first worker becomes active by itself.
  const isUpdate = active !== null && worker !== active
  const last = [isUpdate ? 'installed' : 'activated', 'redundant']
  while (worker !== null && !last.includes(worker.state)) {
    await new Promise((resolve) => {
      worker.addEventListener('statechange', resolve, { once: true })
    })
  }
}
