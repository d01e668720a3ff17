import { setImmediate } from 'node:timers/promises'
import type { BlockListOptions, BlockPage, IndexedBlock } from '../../contract/directory.ts'
import type { Paging } from '../../contract/paging.ts'
import { SAMPLES } from '../../contract/samples.ts'
import { type Query, textOf } from '../database/database.ts'
import { readInSteps } from '../database/readInSteps.ts'
import { NEWEST_FIRST } from './activityScope.ts'
import { type BlockRange, createChainCache, type LedgerReader } from './chainCache.ts'
import { firstAtLeast } from './historyPageIndex.ts'

const MAX_CACHED_BYTES = 16_000_000

/**
 * Reads pages of the blocks with activity, newest first, without the sample. All heights are cached, so
 * that a page is found at once wherever it is. Below a height, a list stays the same while blocks arrive.
 */
export function createBlockListReader(readLedger: LedgerReader) {
  const cache = createChainCache<number[]>(MAX_CACHED_BYTES, ({ length }) => 8 * length)

  return (options: BlockListOptions, { offset, limit }: Paging): Promise<BlockPage> =>
    readLedger(async (ledger) => {
      const { query } = ledger
      const heights = await cache.read(ledger, 'blocks', async (blocks, previous = []) =>
        previous.concat(await readHeights(query, blocks)),
      )
      const end = (heights.at(-1) ?? -1) + 1
      const before = Math.min(options.before ?? end, end)
      const total = firstAtLeast(heights, before)
      const newest = heights[total - 1 - offset]
      const count = Math.min(limit, total - offset)
      const results = newest === undefined ? [] : await readPageOfBlocks(query, newest, count)
      return { before, limit, offset, total, results }
    })
}

const HEIGHTS_IN_STEP = 1000
const BLOCKS_IN_STEP = 50

/** The heights in rising order. */
async function readHeights(query: Query, { above, upTo }: BlockRange): Promise<number[]> {
  const found: number[] = []
  const steps = readInSteps(query, {
    sql: HEIGHTS,
    parameters: [Math.min(upTo, SAMPLES.block_height - 1)],
    step: HEIGHTS_IN_STEP,
    start: above,
    keyOf: (row) => Number(row.height),
  })
  for await (const rows of steps) found.push(...rows.map((row) => Number(row.height)))
  return found
}

// One index seek per block.
const HEIGHTS = `
  WITH RECURSIVE heights(height, position) AS (
    SELECT min(block_height), 1 FROM ledger WHERE block_height <= $1 AND block_height > $2
    UNION ALL
    SELECT (SELECT min(block_height) FROM ledger WHERE block_height > height), position + 1
      FROM heights WHERE height IS NOT NULL AND position < ${HEIGHTS_IN_STEP}
  )
  SELECT CAST(height AS TEXT) AS height FROM heights WHERE height <= $1 ORDER BY position`

/** Each step counts the records of its blocks, so the last one must not read more blocks than are left. */
async function readPageOfBlocks(
  query: Query,
  newest: number,
  count: number,
): Promise<IndexedBlock[]> {
  const blocks: IndexedBlock[] = []
  let highest = newest
  while (blocks.length < count) {
    const step = await readBlocks(query, highest, Math.min(BLOCKS_IN_STEP, count - blocks.length))
    blocks.push(...step)
    const last = step.at(-1)
    if (last === undefined) break
    highest = last.block_height - 1
    await setImmediate()
  }
  return blocks
}

/** Up to `count` blocks with activity from the height `highest` down. */
export async function readBlocks(
  query: Query,
  highest: number,
  count: number,
): Promise<IndexedBlock[]> {
  const rows = await query(BLOCKS, [highest, count])
  return rows.map((row) => ({
    block_height: Number(row.block_height),
    block_hash: textOf(row, 'block_hash'),
    timestamp: Number(row.timestamp),
    total: Number(row.total),
  }))
}

// One index seek per block. Its records are counted in the same index.
const BLOCKS = `
  WITH RECURSIVE heights(height, position) AS (
    SELECT max(block_height), 1 FROM ledger WHERE block_height <= $1
    UNION ALL
    SELECT (SELECT max(block_height) FROM ledger WHERE block_height < height), position + 1
      FROM heights WHERE height IS NOT NULL AND position < $2
  )
  SELECT CAST(height AS TEXT) AS block_height,
         (SELECT block_hash FROM ledger WHERE block_height = height
           ORDER BY ${NEWEST_FIRST}, block_hash DESC LIMIT 1) AS block_hash,
         (SELECT CAST(timestamp AS TEXT) FROM ledger WHERE block_height = height
           ORDER BY ${NEWEST_FIRST}, block_hash DESC LIMIT 1) AS timestamp,
         (SELECT CAST(count(*) AS TEXT) FROM ledger WHERE block_height = height) AS total
    FROM heights WHERE height IS NOT NULL ORDER BY height DESC`
