import type { ValuesOf } from '../../contract/endpoint.ts'
import type { span } from '../../contract/parameters.ts'
import { numberOf } from '../../database/database.ts'
import type { Index } from './indexReader.ts'

/** The blocks that a list is narrowed to, by their heights or days. */
export type Span = ValuesOf<typeof span>

/** The ids of the first record from `from` on, and of the first after `to`. */
export async function recordBoundsOf(index: Index, { from, to }: Span) {
  return {
    from: from === undefined ? undefined : await recordsBefore(index, from),
    to: to === undefined ? undefined : await recordsUntil(index, to),
  }
}

/** The id that follows the records before a height, or before a UTC day. */
function recordsBefore(index: Index, start: string): Promise<number> {
  if (!start.includes('-')) return nextRecord(index, 'height', Number(start) - 1)
  return nextRecord(index, 'latest_timestamp', Date.parse(start) / 1000 - 1)
}

/** The id that follows the records until a height, or until the end of a UTC day. */
export function recordsUntil(index: Index, end: string): Promise<number> {
  if (!end.includes('-')) return nextRecord(index, 'height', Number(end))
  return nextRecord(index, 'latest_timestamp', Date.parse(`${end}T24:00:00Z`) / 1000 - 1)
}

const NEWEST_FIRST = {
  height: 'height DESC',
  latest_timestamp: 'latest_timestamp DESC, height DESC',
} as const

/** The id that follows the records of the blocks up to a height, or to a time in Unix seconds. */
export async function nextRecord(
  { query }: Index,
  column: keyof typeof NEWEST_FIRST,
  last: number,
): Promise<number> {
  const [row] = await query(
    `SELECT next_record FROM blocks WHERE ${column} <= $1 ORDER BY ${NEWEST_FIRST[column]} LIMIT 1`,
    [last],
  )
  return row === undefined ? 0 : numberOf(row, 'next_record')
}
