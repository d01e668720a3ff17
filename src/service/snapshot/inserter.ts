import type Libsql from 'libsql'
import type { SqlValue } from '../database/database.ts'

/** Writes one row: the named columns of `values`, null where there is none. */
export type Insert<Column extends string> = (
  values: { [name in Column]?: SqlValue | undefined },
) => void

/** A writer of rows into `table`, prepared once. */
export function inserter<Column extends string>(
  connection: Libsql.Database,
  table: string,
  columns: readonly Column[],
): Insert<Column> {
  const places = columns.map((_, index) => `$${index + 1}`)
  const sql = `INSERT INTO ${table} (${columns}) VALUES (${places})`
  const statement = connection.prepare(sql)
  return (values) => {
    statement.run(columns.map((column) => values[column] ?? null))
  }
}
