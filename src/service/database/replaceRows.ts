import type { Query, SqlValue } from './database.ts'
import { inChunks, LIST } from './inChunks.ts'
import { columnsOf } from './schema.ts'

/** The values of a row by column; null where there is none. Other keys are not written. */
export type NewRow = { [column: string]: SqlValue | undefined }
/** Rows of `table` by their ids. `where` is the SQL before `IN`: a column, or a condition on it. */
type Replaced = { table: string; where: string; ids: Iterable<string> }

const MAX_ROWS_PER_STATEMENT = 128

/** Deletes the rows with these ids and inserts `rows`. */
export async function replaceRows(
  query: Query,
  { table, where, ids }: Replaced,
  rows: NewRow[],
): Promise<void> {
  await inChunks(query, `DELETE FROM ${table} WHERE ${where} IN (${LIST})`, ids)
  await insertRows(query, table, rows)
}

/** Inserts many rows with one statement, which is what makes filling a database fast. */
export async function insertRows(query: Query, table: string, rows: NewRow[]): Promise<void> {
  const columns = columnsOf(table)
  let written = 0
  while (written < rows.length) {
    // In powers of two: so there are few statements, which the engine keeps.
    const size = Math.min(MAX_ROWS_PER_STATEMENT, 2 ** Math.floor(Math.log2(rows.length - written)))
    const values = rows
      .slice(written, written + size)
      .flatMap((row) => columns.map((column) => row[column] ?? null))
    await query(insertOf(table, columns, size), values)
    written += size
  }
}

function insertOf(table: string, columns: string[], rows: number): string {
  const width = columns.length
  const places = Array.from({ length: rows }, (_, row) => {
    const ofRow = columns.map((_, column) => `$${row * width + column + 1}`)
    return `(${ofRow})`
  })
  return `INSERT INTO ${table} (${columns}) VALUES ${places}`
}
