import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openPostgres } from '../../src/service/database/postgres.ts'
import { prepareRunes, prepareTokens } from '../../src/service/database/preparePostgres.ts'
import { loadSnapshot } from '../../src/service/snapshot/loadSnapshot.ts'
import { startPostgres } from '../../tools/startPostgres.ts'
import { SNAPSHOT } from './fillDatabase.ts'
import { INDEXER_TABLES } from './indexerTables.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of a PostgreSQL server for its superuser, who can create databases. */
    postgresUrl: string
  }
}

/**
 * Starts PostgreSQL for the whole run, and fills a database that has an indexer's tables. Tests read it
 * with a read-only role.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  await run(postgres.url('postgres'), 'CREATE DATABASE cairn')
  await run(postgres.url('cairn'), INDEXER_TABLES)
  await run(postgres.url('cairn'), FOR_SNAPSHOT)
  const store = openPostgres(postgres.url('cairn'), { connections: 1, timeoutMs: 0 })
  await prepareTokens(store)
  await store.transaction((query) => loadSnapshot(query, SNAPSHOT))
  await prepareRunes(store)
  await store.close()
  await run(postgres.url('cairn'), READER)
  // Templates for `createDatabase`. PostgreSQL copies only databases without connections.
  await run(postgres.url('postgres'), 'CREATE DATABASE filled TEMPLATE cairn')
  await run(postgres.url('postgres'), 'CREATE DATABASE empty')
  const empty = openPostgres(postgres.url('empty'), { connections: 1, timeoutMs: 0 })
  await prepareTokens(empty)
  await prepareRunes(empty)
  await empty.close()
  project.provide('postgresUrl', postgres.url('postgres'))
  // The slow tests read SQLite unless they create a PostgreSQL database.
  if (project.name === 'postgres')
    project.provide('databaseUrl', postgres.url('cairn').replace(/\/\/.*@/, '//reader:reader@'))
  return postgres.stop
}

/**
 * Lets an indexer's tables have the snapshot, in which some names occur twice because it does not know which
 * etching was accepted, and which has the first rune too. With block_sources, which an indexer lacks, tests can tell that it is partial.
 */
const FOR_SNAPSHOT = `
DELETE FROM runes;
ALTER TABLE runes DROP CONSTRAINT runes_name_key, DROP CONSTRAINT runes_spaced_name_key;
CREATE INDEX runes_name ON runes (name);
CREATE INDEX runes_spaced_name ON runes (spaced_name);
CREATE TABLE block_sources (
  block_height NUMERIC PRIMARY KEY,
  block_hash TEXT NOT NULL,
  source TEXT NOT NULL,
  is_complete INTEGER NOT NULL,
  read_at BIGINT NOT NULL
)`

const READER = `
CREATE ROLE reader LOGIN PASSWORD 'reader';
ALTER ROLE reader SET default_transaction_read_only = on;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader;
VACUUM ANALYZE;
`

/** Runs each statement in its own transaction. */
export async function run(url: string, statements: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  for (const statement of statements.split(';\n')) await client.query(statement)
  await client.end()
}
