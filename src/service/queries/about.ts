import type { About } from '../../contract/directory.ts'
import { SAMPLES } from '../../contract/samples.ts'
import { type Databases, type Query, textOf } from '../database/database.ts'
import { NEWEST_FIRST } from './activityScope.ts'

const MAX_BLOCKS = 50

const NOTES = [
  'Blocks are incomplete: they have only the records that follow from their own transactions. Transfers of runes whose balances were created in other blocks are missing, so totals count the records on this server, not those on chain.',
  'One airdrop of 4,444 records in block 840,656 and a few mints lack amounts or their position in the block, because the source did not have them.',
  'Most tokens have on-chain facts only: name, symbol, decimals, asset and token URI at deployment.',
]

const SOURCES = [
  'Rune activity and runes: raw Bitcoin blocks, decoded from their runestones.',
  'Tokens: the source code of their contracts on Stacks, and recorded responses of a public token API.',
  'Samples: made up for demonstration, and labelled.',
]

/** A summary of the data. Cheap on a ledger of any size: index seeks, and estimates for large counts. */
export async function readAbout({ tokens, runes }: Databases, version: string): Promise<About> {
  const [tokenCount, runeCount, records, ledger] = await Promise.all([
    tokens.count('tokens'),
    runes.count('runes'),
    runes.count('ledger'),
    runes.readTransaction(readLedger),
  ])
  return {
    version,
    ...(ledger.hasSamples
      ? { source: 'snapshot', sources: SOURCES, is_complete: false, notes: NOTES }
      : { source: 'database', notes: records.isExact ? [] : [ESTIMATED] }),
    tokens: tokenCount.total,
    runes: runeCount.total,
    records: records.total,
    ...ledger.ends,
    blocks: ledger.blocks,
    samples: SAMPLES,
  }
}

const ESTIMATED = 'The ledger is too large to count often, so the number of records is an estimate.'

/** The newest blocks, and the lowest and the highest height with records, without samples. */
async function readLedger(query: Query) {
  const rows = await query(NEWEST_BLOCKS, [MAX_BLOCKS])
  const blocks = rows.map((row) => ({
    block_height: Number(row.block_height),
    block_hash: textOf(row, 'block_hash'),
    timestamp: Number(row.timestamp),
    total: Number(row.total),
  }))
  const newest = blocks.find(({ block_height }) => block_height < SAMPLES.block_height)
  return {
    blocks,
    hasSamples: blocks.some(({ block_height }) => block_height === SAMPLES.block_height),
    ends: newest && {
      lowest_block_height: await readLowestHeight(query),
      highest_block_height: newest.block_height,
      newest_record: newest.timestamp,
    },
  }
}

// One index seek per block. Its records are counted in the same index.
const NEWEST_BLOCKS = `
  WITH RECURSIVE heights(height, position) AS (
    SELECT max(block_height), 1 FROM ledger
    UNION ALL
    SELECT (SELECT max(block_height) FROM ledger WHERE block_height < height), position + 1
      FROM heights WHERE height IS NOT NULL AND position < $1
  )
  SELECT CAST(height AS TEXT) AS block_height,
         (SELECT block_hash FROM ledger WHERE block_height = height
           ORDER BY ${NEWEST_FIRST}, block_hash DESC LIMIT 1) AS block_hash,
         (SELECT CAST(timestamp AS TEXT) FROM ledger WHERE block_height = height
           ORDER BY ${NEWEST_FIRST}, block_hash DESC LIMIT 1) AS timestamp,
         (SELECT CAST(count(*) AS TEXT) FROM ledger WHERE block_height = height) AS total
    FROM heights WHERE height IS NOT NULL ORDER BY height DESC`

async function readLowestHeight(query: Query): Promise<number> {
  const [row] = await query('SELECT CAST(min(block_height) AS TEXT) AS height FROM ledger', [])
  return Number(row?.height)
}
