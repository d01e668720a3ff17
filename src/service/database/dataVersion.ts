import { type Part, type Query, textOf } from './database.ts'

/**
 * Counts changes that do not move the chain tip: imports. PostgreSQL has no cheap sign of its own for
 * them. An indexer's database has no such table, and needs none: its ledger changes with the tip.
 */
export const DATA_VERSIONS_TABLE =
  'CREATE TABLE IF NOT EXISTS data_versions (part TEXT PRIMARY KEY, version BIGINT NOT NULL)'

/** To be called in the transaction that changes the data. */
export async function bumpDataVersion(query: Query, part: Part): Promise<void> {
  await query(
    `INSERT INTO data_versions (part, version) VALUES ($1, 1)
     ON CONFLICT (part) DO UPDATE SET version = data_versions.version + 1`,
    [part],
  )
}

/** What `bumpDataVersion` has counted; 0 where nothing was ever imported. */
export async function readDataVersion(query: Query, part: Part): Promise<string> {
  const [table] = await query("SELECT CAST(to_regclass('data_versions') AS TEXT) AS name", [])
  if (typeof table?.name !== 'string') return '0'
  const [row] = await query(
    'SELECT CAST(version AS TEXT) AS version FROM data_versions WHERE part = $1',
    [part],
  )
  return row === undefined ? '0' : textOf(row, 'version')
}
