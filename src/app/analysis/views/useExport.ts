import { useEffect, useRef, useState } from 'react'
import type { Form } from '../engine/exports.ts'
import type { Choice } from '../engine/table.ts'
import { type OpenFile, openFile } from './openFile.ts'
import type { ShownSet } from './useWholeSet.ts'

/** A file that is being written, and how many of its rows are. */
export type Writing = { name: string; written: number; rows: number }

// From so many rows on, some 5 MB, a file goes straight to the disk where it can.
const LARGE = 10_000

/** Writes one file at a time. What is cancelled leaves nothing. `say` is told how it ended. */
export function useExport({ set }: Pick<ShownSet, 'set'>, say: (text: string) => void) {
  const [writing, setWriting] = useState<Writing>()
  const running = useRef<AbortController>(undefined)

  // The file is outside React: when nobody looks any more it is given up.
  useEffect(() => () => running.current?.abort(), [])

  async function save(choice: Choice, form: Form) {
    if (running.current !== undefined) return
    const abort = new AbortController()
    running.current = abort
    let name = 'the file'
    try {
      const { rows, ...named } = await set.beginExport(choice, form)
      name = named.name
      const file = await openFile({ ...named, size: rows < LARGE ? 'small' : 'large' })
      if (file === undefined) return say(NOTHING_SAVED)
      const tell = (written: number) => setWriting({ name, written, rows })
      tell(0)
      await writeSlices(set, file, { signal: abort.signal, tell })
      say(`Saved ${name}`)
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      say(abort.signal.aborted ? NOTHING_SAVED : `Could not save ${name}: ${problem}`)
    } finally {
      running.current = undefined
      setWriting(undefined)
    }
  }

  return { writing, save, cancel: () => running.current?.abort() }
}

const NOTHING_SAVED = 'Cancelled: nothing was saved'

type Watch = { signal: AbortSignal; tell: (written: number) => void }

async function writeSlices(set: ShownSet['set'], file: OpenFile, { signal, tell }: Watch) {
  async function write() {
    for (;;) {
      const slice = await set.nextSlice()
      signal.throwIfAborted()
      if (slice === undefined) break
      await file.write(slice.bytes)
      signal.throwIfAborted()
      tell(slice.rows)
    }
    await file.close()
  }

  // Neither a slow disk nor a worker that is gone keeps anybody from cancelling.
  const cancelled = new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  try {
    await Promise.race([write(), cancelled])
  } catch (error) {
    file.giveUp().catch(() => {}) // A file that failed may be gone already.
    throw error
  }
}
