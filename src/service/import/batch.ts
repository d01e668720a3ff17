import type { ImportedRecord, ImportedRune, ImportedToken } from './readLine.ts'
import type { Refused } from './refusals.ts'

/** A batch of a file ends at the first transaction after this many lines. */
export const BATCH_SIZE = 2000

/** The data of one database transaction. */
export type Batch = {
  /** Newest first, with all records of each transaction. */
  records: ImportedRecord[]
  runes: ImportedRune[]
  tokens: ImportedToken[]
  refused: Refused[]
  /** The progress of the import after this batch, in the unit of the source's `size`. */
  done: number
}

/** A file or another service. `size` is in bytes or identifiers. */
export type Source = { label: string; size: number; batches: AsyncIterable<Batch> }

export function emptyBatch(): Batch {
  return { records: [], runes: [], tokens: [], refused: [], done: 0 }
}

/** Ends an import. The message is shown to the user. */
export class ImportError extends Error {
  override name = 'ImportError'
}
