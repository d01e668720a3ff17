/** A value of a row: text for everything that could lose digits (the SQL casts), else a number. */
export type SqlValue = string | number | null
export type Row = Record<string, SqlValue>

/**
 * What the service asks of a database. One SQL text serves every engine: `$1` parameters in order
 * of first use, every order total, every wide number cast to text.
 */
export type Database = {
  /** @throws {DatabaseUnavailable} */
  query(sql: string, parameters: readonly SqlValue[]): Promise<Row[]>
  /** Changes whenever another writer changed what is stored; what was derived before is then stale. */
  version(): Promise<string>
  close(): Promise<void>
}

/** The database cannot answer now; asked again later it may. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** A column that the SQL promises to be text. */
export function textOf(row: Row, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw new TypeError(`column ${column} is not text`)
  return value
}

/** A column of whole numbers, cast to text in the SQL; null becomes undefined. */
export function integerOf(row: Row, column: string): number | undefined {
  const value = row[column]
  return value === null || value === undefined ? undefined : Number(value)
}

export function optionalTextOf(row: Row, column: string): string | undefined {
  const value = row[column]
  return value === null || value === undefined ? undefined : String(value)
}
