import { createHash } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Libsql from 'libsql'
import pLimit from 'p-limit'
import {
  AT_WORK,
  type CountedTable,
  countOrEstimate,
  DatabaseError,
  DatabaseUnavailable,
  type Query,
  type Row,
  type SqlValue,
  type Store,
  textOf,
} from './database.ts'
import { schemaOf } from './schema.ts'

const SCHEMA = Object.values(schemaOf('sqlite')).join('')

// "Cairn" in the file's header tells our file from any other SQLite file; a number made of the tables
// tells the file of another version of Cairn.
const APPLICATION_ID = 0x4361_726e
const SHAPE = createHash('sha256').update(SCHEMA).digest().readUInt32BE() >>> 1

/** Who fills the file or imports into it may wait for another; who answers requests may not. */
const WRITE_BUSY_TIMEOUT_MS = 20_000
const SERVE_BUSY_TIMEOUT_MS = 50
/** For how long a file that was busy is not tried again. */
const RETRY_DELAY_MS = 500

export type Sqlite = Store & {
  /**
   * Creates the tables and runs `fill` if the database is new, or was filled by another version of
   * Cairn: all that it holds comes from the snapshot. In one transaction: a start killed halfway
   * changes nothing, and of two starts at once the second finds the first one's work.
   * @throws {DatabaseError} if it fails; then nothing is written.
   */
  fillIfNew(fill: (query: Query) => Promise<void>): Promise<void>
  /**
   * Creates empty tables if the database is new, and makes it one that is read while it is written:
   * with a write-ahead log, which the file keeps from then on.
   * @throws {DatabaseError} when another version of Cairn made it.
   */
  openForWriting(): Promise<void>
}

/**
 * Opens or creates the embedded database at `path`.
 * @throws {DatabaseError} when the file is not ours or the folder cannot be written.
 */
export function openSqlite(path: string): Sqlite {
  const connection = open(path)
  const runner = createRunner(connection)
  const queryNow: Query = async (sql, parameters) => runner.run(sql, parameters)
  // One at a time, so that nothing else gets into a read transaction.
  const inTurn = pLimit(1)
  const query: Query = (sql, parameters) => inTurn(queryNow, sql, parameters)

  async function readTransaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    // Deferred: it takes no lock, and so never waits for one.
    connection.exec('BEGIN')
    try {
      return await work(queryNow)
    } finally {
      if (connection.inTransaction) connection.exec('ROLLBACK')
    }
  }

  async function transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    // Statements that fill a database are large, and are of no use after it.
    const { run } = createRunner(connection)
    const own: Query = async (sql, parameters) => run(sql, parameters)
    setBusyTimeout(connection, WRITE_BUSY_TIMEOUT_MS)
    try {
      await own('BEGIN IMMEDIATE', [])
      const result = await work(own)
      await own('COMMIT', [])
      return result
    } finally {
      if (connection.inTransaction) connection.exec('ROLLBACK')
      setBusyTimeout(connection, SERVE_BUSY_TIMEOUT_MS)
    }
  }

  return {
    query,
    readTransaction: (work) => inTurn(() => readTransaction(work)),
    transaction,
    alone: async (_part, work) => {
      const unlock = lock(`${path}-writer`)
      try {
        return await work(transaction)
      } finally {
        unlock()
      }
    },
    count: async (table) => countOrEstimate(query, table, await readEstimate(query, table)),
    dataVersion: async () => {
      if (runner.isDamaged) throw unavailable()
      const [row] = await query('PRAGMA data_version', [])
      return String(row?.data_version)
    },
    close: async () => {
      connection.close()
    },
    async fillIfNew(fill) {
      try {
        await transaction(async (query) => {
          if (header(connection, 'user_version') === SHAPE) return
          if (holdsMore(connection)) throw new DatabaseError(otherVersion(path))
          for (const name of tables(connection)) connection.exec(`DROP TABLE ${name}`)
          createTables(connection)
          await fill(query)
        })
      } catch (cause) {
        if (cause instanceof DatabaseError) throw cause
        const sentence = `${path} could not be filled from the snapshot. Is the disk full? Nothing was written.`
        throw new DatabaseError(sentence, { cause })
      }
    },
    async openForWriting() {
      await transaction(async () => {
        if (header(connection, 'user_version') === SHAPE) return
        if (tables(connection).length > 0) throw new DatabaseError(otherVersion(path))
        createTables(connection)
      })
      setBusyTimeout(connection, WRITE_BUSY_TIMEOUT_MS)
      connection.exec('PRAGMA journal_mode = WAL')
      setBusyTimeout(connection, SERVE_BUSY_TIMEOUT_MS)
    },
  }
}

type Runner = {
  /** @throws {DatabaseUnavailable} */
  run(sql: string, parameters: readonly SqlValue[]): Row[]
  /** Whether a statement met a part of the file that is broken. */
  isDamaged: boolean
}

/**
 * Runs statements on `connection`, each text prepared once. The driver is synchronous: while another
 * process holds the file, waiting for it would stop this one, so the next statements fail at once.
 */
function createRunner(connection: Libsql.Database): Runner {
  const statements = new Map<string, ReturnType<typeof connection.prepare>>()
  const busyUntil = { read: 0, write: 0 }

  function prepare(sql: string) {
    const statement = statements.get(sql) ?? connection.prepare(sql)
    statements.set(sql, statement)
    return statement
  }

  const runner: Runner = {
    isDamaged: false,
    run(sql, parameters) {
      let kind: keyof typeof busyUntil = 'read'
      try {
        const statement = prepare(sql)
        // With a write-ahead log, only who writes has to wait for another writer.
        kind = statement.reader ? 'read' : 'write'
        if (performance.now() >= busyUntil[kind]) return statement.all(parameters).filter(isRow)
      } catch (cause) {
        const code = codeOf(cause)
        if (BUSY.test(code)) busyUntil[kind] = performance.now() + RETRY_DELAY_MS
        if (DAMAGED.test(code)) runner.isDamaged = true
        throw UNAVAILABLE.test(code) ? unavailable(cause) : cause
      }
      throw unavailable()
    },
  }
  return runner
}

const BUSY = /^SQLITE_(BUSY|LOCKED)/
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/
// Another process holds the file, the machine lacks what reading it needs, or the file is broken.
const UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|IOERR|NOMEM|FULL|CANTOPEN|CORRUPT|NOTADB)/

function unavailable(cause?: unknown): DatabaseUnavailable {
  return new DatabaseUnavailable('The database cannot be read now.', { cause })
}

function open(path: string): Libsql.Database {
  try {
    makeFolder(dirname(path))
    const connection = new Libsql(path)
    // Another start may be filling the same file. No write-ahead log: a file that is written once and
    // then read gains nothing by one, and two starts could not both turn it on.
    setBusyTimeout(connection, WRITE_BUSY_TIMEOUT_MS)
    refuseForeign(connection, path)
    setBusyTimeout(connection, SERVE_BUSY_TIMEOUT_MS)
    return connection
  } catch (cause) {
    if (cause instanceof DatabaseError) throw cause
    throw new DatabaseError(explain(cause, path), { cause })
  }
}

/** How long a statement waits for another process; it stops this one meanwhile. */
function setBusyTimeout(connection: Libsql.Database, milliseconds: number): void {
  connection.exec(`PRAGMA busy_timeout = ${milliseconds}`)
}

// Not `recursive`: below a folder such as /proc, which takes none, Node tries that forever.
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path)
}

function refuseForeign(connection: Libsql.Database, path: string): void {
  if (tables(connection).length === 0) return
  if (header(connection, 'application_id') !== APPLICATION_ID) {
    throw new DatabaseError(
      `${path} is a database, but not one of Cairn's. Nothing was changed; name another file with DATABASE_URL.`,
    )
  }
}

function createTables(connection: Libsql.Database): void {
  connection.exec(SCHEMA)
  connection.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SHAPE}`)
}

/**
 * Tables whose rows are in no snapshot: they bear these names in every version of Cairn. An import
 * counts in `data_versions`; earlier versions noted it in `imports`.
 */
const KEPT_TABLES = ['data_versions', 'imports', 'upstream_answers']

function holdsMore(connection: Libsql.Database): boolean {
  return tables(connection).some(
    (name) =>
      KEPT_TABLES.includes(name) &&
      connection.prepare(`SELECT 1 AS held FROM ${name} LIMIT 1`).all().length > 0,
  )
}

function otherVersion(path: string): string {
  return `${path} was made by another version of Cairn. Nothing was changed; name another file with DATABASE_URL, and import into that what you had imported.`
}

/**
 * Locks an empty file beside the database, which stays: the system lets go of the lock when the
 * program ends, however that ends. Returns what lets go of it before.
 */
function lock(path: string): () => void {
  const connection = new Libsql(path)
  try {
    connection.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    connection.close()
    throw new DatabaseError(AT_WORK, { cause })
  }
  return () => connection.close()
}

/** From the numbers of the first and the last row: rows that were deleted between them count too. */
async function readEstimate(query: Query, table: CountedTable): Promise<number> {
  // Its rows have no numbers, and there are never many.
  if (table === 'tokens') return 0
  const [row] = await query(
    `SELECT (SELECT max(rowid) FROM ${table}) - (SELECT min(rowid) FROM ${table}) AS estimate`,
    [],
  )
  return Number(row?.estimate)
}

function tables(connection: Libsql.Database): string[] {
  const rows = connection.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()
  return rows.filter(isRow).map((row) => textOf(row, 'name'))
}

function header(connection: Libsql.Database, name: string): SqlValue | undefined {
  return connection.prepare(`SELECT ${name} AS value FROM pragma_${name}`).all().find(isRow)?.value
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
    return `${path} is not a database. Nothing was changed; name another file with DATABASE_URL.`
  }
  if (code === 'SQLITE_BUSY') return `${path} is in use by another process.`
  return `${path} cannot be opened for writing. Choose a writable folder with DATABASE_URL.`
}
