import { onlineManager, type QueryClient } from '@tanstack/react-query'

/**
 * Starts what lets Cairn outlive the connection once the page has loaded and rests: nothing of it is
 * needed to read the page. Where that fails the page is as it was.
 */
export function keepReadingAtRest(queryClient: QueryClient): void {
  // A page that opens without a connection would not notice that it returns.
  onlineManager.setOnline(navigator.onLine)
  const start = () =>
    import('./device/keepReading.ts')
      .then((device) => device.keepReading(queryClient))
      .catch(() => {})
  // Safari has no idle callbacks.
  const rest = () =>
    'requestIdleCallback' in window ? requestIdleCallback(start) : setTimeout(start, 2000)
  if (document.readyState === 'complete') rest()
  else addEventListener('load', rest)
}
