import type { ImportedRecord, ImportedRune, ImportedToken } from './readLine.ts'

/** What is not imported, and why: "line 12", "amount is missing". */
export type Refused = { place: string; reason: string }

/** What is written in one transaction. */
export type Batch = {
  /** Newest first, and all records of each transaction. */
  records: ImportedRecord[]
  runes: ImportedRune[]
  tokens: ImportedToken[]
  refused: Refused[]
  /** How many identifiers the other service does not know. */
  unknown: number
  /** How far the import is after it, in the unit of the source's `size`. */
  done: number
}

/** A file, or what another service holds. */
export type Source = { label: string; size: number; batches: AsyncIterable<Batch> }

export function emptyBatch(): Batch {
  return { records: [], runes: [], tokens: [], refused: [], unknown: 0, done: 0 }
}

/** Why a line cannot be imported, in words that follow its place. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** The result of `work`; if that throws a Refusal, notes it and returns undefined. */
export function orRefuse<Result>(
  refused: Refused[],
  place: string,
  work: () => Result,
): Result | undefined {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    refused.push({ place, reason: error.message })
    return undefined
  }
}

/** Ends an import, with a sentence for the person who started it. */
export class ImportError extends Error {
  override name = 'ImportError'
}
