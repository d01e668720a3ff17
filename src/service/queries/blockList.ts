import { setImmediate } from 'node:timers/promises'
import type { BlockPage, IndexedBlock } from '../../contract/directory.ts'
import { FINAL_DEPTH } from '../../contract/finalBlocks.ts'
import type { Paging } from '../../contract/paging.ts'
import { SAMPLES } from '../../contract/samples.ts'
import { type Database, type Query, textOf } from '../database/database.ts'
import { NEWEST_FIRST } from './activityScope.ts'
import { readTip } from './readTip.ts'

/** Heights in rising order, and the data that they were read from. */
type Heights = { version: string; tip: string; list: number[] }

/**
 * Reads pages of the blocks with activity, newest first, without the sample. All heights are in memory,
 * 8 MB for a million blocks, so that a page is found at once wherever it is. They are read again when
 * data were imported; when the tip has moved, only those that are not final.
 */
export function createBlockListReader(database: Database) {
  let latest: Heights = { version: '', tip: '', list: [] }
  let reading: Promise<Heights> | undefined

  async function readHeights(): Promise<Heights> {
    const version = await database.dataVersion('runes')
    const newest = await readTip(database.query)
    const tip = `${newest?.height} ${newest?.hash}`
    if (version === latest.version && tip === latest.tip) return latest
    const final = version === latest.version ? finalHeights(latest.list) : []
    latest = { version, tip, list: final.concat(await readHeightsAbove(database.query, final)) }
    return latest
  }

  return async function readBlockList({ offset, limit }: Paging): Promise<BlockPage> {
    reading ??= readHeights().finally(() => {
      reading = undefined
    })
    const { list } = await reading
    const newest = list.at(-1 - offset)
    const count = Math.min(limit, list.length - offset)
    const results = newest === undefined ? [] : await readBlocksInSteps(database, newest, count)
    return { limit, offset, total: list.length, results }
  }
}

/** Those that no reorganisation can remove. */
function finalHeights(list: number[]): number[] {
  const lowestOpen = (list.at(-1) ?? 0) - FINAL_DEPTH
  return list.filter((height) => height < lowestOpen)
}

const HEIGHTS_IN_STEP = 1000
const BLOCKS_IN_STEP = 50

/** The heights above the last one of `known`. SQLite is synchronous: others run between the steps. */
async function readHeightsAbove(query: Query, known: number[]): Promise<number[]> {
  const found: number[] = []
  for (;;) {
    const above = found.at(-1) ?? known.at(-1) ?? -1
    const rows = await query(HEIGHTS, [above, HEIGHTS_IN_STEP, SAMPLES.block_height])
    for (const row of rows) found.push(Number(row.height))
    if (rows.length < HEIGHTS_IN_STEP) return found
    await setImmediate()
  }
}

// One index seek per block.
const HEIGHTS = `
  WITH RECURSIVE heights(height, position) AS (
    SELECT min(block_height), 1 FROM ledger WHERE block_height > $1
    UNION ALL
    SELECT (SELECT min(block_height) FROM ledger WHERE block_height > height), position + 1
      FROM heights WHERE height IS NOT NULL AND position < $2
  )
  SELECT CAST(height AS TEXT) AS height FROM heights WHERE height < $3 ORDER BY position`

async function readBlocksInSteps(
  { query }: Database,
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
