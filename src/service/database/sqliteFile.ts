import { createHash } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Libsql from 'libsql'
import { ANOTHER_WRITER, DatabaseError, type Row, type SqlValue, textOf } from './database.ts'
import { schemaOf } from './schema.ts'

const SCHEMA = Object.values(schemaOf('sqlite')).join('')

// In the file's header, the application id identifies a database of Cairn ("Cairn" in ASCII), and the
// user version tells which schema and which snapshot filled it.
const APPLICATION_ID = 0x4361_726e

/** Filling and importing may wait for another process; serving requests may not. */
export const WRITE_BUSY_TIMEOUT_MS = 20_000
export const SERVE_BUSY_TIMEOUT_MS = 50

/**
 * Opens or creates the file at `path`.
 * @throws {DatabaseError} if it is not a database of Cairn or the folder is not writable.
 */
export function openSqliteFile(path: string): Libsql.Database {
  try {
    makeFolder(dirname(path))
    const connection = new Libsql(path)
    // Another process may be filling the same file. No write-ahead log: a file that is written only
    // once does not need it, and two processes that start at once could not both turn it on.
    setBusyTimeout(connection, WRITE_BUSY_TIMEOUT_MS)
    refuseOtherDatabase(connection, path)
    setBusyTimeout(connection, SERVE_BUSY_TIMEOUT_MS)
    return connection
  } catch (cause) {
    if (cause instanceof DatabaseError) throw cause
    throw new DatabaseError(explain(cause, path), { cause })
  }
}

/** How long a statement waits for another process. Meanwhile this process is blocked. */
export function setBusyTimeout(connection: Libsql.Database, milliseconds: number): void {
  connection.exec(`PRAGMA busy_timeout = ${milliseconds}`)
}

/** For good: the file can then be read while it is written. */
export function turnOnWriteAheadLog(connection: Libsql.Database): void {
  setBusyTimeout(connection, WRITE_BUSY_TIMEOUT_MS)
  connection.exec('PRAGMA journal_mode = WAL')
  setBusyTimeout(connection, SERVE_BUSY_TIMEOUT_MS)
}

// Not `recursive`: in a folder that allows none, such as /proc, Node would try forever.
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path)
}

function refuseOtherDatabase(connection: Libsql.Database, path: string): void {
  if (tables(connection).length === 0) return
  if (header(connection, 'application_id') !== APPLICATION_ID) {
    throw new DatabaseError(
      `${path} is a database that Cairn did not create. Nothing was changed. Choose another file with DATABASE_URL.`,
    )
  }
}

/** Whether the current schema and this version of the snapshot filled the file. */
export function isFilledFrom(connection: Libsql.Database, snapshotVersion: string): boolean {
  return header(connection, 'user_version') === fillVersion(snapshotVersion)
}

function fillVersion(snapshotVersion: string): number {
  return (
    createHash('sha256')
      .update(SCHEMA + snapshotVersion)
      .digest()
      .readUInt32BE() >>> 1
  )
}

/** Deletes all tables and creates those of this version of Cairn. */
export function createTables(connection: Libsql.Database, snapshotVersion: string): void {
  for (const name of tables(connection)) connection.exec(`DROP TABLE ${name}`)
  connection.exec(SCHEMA)
  connection.exec(
    `PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${fillVersion(snapshotVersion)}`,
  )
}

export function isNew(connection: Libsql.Database): boolean {
  return tables(connection).length === 0
}

/**
 * Tables whose rows are not from the snapshot, in this and in earlier versions of Cairn, which had
 * `imports` and `upstream_answers`.
 */
const NON_SNAPSHOT_TABLES = ['data_versions', 'upstream_responses', 'imports', 'upstream_answers']

/** Whether the file has data that are not from the snapshot. */
export function hasOtherData(connection: Libsql.Database): boolean {
  return tables(connection).some(
    (name) =>
      NON_SNAPSHOT_TABLES.includes(name) &&
      connection.prepare(`SELECT 1 AS found FROM ${name} LIMIT 1`).all().length > 0,
  )
}

/**
 * Locks an empty file next to the database, which is never deleted. The system releases the lock when
 * the process ends, however it ends. Returns a function that releases it earlier.
 */
export function lock(path: string): () => void {
  const connection = new Libsql(path)
  try {
    connection.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    connection.close()
    throw new DatabaseError(ANOTHER_WRITER, { cause })
  }
  return () => connection.close()
}

function tables(connection: Libsql.Database): string[] {
  const rows = connection.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()
  return rows.filter(isRow).map((row) => textOf(row, 'name'))
}

function header(connection: Libsql.Database, name: string): SqlValue | undefined {
  return connection.prepare(`SELECT ${name} AS value FROM pragma_${name}`).all().find(isRow)?.value
}

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null
}

export function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}

function explain(cause: unknown, path: string): string {
  const code = codeOf(cause)
  if (code === 'SQLITE_NOTADB') {
    return `${path} is not a database. Nothing was changed. Choose another file with DATABASE_URL.`
  }
  if (code === 'SQLITE_BUSY') return `${path} is in use by another process.`
  return `${path} cannot be opened for writing. Choose a writable folder with DATA_DIR, or another file with DATABASE_URL.`
}
