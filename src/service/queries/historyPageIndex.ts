import type { SqlValue } from '../database/database.ts'
import { readInSteps } from '../database/readInSteps.ts'
import { type BlockRange, createChainCache, type LedgerState } from './chainCache.ts'

/** The rows of a table that a condition selects, newest block first. Its parameters are `$1`…. */
export type BlockList = {
  table: 'ledger' | 'runes'
  where: string
  parameters: readonly SqlValue[]
}

/** Where a page starts: `skip` rows below the top of the block at `height`. */
export type PageStart = { height: number; skip: number }

/** The blocks with rows of a list, lowest first, and how many rows it has up to each of them. */
type BlockCounts = { heights: number[]; totals: number[] }

const MAX_CACHED_BYTES = 16_000_000
/** A list has at most one such entry for each block of the chain. */
const BLOCK_BYTES = 16
/** Blocks of a query. */
const STEP = 2000

/**
 * Counts the rows of lists by block. Any page is then one index seek, plus the rows before it in its
 * block. OFFSET alone would walk all rows before it.
 */
export function createHistoryPageIndexes() {
  const cache = createChainCache<BlockCounts>(
    MAX_CACHED_BYTES,
    ({ heights }) => BLOCK_BYTES * heights.length,
  )

  /** The total of a list, and where a page starts. Past the end, `start` is undefined. */
  async function find(
    ledger: LedgerState,
    list: BlockList,
    offset: number,
  ): Promise<{ total: number; start: PageStart | undefined }> {
    const { heights, totals } = await cache.read(ledger, JSON.stringify(list), (blocks, previous) =>
      count(ledger, list, { blocks, previous }),
    )
    const total = totals.at(-1) ?? 0
    const index = firstAtLeast(totals, total - offset)
    const [height, end] = [heights[index], totals[index]]
    if (offset >= total || height === undefined || end === undefined) {
      return { total, start: undefined }
    }
    return { total, start: { height, skip: end - (total - offset) } }
  }

  return { find }
}

type Counting = { blocks: BlockRange; previous: BlockCounts | undefined }

async function count(
  { query }: LedgerState,
  { table, where, parameters }: BlockList,
  { blocks, previous = { heights: [], totals: [] } }: Counting,
): Promise<BlockCounts> {
  const next = parameters.length + 1
  const sql = `
    SELECT CAST(block_height AS TEXT) AS height, CAST(count(*) AS TEXT) AS records FROM ${table}
     WHERE ${where} AND block_height <= $${next} AND block_height > $${next + 1}
     GROUP BY block_height ORDER BY block_height LIMIT ${STEP}`
  const [heights, totals] = [[...previous.heights], [...previous.totals]]
  const steps = readInSteps(query, {
    sql,
    parameters: [...parameters, blocks.upTo],
    step: STEP,
    start: blocks.above,
    keyOf: (row) => Number(row.height),
  })
  for await (const rows of steps) {
    for (const row of rows) {
      heights.push(Number(row.height))
      totals.push((totals.at(-1) ?? 0) + Number(row.records))
    }
  }
  return { heights, totals }
}

/** The index of the first of the rising `numbers` that is at least `wanted`. */
export function firstAtLeast(numbers: number[], wanted: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((numbers[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return low
}
