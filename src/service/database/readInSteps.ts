import { setImmediate } from 'node:timers/promises'
import type { Query, Row, SqlValue } from './database.ts'

type Statement = {
  /** Sorts its rows by a key, limits them to `step`, and begins after the key in its last parameter. */
  sql: string
  parameters: readonly SqlValue[]
  step: number
  /** The key before the first row. */
  start: SqlValue
  keyOf: (row: Row) => SqlValue
}

/** Reads many rows with several queries. SQLite is synchronous: other work runs between them. */
export async function* readInSteps(
  query: Query,
  { sql, parameters, step, start, keyOf }: Statement,
): AsyncGenerator<Row[]> {
  for (let after = start; ; await setImmediate()) {
    const rows = await query(sql, [...parameters, after])
    const last = rows.at(-1)
    if (last !== undefined) yield rows
    if (last === undefined || rows.length < step) return
    after = keyOf(last)
  }
}
