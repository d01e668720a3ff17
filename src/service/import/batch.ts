import type { ImportedRecord, ImportedRune, ImportedToken } from './readLine.ts'
import type { Refused } from './refusals.ts'

/** A batch of a file ends at the first transaction after this many lines. */
export const BATCH_SIZE = 2000

/** What is written in one transaction. */
export type Batch = {
  /** Newest first, and all records of each transaction. */
  records: ImportedRecord[]
  runes: ImportedRune[]
  tokens: ImportedToken[]
  refused: Refused[]
  /** How far the import is after it, in the unit of the source's `size`. */
  done: number
}

/** A file, or what another service holds. */
export type Source = { label: string; size: number; batches: AsyncIterable<Batch> }

export function emptyBatch(): Batch {
  return { records: [], runes: [], tokens: [], refused: [], done: 0 }
}

/** Ends an import, with a sentence for the person who started it. */
export class ImportError extends Error {
  override name = 'ImportError'
}
