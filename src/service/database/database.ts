/** A value of a row: text for everything that could lose digits (the SQL casts), else a number. */
export type SqlValue = string | number | null
export type Row = Record<string, SqlValue>

/**
 * One SQL text serves every engine: `$1` parameters in order of first use, every order total, every
 * wide number cast to text.
 * @throws {DatabaseUnavailable}
 */
export type Query = (sql: string, parameters: readonly SqlValue[]) => Promise<Row[]>

/** Gives `work` a `Query` for its statements. */
export type Transaction = <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>

/** What is imported, and versioned, on its own. */
export type Part = 'tokens' | 'runes'

export type CountedTable = 'tokens' | 'runes' | 'ledger'
export type Count = { total: number; isExact: boolean }

/** What the service asks of a database. */
export type Database = {
  query: Query
  /** Runs `work`, whose queries all read one state of the data, whatever others write meanwhile. */
  readTransaction: Transaction
  /** How many rows a table has: exact where that is cheap, else an estimate of three digits. */
  count(table: CountedTable): Promise<Count>
  /**
   * The version of a part of the data: another one after an import. On SQLite after any write of
   * another connection, on PostgreSQL only after what `bumpDataVersion` counts.
   */
  dataVersion(part: Part): Promise<string>
  close(): Promise<void>
  /** How many connections there are, where there can be many. */
  connections?(): Connections
}

export type Connections = { open: number; idle: number; waiting: number }

/** Where the service reads: the runes and their ledger may stand in an indexer's database. */
export type Databases = { tokens: Database; runes: Database }

/** A database that a program of ours may fill. */
export type Store = Database & {
  /**
   * Runs `work` as one transaction: all of it is written, or, if it throws, nothing. On SQLite what
   * others ask of this connection meanwhile is part of it, so a service that answers does without.
   */
  transaction: Transaction
  /**
   * Runs `work` while no other program does so for the same `part` of what is stored. However this one
   * ends, another may begin then.
   * @throws {DatabaseError} while another is at work.
   */
  alone<Result>(part: Part, work: (transaction: Transaction) => Promise<Result>): Promise<Result>
}

/** The database cannot answer now; asked again later it may. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** A database that cannot be used, in a sentence for the person who started the program. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
}

export const AT_WORK =
  'Another program is writing into this database. Wait until it has ended, or stop it.'

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

/** The exact number of rows of a table if it has few, else `estimate` in three digits. */
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

/** A count walks over all rows. */
const MAX_EXACT_COUNT = 250_000
