export type Engine = 'sqlite' | 'postgres'

/** A value of a row. Whole numbers fit into a double; amounts are text. libsql reads bytes as an ArrayBuffer. */
export type SqlValue = string | number | Uint8Array | ArrayBuffer | null
export type Row = Record<string, SqlValue>

/** The largest number that an INTEGER of both engines holds. Larger heights cannot exist. */
export const MAX_INTEGER = 2 ** 31 - 1

/**
 * Runs a statement. The same SQL runs on both engines: parameters `$1`… in order of first use, every order
 * total.
 * @throws {DatabaseUnavailable}
 */
export type Query = (sql: string, parameters?: readonly SqlValue[]) => Promise<Row[]>

/** Runs `work`, which sends its statements through `query`. */
export type Transaction = <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>

/** What the service needs of a database. */
export type Database = {
  engine: Engine
  query: Query
  /** Runs `work`. All its queries read the same state of the data, whatever is written meanwhile. */
  readTransaction: Transaction
  close(): Promise<void>
  /** The state of the connection pool, if there is one. */
  connections?(): Connections
}

export type Connections = { open: number; idle: number; waiting: number }

/** The two parts of the data, which may be in one database. */
export type Part = 'tokens' | 'runes'
export type Databases = Record<Part, Database>

/** A database that Cairn may write to. */
export type Store = Database & {
  /**
   * Runs `work` as one transaction: if it throws, nothing is written. On SQLite all other queries of
   * this connection wait until it ends.
   */
  transaction: Transaction
  /**
   * Locks a part, so that no other program writes to it. Returns a function that releases the lock; it is
   * released however this program ends.
   * @throws {DatabaseError} if another program has the lock.
   */
  lock(part: Part): Promise<() => void>
}

/** The database cannot be used right now; a retry may succeed. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** The database cannot be used. The message is for the person who started the program. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
}

/** Another program has the lock of the part. It may end. */
export class DatabaseLocked extends DatabaseError {
  override name = 'DatabaseLocked'

  constructor(options?: ErrorOptions) {
    super(ANOTHER_WRITER, options)
  }
}

/** The database allows no writing to whoever Cairn is there. */
export class DatabaseReadOnly extends DatabaseError {
  override name = 'DatabaseReadOnly'
}

/** The database has a row with the same key. */
export class DuplicateRow extends Error {
  override name = 'DuplicateRow'
}

const ANOTHER_WRITER =
  'Another program is writing to this database. Wait until it ends, or stop it.'

/** The number of rows of what follows `FROM`. */
export async function countRows(
  query: Query,
  from: string,
  parameters: readonly SqlValue[] = [],
): Promise<number> {
  const [row] = await query(`SELECT count(*) AS total FROM ${from}`, parameters)
  return numberOf(row ?? {}, 'total')
}

/** A column that is text and never null. */
export function textOf(row: Row, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw new TypeError(`column ${column} is not text`)
  return value
}

export function optionalTextOf(row: Row, column: string): string | undefined {
  const value = row[column]
  return value === null || value === undefined ? undefined : String(value)
}

/** A column of whole numbers that is never null. */
export function numberOf(row: Row, column: string): number {
  const value = row[column]
  if (typeof value !== 'number') throw new TypeError(`column ${column} is not a number`)
  return value
}

export function optionalNumberOf(row: Row, column: string): number | undefined {
  const value = row[column]
  return value === null || value === undefined ? undefined : Number(value)
}

/** A column of bytes in hex. */
export function hexOf(row: Row, column: string): string {
  const value = row[column]
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString('hex')
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  throw new TypeError(`column ${column} is not binary`)
}
