import { onlineManager, type QueryClient } from '@tanstack/react-query'

/**
 * Starts what lets Cairn outlive the connection once the page has loaded and rests: nothing of it is
 * needed to read the page. Where that fails the page is as it was.
 */
export function keepReadingAtRest(queryClient: QueryClient): void {
  // A page that opens without a connection would not notice that it returns.
  onlineManager.setOnline(navigator.onLine)
  const start = async () => {
    await untilIdle()
    const { keepReading } = await import('./offline/keepReading.ts')
    await keepReading(queryClient)
  }
  const rest = () => start().catch(() => {})
  if (document.readyState === 'complete') rest()
  else addEventListener('load', rest)
}

/** Until nothing else is to be done, or for a while where a browser is busy or, as Safari, cannot tell. */
export function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: PATIENCE })
    else setTimeout(resolve, PATIENCE)
  })
}

/** Milliseconds. */
const PATIENCE = 500
