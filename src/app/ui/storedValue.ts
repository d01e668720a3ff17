import { useSyncExternalStore } from 'react'
import * as v from 'valibot'

/** A choice of the reader, stored on this device. */
export type StoredValue<Value> = {
  /** The current choice; `initial` on the server and during hydration. */
  use: () => Value
  read: () => Value
  /** If storage is unavailable, the choice lasts until the page is closed. */
  set: (value: Value) => void
}

/**
 * @param key the key in localStorage; a stored value that does not match `schema` is ignored.
 * @param initial the value until the reader chooses.
 */
export function storedValue<Value>(
  key: string,
  schema: v.GenericSchema<unknown, Value>,
  initial: Value,
): StoredValue<Value> {
  const listeners = new Set<() => void>()
  let value: Value | undefined

  function read(): Value {
    value ??= readStored(key, schema) ?? initial
    return value
  }

  function set(chosen: Value): void {
    value = chosen
    try {
      localStorage.setItem(key, JSON.stringify(chosen))
    } catch {
      // Storage is full or switched off: `value` still has the choice.
    }
    for (const listener of listeners) listener()
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  // Another tab has changed the value, or the stored data was deleted.
  if (typeof window !== 'undefined') {
    addEventListener('storage', () => {
      value = undefined
      for (const listener of listeners) listener()
    })
  }

  return { use: () => useSyncExternalStore(subscribe, read, () => initial), read, set }
}

function readStored<Value>(key: string, schema: v.GenericSchema<unknown, Value>) {
  try {
    const stored = v.safeParse(schema, JSON.parse(localStorage.getItem(key) ?? 'null'))
    return stored.success ? stored.output : undefined
  } catch {
    return undefined // Storage is switched off or has a malformed value.
  }
}
