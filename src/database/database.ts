import type { Table } from './table.ts'

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
export type RunInTransaction = <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>

/** SQL that each engine writes in another way. */
export type Dialect = {
  /** Bytes as hex digits in lower case. */
  hex(column: string): string
  /** An aggregate of rows as one JSON text: an array of an array of these columns for each. */
  packedRows(columns: readonly string[]): string
}

/** What the service needs of a database. */
export type Database = {
  query: Query
  dialect: Dialect
  hasTable(query: Query, name: string): Promise<boolean>
  /** Runs `work`. All its queries read the same state of the data, whatever is written meanwhile. */
  readTransaction: RunInTransaction
  close(): Promise<void>
  /** The state of the connection pool, if there is one. */
  connections?(): Connections
}

export type Connections = { open: number; idle: number; waiting: number }

/** The two parts of the data, which may be in one database. */
export type Part = 'tokens' | 'runes'
export type Databases = Record<Part, Database>

/** A database that Cairn may write to. What differs between engines is here, and nowhere else. */
export type Store = Database & {
  /** Where it is, for people. */
  location: string
  /** Whether a statement stops everything else in its thread: then large writes need another one. */
  isBlocking: boolean
  /**
   * Runs `work` as one transaction: if it throws, nothing is written. On SQLite all other queries of
   * this connection wait until it ends.
   */
  transaction: RunInTransaction
  /**
   * Locks a part, so that no other program writes to it. Returns a function that releases the lock; it is
   * released however this program ends.
   * @throws {DatabaseError} if another program has the lock.
   */
  lock(part: Part): Promise<() => void>
  createTable(query: Query, table: Table): Promise<void>
  /** @throws {DuplicateRow} */
  insert(query: Query, insertion: Insertion): Promise<void>
  /** Does what large writes leave to do. */
  tidyUp(tables: readonly Table[]): Promise<void>
  /** Whether this role may create and write to a table. */
  mayWrite(table: Table): Promise<boolean>
  /** Waits, in a transaction, until no other one that called it is open. */
  waitForWriters(query: Query): Promise<void>
  /** Tells an operator how to delete a part. */
  howToDelete(part: Part, tables: readonly Table[]): string
}

/** Rows to insert, as the values of one after the other, in the order of the columns. */
export type Insertion = {
  table: Table
  values: readonly SqlValue[]
  /**
   * Whether rows with the same key are updated; otherwise they are an error. `fixed`: columns that never change, so
   * that no index on them is updated.
   */
  replacing?: { fixed: readonly string[] } | undefined
}

/**
 * What a store is opened for: to serve readers, to index blocks, to write the batches that another thread indexed, to
 * tell the follower's state, or to import. Each engine decides what that needs.
 */
export type Role = 'reader' | 'follower' | 'batches' | 'status' | 'import'

/** For readers. An engine without connections to a server ignores it. */
export type StoreLimits = {
  /** The maximum number of connections to each host. */
  connections: number
  /** Milliseconds that a query may take; 0 means no limit. */
  timeoutMs: number
}

export type Engine = {
  open(address: string, role: Role, limits: StoreLimits): Store
  /** How many queries of a reader can run at the same time. */
  concurrency(limits: StoreLimits): number
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

/** Another program wrote, although this one had the lock. */
export class LostLock extends Error {
  override name = 'LostLock'
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

/** A character that is stored as its code point, since text cannot contain U+0000 on every engine. */
export function optionalCharacterOf(row: Row, column: string): string | undefined {
  const codePoint = optionalNumberOf(row, column)
  return codePoint === undefined ? undefined : String.fromCodePoint(codePoint)
}

/** A column of bytes in hex. */
export function hexOf(row: Row, column: string): string {
  const value = row[column]
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString('hex')
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  throw new TypeError(`column ${column} is not binary`)
}
