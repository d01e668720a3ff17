import type { Database, Part, Query, Row, Store } from './database.ts'
import { migrate, skipMigrations } from './migrations.ts'
import { schemaOf } from './schema.ts'

/** Creates or migrates the tables in a PostgreSQL database. Returns a sentence for each change. */
export async function prepareTokens(database: Store): Promise<string[]> {
  return createOrMigrate(database, 'tokens', 'tokens')
}

/**
 * The same, and an index on the ledger's `block_hash`, which an indexer's database lacks: without it,
 * finding a block by hash scans the whole ledger. Creating it does not block an indexer's writes.
 */
export async function prepareRunes(database: Store): Promise<string[]> {
  const done = (await hasIndexersLedger(database))
    ? []
    : await createOrMigrate(database, 'runes', 'ledger')
  const [index] = await database.query(HASH_INDEX, [])
  if (index?.state === 'valid') return done
  // An interrupted creation leaves an invalid index.
  if (index !== undefined) await run(database, `DROP INDEX CONCURRENTLY ${index.name}`)
  await run(database, 'CREATE INDEX CONCURRENTLY ledger_block_hash ON ledger (block_hash)')
  return [...done, 'Created an index on ledger (block_hash).']
}

/** Creates the tables of a part if `table` is missing; otherwise applies the missing migrations. */
async function createOrMigrate(database: Store, part: Part, table: string): Promise<string[]> {
  const isNew = (await missingTables(database, [table])).length > 0
  return database.alone(part, (transaction) =>
    transaction(async (query) => {
      if (!isNew)
        return (await migrate(query, 'postgres', part)).map((name) => `Migrated: ${name}.`)
      await runAll(query, schemaOf('postgres')[part])
      await skipMigrations(query, part)
      return TABLES[part].map((name) => `Created the table ${name}.`)
    }),
  )
}

/** An indexer's ledger has an enum of operations. Ours has text, because new operations may be added. */
export async function hasIndexersLedger(database: Database): Promise<boolean> {
  const [column] = await database.query(
    `SELECT CAST(CAST(atttypid AS regtype) AS TEXT) AS type FROM pg_attribute
      WHERE attrelid = to_regclass('ledger') AND attname = 'operation'`,
    [],
  )
  return column !== undefined && column.type !== 'text'
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

const TABLES = {
  tokens: tablesOf(schemaOf('postgres').tokens),
  runes: tablesOf(schemaOf('postgres').runes),
}

function tablesOf(statements: string): string[] {
  return [...statements.matchAll(/CREATE TABLE IF NOT EXISTS (\w+)/g)].map(([, name = '']) => name)
}

// An index that begins with block_hash, under any name; a valid one if possible.
const HASH_INDEX = `SELECT CAST(i.indexrelid::regclass AS TEXT) AS name,
        CASE WHEN i.indisvalid THEN 'valid' ELSE 'broken' END AS state
   FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
  WHERE i.indrelid = to_regclass('ledger') AND a.attname = 'block_hash' AND i.indpred IS NULL
  ORDER BY i.indisvalid DESC LIMIT 1`

async function runAll(query: Query, statements: string): Promise<void> {
  for (const statement of statements.split(/;$/m)) {
    if (statement.trim() !== '') await query(statement, [])
  }
}

function run(database: Store, statement: string): Promise<Row[]> {
  return database.query(statement, [])
}
