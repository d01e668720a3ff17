import type Libsql from 'libsql'
import pLimit from 'p-limit'
import {
  type CountedTable,
  countOrEstimate,
  DatabaseError,
  DatabaseUnavailable,
  type Part,
  type Query,
  type Row,
  type SqlValue,
  type Store,
} from './database.ts'
import { hasTable, migrate, pendingMigrations, skipMigrations } from './migrations.ts'
import {
  codeOf,
  createTables,
  hasOtherData,
  isFilledFrom,
  isNew,
  isRow,
  lock,
  openSqliteFile,
  SERVE_BUSY_TIMEOUT_MS,
  setBusyTimeout,
  turnOnWriteAheadLog,
  WRITE_BUSY_TIMEOUT_MS,
} from './sqliteFile.ts'

/** After the file was busy, statements fail at once for this long. */
const RETRY_DELAY_MS = 500

export type Sqlite = Store & {
  /**
   * Creates the tables and runs `fill` if the database is new, or if all its data come from another
   * version of the snapshot. Otherwise, applies the missing migrations. This is one transaction: if the
   * process is killed, nothing changes; if two processes start at once, the second finds the work done.
   * @throws {DatabaseError} if it fails; then nothing is written.
   */
  fillOrMigrate(snapshotVersion: string, fill: (query: Query) => Promise<void>): Promise<void>
  /**
   * Creates empty tables if the database is new or applies the missing migrations, and turns on the
   * write-ahead log for good, so that the database can be read while it is written.
   * @throws {DatabaseError} if a newer version of Cairn created it.
   */
  openForWriting(): Promise<void>
}

/**
 * Opens or creates the SQLite database at `path`.
 * @throws {DatabaseError} if the file is not a database of Cairn or the folder is not writable.
 */
export function openSqlite(path: string): Sqlite {
  const connection = openSqliteFile(path)
  const runner = createRunner(connection)
  const queryNow: Query = async (sql, parameters) => runner.run(sql, parameters)
  // One at a time, so that no other statement gets into a transaction.
  const inTurn = pLimit(1)
  const query: Query = (sql, parameters) => inTurn(queryNow, sql, parameters)

  async function readTransaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    // Deferred: BEGIN takes no lock, and never waits for one.
    connection.exec('BEGIN')
    try {
      return await work(queryNow)
    } finally {
      if (connection.inTransaction) connection.exec('ROLLBACK')
    }
  }

  async function writeTransaction<Result>(
    work: (query: Query) => Promise<Result>,
  ): Promise<Result> {
    // Statements that fill a database are large, and are not needed afterwards.
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

  const transaction: typeof writeTransaction = (work) => inTurn(() => writeTransaction(work))

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
    hasTable: (table) => hasTable(query, 'sqlite', table),
    count: async (table) => countOrEstimate(query, table, await readEstimate(query, table)),
    dataVersion: async () => {
      if (runner.isDamaged) throw unavailable()
      const [row] = await query('PRAGMA data_version', [])
      return String(row?.data_version)
    },
    close: async () => {
      connection.close()
    },
    async fillOrMigrate(snapshotVersion, fill) {
      const isDone = async () =>
        (hasOtherData(connection) || isFilledFrom(connection, snapshotVersion)) &&
        (await isMigrated(queryNow))
      if (await isDone()) return
      try {
        await transaction(async (query) => {
          if (await isDone()) return
          if (hasOtherData(connection)) return migrateAll(query)
          createTables(connection, snapshotVersion)
          for (const part of PARTS) await skipMigrations(query, part)
          await fill(query)
        })
      } catch (cause) {
        if (cause instanceof DatabaseError) throw cause
        const sentence = `${path} could not be filled or upgraded. Is the disk full? Nothing was written.`
        throw new DatabaseError(sentence, { cause })
      }
    },
    async openForWriting() {
      await transaction(async (query) => {
        if (!isNew(connection)) return migrateAll(query)
        createTables(connection, '')
        for (const part of PARTS) await skipMigrations(query, part)
      })
      turnOnWriteAheadLog(connection)
    },
  }
}

const PARTS: Part[] = ['tokens', 'runes']

async function isMigrated(query: Query): Promise<boolean> {
  const pending = await Promise.all(PARTS.map((part) => pendingMigrations(query, 'sqlite', part)))
  return pending.flat().length === 0
}

async function migrateAll(query: Query): Promise<void> {
  for (const part of PARTS) await migrate(query, 'sqlite', part)
}

type Runner = {
  /** @throws {DatabaseUnavailable} */
  run(sql: string, parameters: readonly SqlValue[]): Row[]
  /** Whether a statement found a damaged part of the file. */
  isDamaged: boolean
}

/**
 * Runs statements on `connection`; each is prepared once. The driver is synchronous: waiting until
 * another process unlocks the file blocks this one. After one wait, statements fail at once for
 * RETRY_DELAY_MS.
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
        // With a write-ahead log, only writes wait for another writer.
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
// The file is locked, the machine lacks resources to read it, or the file is damaged.
const UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|IOERR|NOMEM|FULL|CANTOPEN|CORRUPT|NOTADB)/

function unavailable(cause?: unknown): DatabaseUnavailable {
  return new DatabaseUnavailable('The database cannot be read now.', { cause })
}

/** The difference between the last and the first rowid, so deleted rows count too. */
async function readEstimate(query: Query, table: CountedTable): Promise<number> {
  // It has no rowids, and never many rows.
  if (table === 'tokens') return 0
  const [row] = await query(
    `SELECT (SELECT max(rowid) FROM ${table}) - (SELECT min(rowid) FROM ${table}) AS estimate`,
    [],
  )
  return Number(row?.estimate)
}
