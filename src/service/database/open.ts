import { resolve } from 'node:path'
import { type Database, DatabaseError, DatabaseUnavailable, type Store } from './database.ts'
import { openPostgres, type PostgresOptions } from './postgres.ts'
import { missingTables } from './preparePostgres.ts'
import { openSqlite, type Sqlite } from './sqlite.ts'

/** Opens the database at an address from the settings. */
export function openDatabase(url: string, options: PostgresOptions): Sqlite | Store {
  const file = url.startsWith('file:') ? resolve(url.slice('file:'.length)) : undefined
  return file === undefined ? openPostgres(url, options) : openSqlite(file)
}

/**
 * Checks that a PostgreSQL database has the tables that the service reads. If it cannot be reached,
 * the service starts anyway and responds with 503 until it can.
 * @throws {DatabaseError} naming the missing tables and how to create them.
 */
export async function expectTables(database: Database, tables: readonly string[]): Promise<void> {
  try {
    await requireTables(database, tables)
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    console.error('The PostgreSQL database cannot be reached now; the service will retry.')
  }
}

/**
 * The same, but throws if the database cannot be reached.
 * @throws {DatabaseError | DatabaseUnavailable}
 */
export async function requireTables(database: Database, tables: readonly string[]): Promise<void> {
  const missing = await missingTables(database, tables)
  if (missing.length === 0) return
  throw new DatabaseError(
    `The PostgreSQL database lacks the tables ${missing.join(', ')}. Create them with npm run db:prepare.`,
  )
}
