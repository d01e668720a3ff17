import { LRUCache } from 'lru-cache'
import type { Query } from '../database/database.ts'
import type { Entry } from './entries.ts'
import {
  beginImport,
  type Counts,
  findProgress,
  importId,
  type Position,
  type Progress,
  type Refused,
  saveProgress,
} from './importLog.ts'
import { FileChanged } from './lineFile.ts'
import type { Target } from './target.ts'
import { type LedgerOptions, writeLedger } from './writeLedger.ts'
import { writeTokens } from './writeTokens.ts'

/** What is written with one transaction, and where in its source the import is after it. */
export type Batch = {
  entries: Entry[]
  refused: Refused[]
  /** Identifiers of which the other service holds nothing. */
  unknown: number
  position: Position
}

/** What is imported. */
export type Source = {
  /** By which it is gone on with. */
  name: string
  /** For people. */
  label: string
  from: LedgerOptions['from']
  /** How much there is, in the unit of `done`. */
  size: number
  done(position: Position): number
  batchesAfter(position: Position): AsyncGenerator<Batch>
}

/** Is told how an import goes. */
export type Watch = {
  begins(progress: Progress, how: 'anew' | 'where it was' | 'anew, for the file changed'): void
  goesOn(progress: Progress): void
  ends(): void
  /** Aborted by who wants it to end after the batch under way. */
  signal: AbortSignal
}

const MOST_HEIGHTS = 10_000

/**
 * Writes a source, batch by batch, each with how far it came: what was interrupted goes on there.
 * Undefined when it was interrupted by the watch's signal.
 * @throws {ImportError | DatabaseUnavailable}
 */
export async function runImport(
  target: Target,
  source: Source,
  watch: Watch,
): Promise<Progress | undefined> {
  const id = importId(source.name)
  const held = await target.onRunes((query) => findProgress(query, id))
  try {
    if (held !== undefined) {
      watch.begins(held, 'where it was')
      return await writeAfter(held, { target, source, watch })
    }
  } catch (error) {
    if (!(error instanceof FileChanged)) throw error
  }
  const progress = await target.onRunes((query) => beginImport(query, source.name))
  watch.begins(progress, held === undefined ? 'anew' : 'anew, for the file changed')
  return writeAfter(progress, { target, source, watch })
}

type Parts = { target: Target; source: Source; watch: Watch }

async function writeAfter(
  start: Progress,
  { target, source, watch }: Parts,
): Promise<Progress | undefined> {
  const options: LedgerOptions = {
    id: importId(source.name),
    from: source.from,
    operations: target.operations,
    hashes: new LRUCache({ max: MOST_HEIGHTS }),
  }
  let progress = start
  try {
    for await (const batch of source.batchesAfter(start.position)) {
      progress = await writeBatch(target, batch, { progress, options })
      watch.goesOn(progress)
      if (watch.signal.aborted) return
    }
    return progress
  } catch (error) {
    if (watch.signal.aborted && error === watch.signal.reason) return
    throw error
  } finally {
    watch.ends()
  }
}

/**
 * Where there are two databases the tokens' is written first, and what was interrupted between is
 * written there again, which changes nothing.
 */
function writeBatch(
  { onRunes, onTokens }: Target,
  batch: Batch,
  { progress, options }: { progress: Progress; options: LedgerOptions },
): Promise<Progress> {
  return onRunes(async (query) => {
    const ledger = await writeLedger(query, batch.entries, options)
    const tokens = batch.entries.flatMap((entry) => (entry.kind === 'token' ? entry.token : []))
    const nameless = batch.entries.flatMap((entry) =>
      entry.kind === 'rune' && entry.rune.id === undefined ? entry.rune : [],
    )
    const runes = [...ledger.runes, ...nameless]
    const write = (query: Query) => writeTokens(query, { tokens, runes })
    await (onTokens === undefined ? write(query) : onTokens(write))
    const refused = [...batch.refused, ...ledger.refused].toSorted(byPlace)
    const next = {
      position: batch.position,
      counts: add(progress.counts, {
        records: ledger.records,
        tokens: tokens.length,
        runes: runes.length,
        unknown: batch.unknown,
        refused: refused.length,
      }),
    }
    await saveProgress(query, options.id, next, refused)
    return next
  })
}

const byNumber = new Intl.Collator('en', { numeric: true })

function byPlace(a: Refused, b: Refused): number {
  return byNumber.compare(a.place, b.place)
}

function add(a: Counts, b: Counts): Counts {
  return {
    records: a.records + b.records,
    tokens: a.tokens + b.tokens,
    runes: a.runes + b.runes,
    unknown: a.unknown + b.unknown,
    refused: a.refused + b.refused,
  }
}
