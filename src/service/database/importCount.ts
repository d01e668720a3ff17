import { type Part, type Query, textOf } from './database.ts'

/**
 * Counts imports, which change data without moving the chain tip. PostgreSQL has no cheap way to
 * detect them. An indexer's database needs no such table: its ledger changes only with the tip. Call
 * it in the transaction that changes the data.
 */
export async function countImport(query: Query, part: Part): Promise<void> {
  await query(
    'CREATE TABLE IF NOT EXISTS data_versions (part TEXT PRIMARY KEY, version BIGINT NOT NULL)',
    [],
  )
  await query(
    `INSERT INTO data_versions (part, version) VALUES ($1, 1)
     ON CONFLICT (part) DO UPDATE SET version = data_versions.version + 1`,
    [part],
  )
}

/** The count of `countImport`; 0 if nothing was ever imported. */
export async function readImportCount(query: Query, part: Part): Promise<string> {
  const [table] = await query("SELECT CAST(to_regclass('data_versions') AS TEXT) AS name", [])
  if (typeof table?.name !== 'string') return '0'
  const [row] = await query(
    'SELECT CAST(version AS TEXT) AS version FROM data_versions WHERE part = $1',
    [part],
  )
  return row === undefined ? '0' : textOf(row, 'version')
}
