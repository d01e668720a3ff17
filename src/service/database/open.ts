import { resolve } from 'node:path'
import { type Database, DatabaseError, DatabaseUnavailable, type Store } from './database.ts'
import { openPostgres, type PostgresOptions } from './postgres.ts'
import { missingTables } from './prepare.ts'
import { openSqlite, type Sqlite } from './sqlite.ts'

/** Opens the database that a setting names, to be filled or read. */
export function openDatabase(url: string, options: PostgresOptions): Sqlite | Store {
  const file = url.startsWith('file:') ? resolve(url.slice('file:'.length)) : undefined
  return file === undefined ? openPostgres(url, options) : openSqlite(file)
}

/**
 * Makes sure that a PostgreSQL has the tables that will be read. One that cannot be reached now may
 * be later: the service answers 503 until then.
 * @throws {DatabaseError} naming what is missing, and how it is made.
 */
export async function expectTables(database: Database, tables: readonly string[]): Promise<void> {
  try {
    await requireTables(database, tables)
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    console.error('The PostgreSQL database cannot be reached now; it is asked again.')
  }
}

/** The same, for what cannot be done without. @throws {DatabaseError | DatabaseUnavailable} */
export async function requireTables(database: Database, tables: readonly string[]): Promise<void> {
  const missing = await missingTables(database, tables)
  if (missing.length === 0) return
  throw new DatabaseError(
    `The PostgreSQL database lacks the tables ${missing.join(', ')}. Create them with npm run db:prepare.`,
  )
}
