import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Libsql from 'libsql'
import pLimit from 'p-limit'
import {
  DatabaseError,
  DatabaseLocked,
  DatabaseUnavailable,
  DuplicateRow,
  type Query,
  type Row,
  type SqlValue,
  type Store,
} from './database.ts'

/** "Cairn" in ASCII. It is in the file's header. */
const APPLICATION_ID = 0x4361_726e

/** How long a statement waits for another process. Meanwhile the driver, which is synchronous, blocks this one. */
const READ_TIMEOUT_MS = 50
const WRITE_TIMEOUT_MS = 20_000
/** After the file was busy, statements fail at once for this long. */
const RETRY_DELAY_MS = 500

export type SqliteOptions = {
  /** Of the page cache. */
  cacheMegabytes?: number
  /** How long a statement waits for another process, unless it begins a transaction. */
  busyTimeoutMs?: number
}

/**
 * Opens or creates the SQLite database at `path`, in which one process can write while others read.
 * @throws {DatabaseError} if the file is not a database of Cairn or the folder is not writable.
 */
export function openSqlite(
  path: string,
  { cacheMegabytes = 16, busyTimeoutMs = READ_TIMEOUT_MS }: SqliteOptions = {},
): Store {
  const connection = openFile(path)
  setTimeoutOf(connection, busyTimeoutMs)
  connection.exec(`PRAGMA cache_size = -${cacheMegabytes * 1024}`)
  const run = createRunner(connection)
  let isClosed = false
  // The driver aborts the process if it uses a closed connection.
  const expectOpen = () => {
    if (isClosed) throw unavailable()
  }
  const queryNow: Query = async (sql, parameters = []) => {
    expectOpen()
    return run(sql, parameters)
  }
  // One at a time, so that no other statement gets into a transaction.
  const inTurn = pLimit(1)

  async function transaction<Result>(
    work: (query: Query) => Promise<Result>,
    begin: 'BEGIN' | 'BEGIN IMMEDIATE',
  ): Promise<Result> {
    expectOpen()
    const isWriting = begin === 'BEGIN IMMEDIATE'
    if (isWriting) setTimeoutOf(connection, WRITE_TIMEOUT_MS)
    try {
      await queryNow(begin)
      const result = await work(queryNow)
      await queryNow('COMMIT')
      return result
    } finally {
      if (connection.inTransaction) connection.exec('ROLLBACK')
      if (isWriting) setTimeoutOf(connection, busyTimeoutMs)
    }
  }

  return {
    engine: 'sqlite',
    query: (sql, parameters) => inTurn(() => queryNow(sql, parameters)),
    readTransaction: (work) => inTurn(() => transaction(work, 'BEGIN')),
    transaction: (work) => inTurn(() => transaction(work, 'BEGIN IMMEDIATE')),
    lock: async (part) => lockFile(`${path}.${part}-lock`),
    close: () =>
      inTurn(async () => {
        if (!isClosed) connection.close()
        isClosed = true
      }),
  }
}

function openFile(path: string): Libsql.Database {
  try {
    makeFolder(dirname(path))
    const connection = new Libsql(path)
    setTimeoutOf(connection, WRITE_TIMEOUT_MS)
    expectCairn(connection, path)
    // Readers see the last state while another connection writes. A crash of the machine may lose the last
    // transactions, but none in part.
    connection.exec('PRAGMA journal_mode = WAL')
    connection.exec('PRAGMA synchronous = NORMAL')
    return connection
  } catch (cause) {
    if (cause instanceof DatabaseError) throw cause
    throw new DatabaseError(explain(cause, path), { cause })
  }
}

// Not `recursive`: in a folder that allows none, such as /proc, Node would try forever.
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path)
}

function expectCairn(connection: Libsql.Database, path: string): void {
  const read = (sql: string) => connection.prepare(sql).all().find(isRow)?.value
  const isNew = read('SELECT count(*) AS value FROM sqlite_master') === 0
  if (isNew) connection.exec(`PRAGMA application_id = ${APPLICATION_ID}`)
  else if (read('SELECT application_id AS value FROM pragma_application_id') !== APPLICATION_ID) {
    throw new DatabaseError(
      `${path} is a database that Cairn did not create. Nothing was changed. Choose another folder with DATA_DIR.`,
    )
  }
}

function setTimeoutOf(connection: Libsql.Database, milliseconds: number): void {
  connection.exec(`PRAGMA busy_timeout = ${milliseconds}`)
}

/**
 * Locks an empty file next to the database, which is never deleted. The system releases the lock when the
 * process ends, however it ends.
 */
function lockFile(path: string): () => void {
  const connection = new Libsql(path)
  try {
    connection.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    connection.close()
    throw new DatabaseLocked({ cause })
  }
  return () => connection.close()
}

type Run = (sql: string, parameters: readonly SqlValue[]) => Row[]

/** Runs statements on `connection`; each text, which has no values, is prepared once. @throws {DatabaseUnavailable} */
function createRunner(connection: Libsql.Database): Run {
  const statements = new Map<string, ReturnType<typeof connection.prepare>>()
  let busyUntil = Number.NEGATIVE_INFINITY

  function prepare(sql: string) {
    // As in PostgreSQL, $2 is the second value. SQLite would number such names as they appear.
    const numbered = () => connection.prepare(sql.replace(/\$(\d+)/g, '?$1'))
    const statement = statements.get(sql) ?? numbered()
    statements.set(sql, statement)
    return statement
  }

  return (sql, parameters) => {
    if (performance.now() < busyUntil) throw unavailable()
    try {
      const statement = prepare(sql)
      if (statement.reader) return statement.all(parameters).filter(isRow)
      statement.run(parameters)
      return []
    } catch (cause) {
      const code = codeOf(cause)
      if (BUSY.test(code)) busyUntil = performance.now() + RETRY_DELAY_MS
      if (DUPLICATE.test(code)) throw new DuplicateRow(String(cause), { cause })
      throw UNAVAILABLE.test(code) ? unavailable(cause) : cause
    }
  }
}

const DUPLICATE = /^SQLITE_CONSTRAINT_(PRIMARYKEY|UNIQUE)/
const BUSY = /^SQLITE_(BUSY|LOCKED)/
// The file is locked, the machine lacks resources to use it, or the file is damaged.
const UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|IOERR|NOMEM|FULL|CANTOPEN|CORRUPT|NOTADB)/

function unavailable(cause?: unknown): DatabaseUnavailable {
  const isFull = /^SQLITE_FULL/.test(codeOf(cause))
  const sentence = isFull ? 'The disk is full.' : 'The database cannot be used now.'
  return new DatabaseUnavailable(sentence, { cause })
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}

function explain(cause: unknown, path: string): string {
  const code = codeOf(cause)
  if (code === 'SQLITE_NOTADB') {
    return `${path} is not a database. Nothing was changed. Choose another folder with DATA_DIR.`
  }
  if (code === 'SQLITE_BUSY') return `${path} is in use by another process.`
  return `${path} cannot be opened for writing. Choose a writable folder with DATA_DIR.`
}
