import type { About, HeldBlock } from '../../contract/directory.ts'
import { SAMPLES } from '../../contract/samples.ts'
import { type Database, type Databases, integerOf, textOf } from '../database/database.ts'

const MOST_BLOCKS = 50

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

/**
 * What is held, read at most as often as it can be in a hundredth of the time: it takes a walk over
 * the newest blocks, and counts.
 */
export function createAboutReader(databases: Databases, version: string): () => Promise<About> {
  let known: { about: About; until: number } | undefined
  return async () => {
    if (known !== undefined && Date.now() < known.until) return known.about
    const began = Date.now()
    const about = await readAbout(databases, version)
    known = { about, until: Date.now() + 100 * (Date.now() - began) }
    return about
  }
}

async function readAbout({ tokens, runes }: Databases, version: string): Promise<About> {
  const [heldTokens, heldRunes, records] = await Promise.all([
    tokens.count('tokens'),
    runes.count('runes'),
    runes.count('ledger'),
  ])
  const isSnapshot = await holdsSamples(runes)
  return {
    version,
    ...(isSnapshot
      ? { source: 'snapshot', sources: SOURCES, is_complete: false, notes: NOTES }
      : { source: 'database', notes: records.isExact ? [] : [ESTIMATED] }),
    tokens: heldTokens.total,
    runes: heldRunes.total,
    ...(records.isExact && { transactions: await countTransactions(runes) }),
    records: records.total,
    ...(await readEnds(runes)),
    blocks: await readNewestBlocks(runes),
    samples: SAMPLES,
  }
}

const ESTIMATED =
  'The ledger is too large to be counted often: the number of records is an estimate.'

async function holdsSamples(runes: Database): Promise<boolean> {
  const rows = await runes.query('SELECT 1 AS held FROM ledger WHERE block_height = $1 LIMIT 1', [
    SAMPLES.block_height,
  ])
  return rows.length > 0
}

async function countTransactions(runes: Database): Promise<number> {
  const [row] = await runes.query(
    'SELECT CAST(count(DISTINCT tx_id) AS TEXT) AS total FROM ledger',
    [],
  )
  return Number(row?.total)
}

/** The heights between which records are held, and the time of the newest. */
async function readEnds(runes: Database): Promise<Partial<About>> {
  const [ends] = await runes.query(
    `SELECT CAST((SELECT min(block_height) FROM ledger WHERE block_height < $1) AS TEXT) AS lowest,
            CAST((SELECT max(block_height) FROM ledger WHERE block_height < $1) AS TEXT) AS highest,
            CAST((SELECT timestamp FROM ledger WHERE block_height < $1
                   ORDER BY block_height DESC LIMIT 1) AS TEXT) AS newest_record`,
    [SAMPLES.block_height],
  )
  if (ends === undefined) throw new Error('values without a table are one row')
  return {
    lowest_block_height: integerOf(ends, 'lowest'),
    highest_block_height: integerOf(ends, 'highest'),
    newest_record: integerOf(ends, 'newest_record'),
  }
}

async function readNewestBlocks(runes: Database): Promise<HeldBlock[]> {
  const blocks = await runes.query(
    `SELECT CAST(block_height AS TEXT) AS block_height, min(block_hash) AS block_hash,
            CAST(min(timestamp) AS TEXT) AS timestamp, CAST(count(*) AS TEXT) AS total
       FROM ledger GROUP BY ledger.block_height ORDER BY ledger.block_height DESC LIMIT ${MOST_BLOCKS}`,
    [],
  )
  return blocks.map((row) => ({
    block_height: Number(row.block_height),
    block_hash: textOf(row, 'block_hash'),
    timestamp: Number(row.timestamp),
    total: Number(row.total),
  }))
}
