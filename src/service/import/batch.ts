import type { Refused } from './Refusal.ts'
import type { ImportedRecord, ImportedRune, ImportedToken } from './readLine.ts'

/** A batch of a file ends at the first transaction after this many lines. */
export const BATCH_SIZE = 2000

/** The data of one database transaction. */
export type Batch = {
  /** Newest first, with all records of each transaction. */
  records: ImportedRecord[]
  runes: ImportedRune[]
  tokens: ImportedToken[]
  refused: Refused[]
  source: 'snapshot' | 'sample' | 'import'
  /** Whether the batch has every record of its blocks. */
  isComplete: boolean
  /** When the data were read from their source, in Unix milliseconds. */
  readAt: number
  /** The progress of the import after this batch, in the unit of the source's `size`. */
  done: number
}

/** A file or another service. `size` is in bytes or identifiers. */
export type Source = {
  label: string
  size: number
  batches: AsyncIterable<Batch>
  /** The number of requests sent so far to a service. */
  requests?: () => number
}

export function emptyBatch(): Batch {
  const origin = { source: 'import' as const, isComplete: false, readAt: Date.now() }
  return { records: [], runes: [], tokens: [], refused: [], ...origin, done: 0 }
}

/** Ends an import. The message is shown to the user. */
export class ImportError extends Error {
  override name = 'ImportError'
}
