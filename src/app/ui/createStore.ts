import { useSyncExternalStore } from 'react'

/** A value outside of React. Components read it with `use`, which gives the initial one on the server. */
export function createStore<Value>(initial: Value) {
  let value = initial
  const listeners = new Set<() => void>()
  const get = () => value

  function set(next: Value): void {
    value = next
    for (const listener of listeners) listener()
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return { get, set, use: () => useSyncExternalStore(subscribe, get, () => initial) }
}
