/** A value of a row. The SQL casts numbers that could lose digits to text. */
export type SqlValue = string | number | null
export type Row = Record<string, SqlValue>

/**
 * Runs a statement. The same SQL runs on both engines: parameters `$1`… in order of first use, every
 * order total, every wide number cast to text.
 * @throws {DatabaseUnavailable}
 */
export type Query = (sql: string, parameters: readonly SqlValue[]) => Promise<Row[]>

/** Runs `work`, which sends its statements through `query`. */
export type Transaction = <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>

/** A part of the data that is imported and versioned separately. */
export type Part = 'tokens' | 'runes'

export type CountedTable = 'tokens' | 'runes' | 'ledger'
export type Count = { total: number; isExact: boolean }

/** What the service needs of a database. */
export type Database = {
  query: Query
  /** Runs `work`. All its queries read the same state of the data, whatever is written meanwhile. */
  readTransaction: Transaction
  hasTable(table: string): Promise<boolean>
  /** The number of rows of a table: exact if that is cheap, otherwise an estimate of three digits. */
  count(table: CountedTable): Promise<Count>
  /**
   * The version of a part of the data, which changes with an import. On SQLite it changes with any
   * write of another connection, on PostgreSQL only with `countImport`.
   */
  dataVersion(part: Part): Promise<string>
  close(): Promise<void>
  /** The state of the connection pool, if there is one. */
  connections?(): Connections
}

export type Connections = { open: number; idle: number; waiting: number }

/** The databases that the service reads. The runes and their ledger may be in an indexer's database. */
export type Databases = { tokens: Database; runes: Database }

/** A database that Cairn may write to. */
export type Store = Database & {
  /**
   * Runs `work` as one transaction: if it throws, nothing is written. On SQLite all other queries of
   * this connection wait until it ends.
   */
  transaction: Transaction
  /**
   * Runs `work` with a lock on `part`, so that no other program writes to it. The lock is released
   * however this program ends.
   * @throws {DatabaseError} if another program has the lock.
   */
  alone<Result>(part: Part, work: (transaction: Transaction) => Promise<Result>): Promise<Result>
}

/** The database cannot be used right now; a retry may succeed. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** The database cannot be used. The message is for the person who started the program. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
}

export const ANOTHER_WRITER =
  'Another program is writing to this database. Wait until it ends, or stop it.'

/** A column that is text and never null. */
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

/** The exact number of rows of a small table; for a large one, `estimate` rounded to three digits. */
export async function countOrEstimate(
  query: Query,
  table: CountedTable,
  estimate: number,
): Promise<Count> {
  if (estimate > MAX_EXACT_COUNT) {
    return { total: Number(estimate.toPrecision(3)), isExact: false }
  }
  const [row] = await query(`SELECT CAST(count(*) AS TEXT) AS total FROM ${table}`, [])
  return { total: Number(row?.total), isExact: true }
}

/** Counting reads every row. */
const MAX_EXACT_COUNT = 250_000
