import type { About } from '../../contract/directory.ts'
import { SAMPLES } from '../../contract/samples.ts'
import type { Database, Databases, Query, SqlValue } from '../database/database.ts'
import { readBlocks } from './blockList.ts'
import { readOrigins } from './blockSources.ts'
import { findExamples } from './findExamples.ts'

const MAX_BLOCKS = 50

const PARTIAL =
  'Some blocks are incomplete. Their pages say so, and count the records that this service has, not those on chain.'

const SNAPSHOT_NOTES = [
  'Blocks of the snapshot lack the transfers of runes whose balances were created in other blocks, and the receives of most mints.',
  'Runes without a number, and their records, may not exist: the snapshot does not record whether their etchings are valid under the runes protocol.',
  'One airdrop of 4,444 records in block 840,656 and a few mints lack amounts or their position in the block: they do not come from raw blocks, and their source did not have these values.',
  'Most tokens have on-chain facts only: name, symbol, decimals and asset, and often the supply and token URI at deployment.',
]

const SOURCES = [
  'Rune activity and runes: mostly decoded from the runestones in raw Bitcoin blocks.',
  'Tokens: the source code of their contracts on Stacks, and recorded responses of a public token API.',
  'Samples: made up for demonstration, labelled, and not counted.',
]

/** A summary of the data. Cheap on a ledger of any size: index seeks, and estimates for large counts. */
export async function readAbout({ tokens, runes }: Databases, version: string): Promise<About> {
  const [tokenCount, runeCount, records, samples, ledger, blocks, examples] = await Promise.all([
    tokens.count('tokens'),
    runes.count('runes'),
    runes.count('ledger'),
    countSamples({ tokens, runes }),
    runes.readTransaction(readLedger),
    readOrigins(runes),
    findExamples({ tokens, runes }),
  ])
  return {
    version,
    source: blocks.hasSnapshot ? 'snapshot' : 'database',
    ...(blocks.hasSnapshot && { sources: SOURCES }),
    ...(blocks.hasPartial && { is_complete: false }),
    notes: [
      ...(blocks.hasPartial ? [PARTIAL] : []),
      ...(blocks.hasSnapshot ? SNAPSHOT_NOTES : []),
      ...(records.isExact ? [] : [ESTIMATED]),
    ],
    tokens: tokenCount.total - samples.tokens,
    runes: runeCount.total - samples.runes,
    records: records.total - samples.records,
    ...ledger.ends,
    blocks: ledger.blocks,
    examples,
    samples: SAMPLES,
  }
}

const ESTIMATED = 'The ledger is too large to count often, so the number of records is an estimate.'

/** The newest blocks, and the lowest and the highest height with records, without samples. */
async function readLedger(query: Query) {
  const blocks = await readBlocks(query, SAMPLES.block_height, MAX_BLOCKS)
  const newest = blocks.find(({ block_height }) => block_height !== SAMPLES.block_height)
  return {
    blocks,
    ends: newest && {
      lowest_block_height: await readLowestHeight(query),
      highest_block_height: newest.block_height,
      newest_record: newest.timestamp,
    },
  }
}

async function countSamples({ tokens, runes }: Databases) {
  const deployer = SAMPLES.sender_address
  const count = async ({ query }: Database, sql: string, parameters: SqlValue[]) =>
    Number((await query(sql, parameters))[0]?.total)
  return {
    tokens: await count(tokens, SAMPLE_TOKENS, [`${deployer}.`, `${deployer}/`]),
    runes: await count(runes, SAMPLE_RUNES, [
      `${SAMPLES.block_height}:`,
      `${SAMPLES.block_height};`,
    ]),
    records: await count(runes, SAMPLE_RECORDS, [SAMPLES.block_height]),
  }
}

// Ranges, so that the primary keys find the rows: `/` follows `.`, and `;` follows `:`.
const SAMPLE_TOKENS =
  'SELECT CAST(count(*) AS TEXT) AS total FROM tokens WHERE principal > $1 AND principal < $2'
const SAMPLE_RUNES = 'SELECT CAST(count(*) AS TEXT) AS total FROM runes WHERE id > $1 AND id < $2'
const SAMPLE_RECORDS = 'SELECT CAST(count(*) AS TEXT) AS total FROM ledger WHERE block_height = $1'

async function readLowestHeight(query: Query): Promise<number> {
  const [row] = await query('SELECT CAST(min(block_height) AS TEXT) AS height FROM ledger', [])
  return Number(row?.height)
}
