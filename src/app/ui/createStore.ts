import { useSyncExternalStore } from 'react'

/**
 * A value outside of React. Components read it with `use`, which gives the initial one on the server and during
 * hydration.
 *
 * @param read the value when it is first needed.
 */
export function createStore<Value>(initial: Value, read = () => initial) {
  let value: { current: Value } | undefined
  const listeners = new Set<() => void>()

  function get(): Value {
    value ??= { current: read() }
    return value.current
  }

  function set(next: Value): void {
    value = { current: next }
    for (const listener of listeners) listener()
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return { get, set, use: () => useSyncExternalStore(subscribe, get, () => initial) }
}
