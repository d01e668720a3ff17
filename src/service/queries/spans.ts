import type { ValuesOf } from '../../contract/endpoint.ts'
import type { span } from '../../contract/parameters.ts'
import { numberOf } from '../../database/database.ts'
import type { Index } from './indexReader.ts'

/** The blocks that a list is narrowed to, by their heights, days or months. */
export type Span = ValuesOf<typeof span>

/** The ids of the first record from `from` on, and of the first after `to`. */
export async function recordBoundsOf(index: Index, { from, to }: Span) {
  return {
    from: from === undefined ? undefined : (await totalsBefore(index, from)).nextRecord,
    to: to === undefined ? undefined : await recordsUntil(index, to),
  }
}

/** All blocks up to one: the ids that follow their records and transactions, and how many burns they have. */
type BlockTotals = { nextRecord: number; nextTx: number; burns: number }

const NO_BLOCKS: BlockTotals = { nextRecord: 0, nextTx: 0, burns: 0 }

/** Those of the blocks before `from`, and of all up to `to`. */
export async function spanTotalsOf(index: Index, { from, to }: Span) {
  return {
    before: from === undefined ? NO_BLOCKS : await totalsBefore(index, from),
    all: await totalsUntil(index, to ?? String(index.tip.height)),
  }
}

/** Of the blocks before a height, or before a UTC day or month. */
function totalsBefore(index: Index, start: string): Promise<BlockTotals> {
  if (!start.includes('-')) return blockTotals(index, 'height', Number(start) - 1)
  return blockTotals(index, 'latest_timestamp', Date.parse(start) / 1000 - 1)
}

/** Of the blocks up to a height, or up to the end of a UTC day or month. */
function totalsUntil(index: Index, end: string): Promise<BlockTotals> {
  if (!end.includes('-')) return blockTotals(index, 'height', Number(end))
  return blockTotals(index, 'latest_timestamp', endOf(end) - 1)
}

/** When a UTC day or month is over, in Unix seconds. */
function endOf(date: string): number {
  const [year = 0, month = 0, day] = date.split('-').map(Number)
  const end = day === undefined ? Date.UTC(year, month) : Date.UTC(year, month - 1, day + 1)
  return end / 1000
}

/** The id that follows the records until a height, or until the end of a UTC day or month. */
export async function recordsUntil(index: Index, end: string): Promise<number> {
  return (await totalsUntil(index, end)).nextRecord
}

const NEWEST_FIRST = {
  height: 'height DESC',
  latest_timestamp: 'latest_timestamp DESC, height DESC',
} as const

/** The id that follows the records of the blocks up to a time in Unix seconds. */
export async function recordsAt(index: Index, seconds: number): Promise<number> {
  return (await blockTotals(index, 'latest_timestamp', seconds)).nextRecord
}

async function blockTotals(
  { query }: Index,
  column: keyof typeof NEWEST_FIRST,
  last: number,
): Promise<BlockTotals> {
  const [row] = await query(
    `SELECT next_record, next_tx, all_burns FROM blocks
      WHERE ${column} <= $1 ORDER BY ${NEWEST_FIRST[column]} LIMIT 1`,
    [last],
  )
  if (row === undefined) return NO_BLOCKS
  return {
    nextRecord: numberOf(row, 'next_record'),
    nextTx: numberOf(row, 'next_tx'),
    burns: numberOf(row, 'all_burns'),
  }
}
