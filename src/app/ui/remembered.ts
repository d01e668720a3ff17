import { useSyncExternalStore } from 'react'
import * as v from 'valibot'

/** A choice of the reader's, remembered on this device. */
export type Remembered<Value> = {
  /** The choice as it is now; `initial` while a page is rendered or taken over. */
  use: () => Value
  read: () => Value
  /** Where nothing can be stored the choice lasts as long as the page. */
  set: (value: Value) => void
}

/**
 * @param key where it is stored; a value there that does not fit `schema` is ignored.
 * @param initial what holds until the reader chooses.
 */
export function remembered<Value>(
  key: string,
  schema: v.GenericSchema<unknown, Value>,
  initial: Value,
): Remembered<Value> {
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
      // Storage is full or switched off: the page itself remembers.
    }
    for (const listener of listeners) listener()
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  // Another tab chose, or everything was forgotten.
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
    return undefined // Storage is switched off or holds something else: nothing was chosen.
  }
}
