import { existsSync, mkdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import Libsql from 'libsql'
import pLimit from 'p-limit'
import {
  DatabaseError,
  DatabaseLocked,
  DatabaseUnavailable,
  type Dialect,
  DuplicateRow,
  type Engine,
  type Insertion,
  type Query,
  type Role,
  type Row,
  type SqlValue,
  type Store,
} from './database.ts'
import { type ColumnType, conflictClause, type Table, tableStatement } from './table.ts'

/** "Cairn" in ASCII. It is in the file's header. */
const APPLICATION_ID = 0x4361_726e

/** How long a statement waits for another process. Meanwhile the driver, which is synchronous, blocks this one. */
const READ_TIMEOUT_MS = 50
const WRITE_TIMEOUT_MS = 20_000
/** After the file was busy, statements fail at once for this long. */
const RETRY_DELAY_MS = 500

/** Of the page cache. A larger one made no difference to who writes: the system caches the file too. */
const CACHE_MEGABYTES: Partial<Record<Role, number>> = { follower: 32, batches: 32, status: 1 }
const DEFAULT_CACHE_MEGABYTES = 16

export const sqlite: Engine = {
  open: (address, role) => openFileStore(address.replace(/^file:/, ''), role),
  concurrency: () => 1,
}

/**
 * Opens or creates the database at `path`, in which one process can write while others read.
 * @throws {DatabaseError} if the file is not a database of Cairn or the folder is not writable.
 */
function openFileStore(path: string, role: Role): Store {
  // The follower's state can wait for the next time.
  const busyTimeoutMs = role === 'status' ? 0 : READ_TIMEOUT_MS
  const cacheMegabytes = CACHE_MEGABYTES[role] ?? DEFAULT_CACHE_MEGABYTES
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
    location: path,
    isBlocking: true,
    dialect: DIALECT,
    query: (sql, parameters) => inTurn(() => queryNow(sql, parameters)),
    hasTable: async (query, name) => (await query(FIND_TABLE, [name])).length > 0,
    createTable: async (query, table) => void (await query(statementOf(table))),
    insert: insertInChunks,
    tidyUp: () => inTurn(async () => void (await queryNow(TRUNCATE_LOG))),
    mayWrite: async () => true,
    // A transaction that writes is alone already.
    waitForWriters: async () => {},
    howToDelete: () =>
      `Delete the file ${basename(path)} from the folder of the databases (DATA_DIR)`,
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

const DIALECT: Dialect = {
  hex: (column) => `lower(hex(${column}))`,
  packedRows: (columns) => `json_group_array(json_array(${columns}))`,
}

const FIND_TABLE = "SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = $1"

/** The log has grown as large as the largest index. */
const TRUNCATE_LOG = 'PRAGMA wal_checkpoint(TRUNCATE)'

const TYPES = { int: 'INTEGER', long: 'INTEGER', text: 'TEXT', bytes: 'BLOB' }
const WHOLE_NUMBERS: ReadonlySet<ColumnType | undefined> = new Set(['int', 'long'])

/** A key of one whole number is the number of its row; other rows are in the tree of their key. */
function statementOf(table: Table): string {
  const [first = '', ...others] = table.key
  const isRowId = others.length === 0 && WHOLE_NUMBERS.has(table.columns[first]?.type)
  return `${tableStatement(table, TYPES)}${isRowId ? '' : ' WITHOUT ROWID'}`
}

const MAX_ROWS_PER_STATEMENT = 128

/** Many rows a statement, in powers of two, so that there are few statements to prepare. */
async function insertInChunks(query: Query, insertion: Insertion): Promise<void> {
  const { table, values } = insertion
  const width = Object.keys(table.columns).length
  const rows = values.length / width
  for (let written = 0, size = MAX_ROWS_PER_STATEMENT; written < rows; written += size) {
    while (size > rows - written) size /= 2
    const chunk = values.slice(written * width, (written + size) * width)
    await query(insertStatement(insertion, size), chunk)
  }
}

const insertStatements = new Map<string, string>()

/** Cached, because writing the text takes longer than its rows do. */
function insertStatement(insertion: Insertion, rows: number): string {
  const { table, replacing } = insertion
  const key = `${table.name} ${rows} ${replacing?.fixed}`
  const statement = insertStatements.get(key) ?? writeStatement(insertion, rows)
  insertStatements.set(key, statement)
  return statement
}

function writeStatement({ table, replacing }: Insertion, rows: number): string {
  const columns = Object.keys(table.columns)
  const conflict = replacing === undefined ? '' : conflictClause(table, replacing.fixed)
  return `INSERT INTO ${table.name} (${columns}) VALUES ${parameters(rows, columns.length)}${conflict}`
}

function parameters(rows: number, width: number): string {
  return Array.from({ length: rows }, (_, row) => {
    return `(${Array.from({ length: width }, (_, column) => `$${row * width + column + 1}`)})`
  }).join()
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
