import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../scripts/startPostgres.mjs'
import { openPostgres } from '../../src/service/database/postgres.ts'
import { prepareRunes, prepareTokens } from '../../src/service/database/prepare.ts'
import { loadSnapshot } from '../../src/service/snapshot/load.ts'
import { SNAPSHOT } from './fillDatabase.ts'
import { INDEXER_TABLES } from './indexerTables.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a PostgreSQL's superuser, to create databases of one's own with. */
    postgresUrl: string
  }
}

/**
 * Starts a real PostgreSQL for the whole run, and fills a database in it that has an indexer's tables.
 * The tests read it as a role that may do nothing else.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  await run(postgres.url('postgres'), 'CREATE DATABASE cairn')
  await run(postgres.url('cairn'), INDEXER_TABLES)
  const store = openPostgres(postgres.url('cairn'), { connections: 1, timeout: 0 })
  await prepareTokens(store)
  await store.transaction((query) => loadSnapshot(query, SNAPSHOT))
  await prepareRunes(store)
  await store.close()
  await run(postgres.url('cairn'), READER)
  // To make copies of: only one to which nobody is connected can be copied.
  await run(postgres.url('postgres'), 'CREATE DATABASE filled TEMPLATE cairn')
  await run(postgres.url('postgres'), 'CREATE DATABASE empty')
  const empty = openPostgres(postgres.url('empty'), { connections: 1, timeout: 0 })
  await prepareTokens(empty)
  await prepareRunes(empty)
  await empty.close()
  project.provide('postgresUrl', postgres.url('postgres'))
  // The slow tests read SQLite unless they create a database here.
  if (project.name === 'postgres')
    project.provide('databaseUrl', postgres.url('cairn').replace(/\/\/.*@/, '//reader:reader@'))
  return postgres.stop
}

const READER = `
CREATE ROLE reader LOGIN PASSWORD 'reader';
ALTER ROLE reader SET default_transaction_read_only = on;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader;
VACUUM ANALYZE;
`

/** Runs statements one by one, each on its own. */
export async function run(url: string, statements: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  for (const statement of statements.split(';\n')) await client.query(statement)
  await client.end()
}
