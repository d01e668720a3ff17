import { inject } from 'vitest'
import type { Query } from '../../src/service/database/database.ts'
import { openDatabase } from '../../src/service/database/openDatabase.ts'
import { prepareRunes, prepareTokens } from '../../src/service/database/preparePostgres.ts'
import { insertRows } from '../../src/service/database/replaceRows.ts'
import { createDatabase } from './createDatabase.ts'
import { run } from './fillPostgres.ts'
import type { generateIndex } from './generateIndex.ts'
import { INDEXER_TABLES } from './indexerTables.ts'
import { ownDatabase } from './ownDatabase.ts'

type Rows = ReturnType<typeof generateIndex>['rows']

/**
 * The URL of a database with a generated index, deleted when the test ends: on PostgreSQL with an indexer's
 * tables, on SQLite with ours.
 */
export async function indexDatabase(rows: Rows): Promise<string> {
  const fill = async (url: string) => {
    const store = openDatabase(url, { connections: 1, timeoutMs: 0 })
    await store.transaction((query) => insertIndex(query, rows))
    await store.close()
  }
  if (inject('databaseUrl').startsWith('file:')) return ownDatabase(rows, fill)
  const url = await indexersDatabase()
  await fill(url)
  return url
}

export async function insertIndex(query: Query, rows: Rows): Promise<void> {
  for (const [table, ofTable] of Object.entries(rows)) await insertRows(query, table, ofTable)
}

async function indexersDatabase(): Promise<string> {
  const url = await createDatabase('template0')
  await run(url, INDEXER_TABLES)
  const store = openDatabase(url, { connections: 1, timeoutMs: 0 })
  await prepareTokens(store)
  await prepareRunes(store)
  await store.close()
  return url
}
