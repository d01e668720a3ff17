import './theme.css'

/**
 * Fetches the explorer and lets it run. A page that came rendered is painted first: its rows are what
 * the reader waits for, and to take it over would hold them back.
 */
function start(): void {
  const isRendered = document.getElementById('root')?.hasChildNodes()
  // A page in the background is not painted, and nobody waits.
  if (isRendered && document.visibilityState === 'visible') {
    requestAnimationFrame(() => setTimeout(() => import('./main.tsx')))
  } else import('./main.tsx')
}

start()
