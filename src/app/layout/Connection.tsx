import { useEffect, useRef } from 'react'
import { announce } from '../ui/announcer.tsx'
import { useIsOffline } from '../ui/connection.ts'

/** Says that the connection is gone as soon as the browser knows, and that it is back. */
export function Connection() {
  const isOffline = useIsOffline()
  const wasOffline = useRef(false)
  // The status region is shared by the whole document.
  useEffect(() => {
    if (wasOffline.current === isOffline) return
    wasOffline.current = isOffline
    announce(isOffline ? 'You are offline' : 'You are online again')
  }, [isOffline])
  if (!isOffline) return null
  return (
    <p className="border-t border-line bg-sunken px-4 py-1.5 text-center text-sm text-muted">
      Offline: what you read before opens; the rest comes with the connection, by itself.
    </p>
  )
}
