import { useSyncExternalStore } from 'react'

let message = ''
const listeners = new Set<() => void>()

/** Says `text` to readers who listen, once, politely. */
export function announce(text: string): void {
  // A repeated text is no change and would not be read again: a space makes it one.
  message = text === message ? `${text} ` : text
  for (const listener of listeners) listener()
}

/** The one status region, present from the start as screen readers need it. */
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
