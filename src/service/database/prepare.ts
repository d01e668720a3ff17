import type { Database, Row, Store } from './database.ts'
import { schemaOf } from './schema.ts'

/**
 * Creates in a PostgreSQL what is missing of ours, and only that: the tables, and on a ledger that an
 * indexer fills an index on `block_hash`, without which a block by its hash is looked for in all
 * records. Concurrently: who writes meanwhile is not held up. Returns a sentence for each thing done.
 */
export async function prepareTokens(database: Store): Promise<string[]> {
  const missing = await missingTables(database, TOKEN_TABLES)
  if (missing.length > 0) await runAll(database, schemaOf('postgres').tokens)
  return missing.map((table) => `Created the table ${table}.`)
}

export async function prepareRunes(database: Store): Promise<string[]> {
  const missing = await missingTables(database, RUNE_TABLES)
  if (missing.length > 0) await runAll(database, schemaOf('postgres').runes)
  const done = missing.map((table) => `Created the table ${table}.`)
  const [index] = await database.query(HASH_INDEX, [])
  if (index?.state === 'valid') return done
  // One that was being made when its program was killed is of no use and in the way.
  if (index !== undefined) await run(database, `DROP INDEX CONCURRENTLY ${index.name}`)
  await run(database, 'CREATE INDEX CONCURRENTLY ledger_block_hash ON ledger (block_hash)')
  return [...done, 'Created an index on ledger (block_hash).']
}

/** Names of the tables that have to be there before the service can answer, and are not. */
export async function missingTables(
  database: Database,
  tables: readonly string[],
): Promise<string[]> {
  const rows = await database.query(
    'SELECT name FROM unnest(CAST($1 AS TEXT[])) AS wanted(name) WHERE to_regclass(name) IS NULL',
    [`{${tables}}`],
  )
  return rows.map((row) => String(row.name))
}

export const RUNE_TABLES = tablesOf(schemaOf('postgres').runes)
export const TOKEN_TABLES = tablesOf(schemaOf('postgres').tokens)

function tablesOf(statements: string): string[] {
  return [...statements.matchAll(/CREATE TABLE IF NOT EXISTS (\w+)/g)].map(([, name = '']) => name)
}

// An index that begins with block_hash, whoever made it; one that is valid before any that is not.
const HASH_INDEX = `SELECT CAST(i.indexrelid::regclass AS TEXT) AS name,
        CASE WHEN i.indisvalid THEN 'valid' ELSE 'broken' END AS state
   FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
  WHERE i.indrelid = to_regclass('ledger') AND a.attname = 'block_hash' AND i.indpred IS NULL
  ORDER BY i.indisvalid DESC LIMIT 1`

async function runAll(database: Store, statements: string): Promise<void> {
  for (const statement of statements.split(/;$/m)) {
    if (statement.trim() !== '') await run(database, statement)
  }
}

function run(database: Store, statement: string): Promise<Row[]> {
  return database.query(statement, [])
}
