import { useEffect, useRef } from 'react'
import { announce } from '../ui/announcer.tsx'
import { useIsOffline } from '../ui/useIsOffline.ts'

/** Shows that the browser is offline, and announces when it goes offline or online. */
export function OfflineNotice() {
  const isOffline = useIsOffline()
  const wasOffline = useRef(false)
  // The status region is shared by the whole document.
  useEffect(() => {
    if (wasOffline.current === isOffline) return
    wasOffline.current = isOffline
    announce(isOffline ? 'You are offline' : 'You are back online')
  }, [isOffline])
  if (!isOffline) return null
  return (
    <p className="border-t border-line bg-sunken px-4 py-1.5 text-center text-sm text-muted">
      You are offline. Pages that you have viewed before still open; others load once you are
      online.
    </p>
  )
}
