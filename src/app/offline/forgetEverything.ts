import type { QueryClient } from '@tanstack/react-query'
import { chooseTheme } from '../theme.ts'
import { stopKeepingReading } from './keepReading.ts'

/** Forgets all that this address keeps in the browser. What a browser does not have is passed over. */
export async function forgetEverything(queryClient: QueryClient): Promise<void> {
  await stopKeepingReading()
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  const registrations = (await workers?.getRegistrations()) ?? []
  await Promise.all(registrations.map((registration) => registration.unregister()))
  if ('caches' in window) {
    const names = await caches.keys()
    await Promise.all(names.map((name) => caches.delete(name)))
  }
  const databases = 'databases' in indexedDB ? await indexedDB.databases() : []
  await Promise.all(databases.map(({ name }) => name !== undefined && deleteDatabase(name)))
  chooseTheme(undefined)
  localStorage.clear()
  sessionStorage.clear()
  // Other tabs are told by the browser; what this one remembers of its storage is told the same way.
  dispatchEvent(new StorageEvent('storage'))
  queryClient.clear()
}

/** Resolves also where another tab still holds the database: it goes when that tab lets go. */
function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onblocked = () => resolve()
    request.onerror = () => reject(request.error)
  })
}
