import { createIndexes } from './createIndexes.ts'
import type { Database, Part, Query, Store } from './database.ts'
import { migrate, skipMigrations } from './migrations.ts'
import { schemaOf } from './schema.ts'

/** Creates or migrates the tables in a PostgreSQL database. Returns a sentence for each change. */
export async function prepareTokens(database: Store): Promise<string[]> {
  return createOrMigrate(database, 'tokens', 'tokens')
}

/** The same, and creates the indexes that an indexer's database lacks. */
export async function prepareRunes(database: Store): Promise<string[]> {
  const done = (await hasIndexersLedger(database))
    ? []
    : await createOrMigrate(database, 'runes', 'ledger')
  return [...done, ...(await createIndexes(database))]
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

async function runAll(query: Query, statements: string): Promise<void> {
  for (const statement of statements.split(/;$/m)) {
    if (statement.trim() !== '') await query(statement, [])
  }
}
