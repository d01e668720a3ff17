import { chooseTheme } from '../theme.ts'

export async function deleteStoredData(): Promise<void> {
  if ('serviceWorker' in navigator) {
    const registrations = await navigator.serviceWorker.getRegistrations()
    await Promise.all(registrations.map((registration) => registration.unregister()))
  }
  if ('caches' in window) {
    const names = await caches.keys()
    await Promise.all(names.map((name) => caches.delete(name)))
  }
  for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
  chooseTheme(undefined)
  localStorage.clear()
  sessionStorage.clear()
  location.reload()
}
