import { ConfigError, readConfig } from './config.ts'
import { DatabaseError, DatabaseUnavailable, type Store } from './database/database.ts'
import { openPostgres } from './database/postgres.ts'
import { prepareRunes, prepareTokens } from './database/preparePostgres.ts'

// `npm run db:prepare`: creates the missing tables and the index in the configured PostgreSQL databases.
try {
  await prepareDatabases()
} catch (error) {
  if (error instanceof DatabaseUnavailable) {
    fail('The PostgreSQL database cannot be reached. Nothing was changed.')
  }
  if (!(error instanceof ConfigError || error instanceof DatabaseError)) throw error
  fail(error.message)
}

async function prepareDatabases(): Promise<void> {
  const { databaseUrl, runesDatabaseUrl } = readConfig(process.env)
  await prepare(databaseUrl, prepareTokens)
  await prepare(runesDatabaseUrl, prepareRunes)
}

async function prepare(url: string, make: (database: Store) => Promise<string[]>): Promise<void> {
  if (url.startsWith('file:')) return console.log('A SQLite database is prepared by npm start.')
  // No timeout: creating an index on a large ledger takes a long time.
  const database = openPostgres(url, { connections: 1, timeout: 0 })
  try {
    const done = await make(database)
    console.log(done.length === 0 ? 'Nothing was missing.' : done.join('\n'))
  } finally {
    await database.close()
  }
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
