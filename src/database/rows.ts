import type { Insertion, Query, Row, SqlValue, Store } from './database.ts'
import { meta } from './schema.ts'
import type { NewRow, Table } from './table.ts'

/** Creates the tables of a part that are missing, with the indexes that are declared with them. */
export async function createTables(
  { createTable, query }: Pick<Store, 'createTable' | 'query'>,
  tables: readonly Table[],
): Promise<void> {
  for (const table of [meta, ...tables]) {
    await createTable(query, table)
    for (const statement of table.indexes) await query(statement)
  }
}

/** Inserts many rows; with `replacing`, updates those that are there with the same key. */
export async function insertRows<Of extends Table>(
  { insert, query }: Pick<Store, 'insert' | 'query'>,
  table: Of,
  rows: readonly NewRow<Of>[],
  replacing?: Insertion['replacing'],
): Promise<void> {
  if (rows.length === 0) return
  await insert(query, { table, values: valuesOf(table, rows), replacing })
}

/** The values of rows, one row after the other, in the order of the table's columns. */
export function valuesOf<Of extends Table>(table: Of, rows: readonly NewRow<Of>[]): SqlValue[] {
  const names = Object.keys(table.columns)
  const values: SqlValue[] = []
  const untyped: readonly NewRow[] = rows
  for (const row of untyped) {
    for (const name of names) values.push(row[name] ?? null)
  }
  return values
}

/** How many values a statement for `selectIn` has. */
export const LIST_SIZE = 512

/** The parameters of a statement for `selectIn` after others: `WHERE rune = $1 AND id IN (${listAfter(1)})`. */
export function listAfter(leading: number): string {
  return Array.from({ length: LIST_SIZE }, (_, index) => `$${leading + index + 1}`).join(', ')
}

/** The same without others: `WHERE id IN (${LIST})`. */
export const LIST = listAfter(0)

/**
 * Runs a statement with `LIST` for any number of different values, with `leading` before them. Returns the
 * rows of all runs.
 */
export async function selectIn(
  query: Query,
  sql: string,
  values: Iterable<SqlValue>,
  leading: readonly SqlValue[] = [],
): Promise<Row[]> {
  const wanted = [...new Set(values)]
  const rows: Row[] = []
  for (let at = 0; at < wanted.length; at += LIST_SIZE) {
    const chunk = Array.from({ length: LIST_SIZE }, (_, index) => wanted[at + index] ?? null)
    for (const row of await query(sql, [...leading, ...chunk])) rows.push(row)
  }
  return rows
}

/** How many pairs a statement has: other parameters follow them. */
export const PAIRS_SIZE = 256

/** A table `pairs (one, two)` of whole numbers, for `selectPairs`. */
export const PAIRS = `(SELECT column1 AS one, column2 AS two FROM (VALUES ${Array.from(
  { length: PAIRS_SIZE },
  (_, index) => `(CAST($${index * 2 + 1} AS INTEGER), CAST($${index * 2 + 2} AS INTEGER))`,
)}) AS listed) AS pairs`

/**
 * Runs a statement with `PAIRS` for any number of different pairs, with `others` after them. Returns the rows of all
 * runs.
 */
export async function selectPairs(
  query: Query,
  sql: string,
  pairs: readonly (readonly [one: number, two: number])[],
  others: readonly SqlValue[] = [],
): Promise<Row[]> {
  const rows: Row[] = []
  for (let at = 0; at < pairs.length; at += PAIRS_SIZE) {
    const chunk = Array.from(
      { length: PAIRS_SIZE },
      (_, index) => pairs[at + index] ?? [null, null],
    )
    for (const row of await query(sql, [...chunk.flat(), ...others])) rows.push(row)
  }
  return rows
}
