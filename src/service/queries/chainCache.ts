import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { Database, Query } from '../database/database.ts'
import { readTip, type Tip } from './readTip.ts'

/** One state of the runes and their ledger. */
export type LedgerState = { query: Query; version: string; tip: Tip | undefined }

/** Blocks with a height above `above` and up to `upTo`. */
export type BlockRange = { above: number; upTo: number }

/** Runs `work`. All its queries read the same state of the data. */
export type LedgerReader = <Result>(
  work: (ledger: LedgerState) => Promise<Result>,
) => Promise<Result>

/**
 * Half of the default number of connections, so that long lists leave some for other requests. Each
 * read has one, also while it waits for a value that another one computes.
 */
const MAX_CONCURRENT_READS = 5

/** The readers of long lists share one. */
export function createLedgerReader(database: Database): LedgerReader {
  const inTurn = pLimit(MAX_CONCURRENT_READS)
  return (work) =>
    inTurn(async () => {
      const version = await database.dataVersion('runes')
      return database.readTransaction(async (query) =>
        work({ query, version, tip: await readTip(query) }),
      )
    })
}

/**
 * Computes a value from the rows of the blocks. `previous` is the value of all blocks before them;
 * undefined if the blocks are the whole chain.
 */
type Compute<Value> = (blocks: BlockRange, previous: Value | undefined) => Promise<Value>

type Entry<Value> = { version: string; tip: Tip | undefined; value: Value }

/** Of a cached value: its key, its tip and its place in the cache. */
const ENTRY_BYTES = 1000

const WHOLE_CHAIN: BlockRange = { above: -1, upTo: Number.MAX_SAFE_INTEGER }

/**
 * Caches values that are computed from a whole history. When the chain grows, a value is computed
 * from the previous one and the new blocks; after a reorganisation or an import, from all blocks.
 * Concurrent requests for a value share one computation. A value larger than `maxBytes` replaces all others.
 * @param bytesOf estimates the memory of a value.
 */
export function createChainCache<Value extends object>(
  maxBytes: number,
  bytesOf: (value: Value) => number,
) {
  const entries = new LRUCache<string, Entry<Value>>({
    maxSize: maxBytes,
    sizeCalculation: ({ value }) => Math.min(maxBytes, ENTRY_BYTES + bytesOf(value)),
  })
  const flights = new Map<string, Promise<void>>()

  async function refresh(
    { query, version, tip }: LedgerState,
    key: string,
    compute: Compute<Value>,
  ): Promise<Value> {
    const entry = entries.get(key)
    if (entry?.version === version && entry.tip?.hash === tip?.hash) return entry.value
    const grown = entry?.version === version && (await grownSince(query, entry.tip, tip))
    const value = grown ? await compute(grown, entry.value) : await compute(WHOLE_CHAIN, undefined)
    entries.set(key, { version, tip, value })
    return value
  }

  /** The value for the state of the data that `ledger` reads. */
  async function read(ledger: LedgerState, key: string, compute: Compute<Value>): Promise<Value> {
    while (flights.has(key)) await flights.get(key)
    const refreshing = refresh(ledger, key, compute)
    const land = () => {
      flights.delete(key)
    }
    flights.set(key, refreshing.then(land, land))
    return refreshing
  }

  return { read }
}

/** The blocks after `before`, or undefined if `before` is not a block of the chain of `tip`. */
async function grownSince(
  query: Query,
  before: Tip | undefined,
  tip: Tip | undefined,
): Promise<BlockRange | undefined> {
  if (before === undefined || tip === undefined || before.height >= tip.height) return
  const [row] = await query(
    `SELECT block_hash AS hash FROM ledger WHERE block_height = $1 AND block_hash || '' = $2 LIMIT 1`,
    [before.height, before.hash],
  )
  return row && { above: before.height, upTo: tip.height }
}
