import type { Engine, Query, Row, SqlValue } from './database.ts'
import { columnsOf, type TableName } from './schema.ts'

/** The values of a row by column; null where there is none. Other keys are not written. */
export type NewRow = { [column: string]: SqlValue | undefined }

const MAX_ROWS_PER_STATEMENT = 128

/** The columns of a key, and others that never change: SQLite need not update their indexes. */
export type Conflict = { key: readonly string[]; fixed?: readonly string[] }

/** Inserts many rows; with `conflict`, updates those that are there with the same key. */
export async function insertRows(
  { engine, query }: { engine: Engine; query: Query },
  table: TableName,
  rows: readonly NewRow[],
  conflict?: Conflict,
): Promise<void> {
  await insertValues({ engine, query }, table, valuesOf(table, rows), conflict)
}

/** The values of rows, one row after the other, in the order of the table's columns. */
export function valuesOf(table: TableName, rows: readonly NewRow[]): SqlValue[] {
  const names = columnsOf(table).map(({ name }) => name)
  const values: SqlValue[] = []
  for (const row of rows) {
    for (const name of names) values.push(row[name] ?? null)
  }
  return values
}

/** Inserts the values of many rows, as `insertRows` does. */
export async function insertValues(
  { engine, query }: { engine: Engine; query: Query },
  table: TableName,
  values: readonly SqlValue[],
  conflict?: Conflict,
): Promise<void> {
  if (values.length === 0) return
  const insert = engine === 'postgres' ? insertColumns : insertRowByRow
  await insert(query, table, values, conflictOf(table, conflict))
}

function conflictOf(table: TableName, conflict: Conflict | undefined): string {
  if (conflict === undefined) return ''
  const { key, fixed = [] } = conflict
  const others = columnsOf(table).filter(({ name }) => !key.includes(name) && !fixed.includes(name))
  const updates = others.map(({ name }) => `${name} = excluded.${name}`)
  return ` ON CONFLICT (${key}) DO UPDATE SET ${updates}`
}

/** SQLite: many rows a statement, in powers of two, so that there are few statements to prepare. */
async function insertRowByRow(
  query: Query,
  table: TableName,
  values: readonly SqlValue[],
  conflict: string,
): Promise<void> {
  const names = columnsOf(table).map(({ name }) => name)
  const rows = values.length / names.length
  for (let written = 0, size = MAX_ROWS_PER_STATEMENT; written < rows; written += size) {
    while (size > rows - written) size /= 2
    const chunk = values.slice(written * names.length, (written + size) * names.length)
    await query(insertStatement(table, names, size, conflict), chunk)
  }
}

const statements = new Map<string, string>()

/** Kept, because writing the text takes longer than its rows do. */
function insertStatement(
  table: TableName,
  names: string[],
  rows: number,
  conflict: string,
): string {
  const key = `${table} ${rows}${conflict}`
  const statement =
    statements.get(key) ??
    `INSERT INTO ${table} (${names}) VALUES ${places(rows, names)}${conflict}`
  statements.set(key, statement)
  return statement
}

function places(rows: number, columns: string[]): string {
  const width = columns.length
  return Array.from({ length: rows }, (_, row) => {
    return `(${columns.map((_, column) => `$${row * width + column + 1}`)})`
  }).join()
}

/** PostgreSQL: a column a parameter, which is faster than a value a parameter. */
async function insertColumns(
  query: Query,
  table: TableName,
  values: readonly SqlValue[],
  conflict: string,
): Promise<void> {
  const columns = columnsOf(table)
  const width = columns.length
  const arrays = columns.map(({ type }, index) => `CAST($${index + 1} AS ${type}[])`)
  const texts = columns.map((_, column) =>
    arrayText(values.filter((_, index) => index % width === column)),
  )
  await query(
    `INSERT INTO ${table} (${columns.map(({ name }) => name)}) SELECT * FROM unnest(${arrays})${conflict}`,
    texts,
  )
}

/** An array literal. Text is quoted, because it may contain anything. */
function arrayText(values: SqlValue[]): string {
  const items = values.map((value) => {
    if (value === null) return 'NULL'
    if (typeof value === 'number') return String(value)
    if (value instanceof ArrayBuffer) throw new TypeError('bytes are written from an Uint8Array')
    if (typeof value !== 'string') return `"\\\\x${Buffer.from(value).toString('hex')}"`
    return `"${value.replace(/[\\"]/g, '\\$&')}"`
  })
  return `{${items.join()}}`
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
