import type { Config } from './config.ts'
import { DatabaseError, DatabaseUnavailable, type Store } from './database/database.ts'
import { openPostgres } from './database/postgres.ts'
import { prepareRunes, prepareTokens } from './database/preparePostgres.ts'

/**
 * Creates the missing tables and indexes in the configured PostgreSQL databases.
 * @throws {DatabaseError} if one cannot be reached.
 */
export async function runPrepare({ databaseUrl, runesDatabaseUrl }: Config): Promise<void> {
  try {
    await prepare(databaseUrl, prepareTokens)
    await prepare(runesDatabaseUrl, prepareRunes)
  } catch (cause) {
    if (!(cause instanceof DatabaseUnavailable)) throw cause
    throw new DatabaseError(UNREACHABLE, { cause })
  }
}

async function prepare(url: string, make: (database: Store) => Promise<string[]>): Promise<void> {
  if (url.startsWith('file:')) return console.log('A SQLite database needs no preparation.')
  // No timeout: creating an index on a large ledger takes a long time.
  const database = openPostgres(url, { connections: 1, timeoutMs: 0 })
  try {
    const done = await make(database)
    console.log(done.length === 0 ? 'Nothing was missing.' : done.join('\n'))
  } finally {
    await database.close()
  }
}

const UNREACHABLE =
  'The PostgreSQL database cannot be reached. Run the command again when it is available.'
