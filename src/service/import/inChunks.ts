import type { Query, Row, SqlValue } from '../database/database.ts'

const MOST_VALUES = 512

/**
 * Runs a statement for many values, some hundred at a time: `sql` is given the list for `IN (…)`, whose
 * parameters follow `before`. The last value fills the lists up to a power of two: so there are few
 * statements, which the engine keeps.
 */
export async function inChunks(
  query: Query,
  sql: (list: string) => string,
  { before = [], values }: { before?: SqlValue[]; values: SqlValue[] },
): Promise<Row[]> {
  const rows: Row[] = []
  for (let from = 0; from < values.length; from += MOST_VALUES) {
    const some = values.slice(from, from + MOST_VALUES)
    const [last = null] = some.slice(-1)
    while (!Number.isInteger(Math.log2(some.length))) some.push(last)
    const list = some.map((_, index) => `$${before.length + index + 1}`).join(', ')
    for (const row of await query(sql(list), [...before, ...some])) rows.push(row)
  }
  return rows
}
