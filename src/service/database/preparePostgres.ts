import type { Database, Row, Store } from './database.ts'
import { schemaOf } from './schema.ts'

/** Creates the missing tables in a PostgreSQL database. Returns a sentence for each. */
export async function prepareTokens(database: Store): Promise<string[]> {
  const missing = await missingTables(database, TOKEN_TABLES)
  if (missing.length > 0) await runAll(database, schemaOf('postgres').tokens)
  return missing.map((table) => `Created the table ${table}.`)
}

/**
 * The same, and an index on the ledger's `block_hash`, which an indexer's database lacks: without it,
 * finding a block by hash scans the whole ledger. Creating it does not block an indexer's writes.
 */
export async function prepareRunes(database: Store): Promise<string[]> {
  const missing = await missingTables(database, RUNE_TABLES)
  if (missing.length > 0) await runAll(database, schemaOf('postgres').runes)
  const done = missing.map((table) => `Created the table ${table}.`)
  const [index] = await database.query(HASH_INDEX, [])
  if (index?.state === 'valid') return done
  // An interrupted creation leaves an invalid index.
  if (index !== undefined) await run(database, `DROP INDEX CONCURRENTLY ${index.name}`)
  await run(database, 'CREATE INDEX CONCURRENTLY ledger_block_hash ON ledger (block_hash)')
  return [...done, 'Created an index on ledger (block_hash).']
}

/** The names of those `tables` that do not exist. */
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

// An index that begins with block_hash, under any name; a valid one if possible.
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
