import { resolve } from 'node:path'
import {
  type Database,
  DatabaseError,
  DatabaseUnavailable,
  type Part,
  type Store,
} from './database.ts'
import { pendingMigrations } from './migrations.ts'
import { openPostgres, type PostgresOptions } from './postgres.ts'
import { hasIndexersLedger, missingTables } from './preparePostgres.ts'
import { openSqlite, type Sqlite } from './sqlite.ts'

/** Opens the database at an address from the settings. */
export function openDatabase(url: string, options: PostgresOptions): Sqlite | Store {
  const file = url.startsWith('file:') ? resolve(url.slice('file:'.length)) : undefined
  return file === undefined ? openPostgres(url, options) : openSqlite(file)
}

/**
 * Checks that a PostgreSQL database has the current tables of a part. If it cannot be reached,
 * the service starts anyway and responds with 503 until it can.
 * @throws {DatabaseError} naming the missing tables and how to create them.
 */
export async function expectTables(database: Database, part: Part): Promise<void> {
  try {
    await requireTables(database, part)
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    console.error('The PostgreSQL database cannot be reached now; the service will retry.')
  }
}

/**
 * The same, but throws if the database cannot be reached.
 * @throws {DatabaseError | DatabaseUnavailable}
 */
export async function requireTables(database: Database, part: Part): Promise<void> {
  const missing = await missingTables(database, REQUIRED[part])
  if (missing.length > 0) {
    throw new DatabaseError(
      `The PostgreSQL database lacks the tables ${missing.join(', ')}. Create them with the command db:prepare.`,
    )
  }
  // An indexer creates and changes its own tables.
  if (part === 'runes' && (await hasIndexersLedger(database))) return
  const pending = await pendingMigrations(database.query, 'postgres', part)
  if (pending.length > 0) throw new DatabaseError(OUTDATED)
}

const REQUIRED = {
  tokens: ['tokens', 'token_metadata', 'token_attributes', 'token_properties', 'directory'],
  runes: ['runes', 'ledger'],
}

const OUTDATED =
  'An earlier version of Cairn created the tables of the PostgreSQL database. Update them with the command db:prepare; no data are lost.'
