import { useSyncExternalStore } from 'react'

let message = ''
const listeners = new Set<() => void>()

export function announce(text: string): void {
  // A repeated text would not be read again: a space makes it a different one.
  message = text === message ? `${text} ` : text
  for (const listener of listeners) listener()
}

/** The only status region. Screen readers require that it is there from the start. */
export function Announcer() {
  const text = useSyncExternalStore(
    subscribe,
    () => message,
    () => '',
  )
  return (
    <div role="status" className="sr-only">
      {text}
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
