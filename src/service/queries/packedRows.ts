import { setImmediate } from 'node:timers/promises'
import { type SqlValue, textOf } from '../../database/database.ts'
import { badRequest } from '../http/httpProblem.ts'
import type { Index } from './indexReader.ts'
import type { Range } from './ledger.ts'

/** More records are not summed or searched: that would take longer than a second. */
export const MAX_RECORDS = 250_000

/** Other work runs between two steps, and what a step reads is collected while it is young. */
const STEP = 4000

/** Whether the records of a range are so few that all can be read for one response. */
export function canBeRead({ first, end }: Range): boolean {
  return end - first <= MAX_RECORDS
}

/** @throws {HttpProblem} 400 */
function expectSummable(range: Range): void {
  if (canBeRead(range)) return
  const records = range.end - range.first
  throw badRequest(
    `there are ${records} records, and only up to ${MAX_RECORDS} are summed or searched; read the pages of the movements or of the records`,
  )
}

type Packed<Tuple> = {
  columns: readonly string[]
  /**
   * What follows `SELECT <columns>`, with `$1` and `$2` for the first id and the one that follows the last. Other
   * conditions have a `+`, so that each step reads its own records, and not all of an index.
   */
  from: string
  /** Those from `$3` on. */
  parameters?: readonly SqlValue[]
  take: (tuple: Tuple) => void
}

/**
 * Reads columns of all records of a range, in their order, and passes each to `take` as a tuple. The database packs
 * many into one text: libsql needs four times as long to make an object of each.
 * @throws {HttpProblem} 400 if there are too many.
 */
export async function readPacked<Tuple>(
  { query, dialect }: Index,
  range: Range,
  { columns, from, parameters = [], take }: Packed<Tuple>,
): Promise<void> {
  expectSummable(range)
  const names = columns.map((_, index) => `c${index}`)
  const named = columns.map((column, index) => `${column} AS ${names[index]}`)
  const sql = `SELECT ${dialect.packedRows(names)} AS packed
    FROM (SELECT ${named} FROM ${from} ORDER BY l.id) AS listed`
  for (let start = range.first; start < range.end; start += STEP) {
    const end = Math.min(range.end, start + STEP)
    const [row] = await query(sql, [start, end, ...parameters])
    const tuples: Tuple[] = row?.packed ? JSON.parse(textOf(row, 'packed')) : []
    for (const tuple of tuples) take(tuple)
    await setImmediate()
  }
}
