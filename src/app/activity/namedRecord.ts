import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import { readRecordAnchor } from '../links.ts'

/**
 * The position of the record that the address names behind `#`. Undefined until the page was taken
 * over: no service that renders it ever sees what stands there.
 */
export function useNamedRecord(): number | undefined {
  const { hash } = useLocation()
  return readRecordAnchor(
    useSyncExternalStore(
      subscribe,
      () => hash,
      () => '',
    ),
  )
}

/** The router tells of each new address by itself. */
function subscribe(): () => void {
  return () => {}
}
