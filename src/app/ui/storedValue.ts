import * as v from 'valibot'
import { createStore } from './createStore.ts'

/**
 * A choice of the reader, stored on this device. If storage is unavailable, it lasts until the page is closed.
 *
 * @param key the key in localStorage; a stored value that does not match `schema` is ignored.
 * @param initial the value until the reader chooses.
 */
export function storedValue<Value>(
  key: string,
  schema: v.GenericSchema<unknown, Value>,
  initial: Value,
) {
  const read = () => readStored(key, schema) ?? initial
  const { get, set, use } = createStore(initial, read)

  function store(chosen: Value): void {
    set(chosen)
    try {
      localStorage.setItem(key, JSON.stringify(chosen))
    } catch {
      // Storage is full or switched off.
    }
  }

  // Another tab has changed the value, or the stored data was deleted.
  if (typeof window !== 'undefined') addEventListener('storage', () => set(read()))
  return { use, read: get, set: store }
}

export type StoredValue<Value> = ReturnType<typeof storedValue<Value>>

function readStored<Value>(key: string, schema: v.GenericSchema<unknown, Value>) {
  try {
    const stored = v.safeParse(schema, JSON.parse(localStorage.getItem(key) ?? 'null'))
    return stored.success ? stored.output : undefined
  } catch {
    return undefined // Storage is switched off or has a malformed value.
  }
}
