import './theme.css'

/**
 * Fetches the explorer and lets it run. A page that came rendered is painted first: its rows are what
 * the reader waits for, and to take it over would hold them back.
 */
function start(): void {
  const isRendered = document.getElementById('root')?.hasChildNodes()
  // A page in the background is not painted, and nobody waits.
  if (isRendered && document.visibilityState === 'visible') {
    requestAnimationFrame(() => setTimeout(load))
  } else load()
}

/**
 * React makes errors when it is loaded, to throw them later as marks. While tools watch a page, for
 * each error all code that led to it is parsed once more: that took longer than to run it.
 */
async function load(): Promise<void> {
  const { stackTraceLimit } = Error
  // @ts-expect-error what is no number turns stacks off: 0 only empties them.
  Error.stackTraceLimit = undefined
  try {
    await import('./entry.client.tsx')
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

start()
