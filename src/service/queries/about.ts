import type { About } from '../../contract/directory.ts'
import { SAMPLES } from '../../contract/samples.ts'
import { type Databases, type Query, textOf } from '../database/database.ts'
import { NEWEST_FIRST } from './scope.ts'

const MAX_BLOCKS = 50

const NOTES = [
  'A block here is not complete: it holds the records that follow from its own transactions. Transfers of runes whose balances were created in other blocks are missing, so a total counts the records held, not those on chain.',
  'One airdrop of 4,444 records in block 840,656 and a few mints lack amounts or their position in the block, because the source did not hold them.',
  'Most tokens have on-chain facts only: name, symbol, decimals, asset and token URI as they were at deployment.',
]

const SOURCES = [
  'Rune activity and runes: raw Bitcoin blocks, decoded from their runestones.',
  'Tokens: the sources of their contracts on Stacks, and recorded answers of a public token API.',
  'Samples: made by Cairn, and labelled.',
]

/** What is held. Cheap on a ledger of any size: seeks, and counts that are estimates where it is large. */
export async function readAbout({ tokens, runes }: Databases, version: string): Promise<About> {
  const [heldTokens, heldRunes, records, ledger] = await Promise.all([
    tokens.count('tokens'),
    runes.count('runes'),
    runes.count('ledger'),
    runes.readTransaction(readLedger),
  ])
  return {
    version,
    ...(ledger.holdsSamples
      ? { source: 'snapshot', sources: SOURCES, is_complete: false, notes: NOTES }
      : { source: 'database', notes: records.isExact ? [] : [ESTIMATED] }),
    tokens: heldTokens.total,
    runes: heldRunes.total,
    records: records.total,
    ...ledger.ends,
    blocks: ledger.blocks,
    samples: SAMPLES,
  }
}

const ESTIMATED =
  'The ledger is too large to be counted often: the number of records is an estimate.'

/** The newest blocks, and the heights between which records are held; samples are left out of those. */
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
    holdsSamples: blocks.some(({ block_height }) => block_height === SAMPLES.block_height),
    ends: newest && {
      lowest_block_height: await readLowestHeight(query),
      highest_block_height: newest.block_height,
      newest_record: newest.timestamp,
    },
  }
}

// A step through the order's index for each block, and its records counted in that index.
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
