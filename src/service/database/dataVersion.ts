import type { Query } from './database.ts'

/**
 * Counts changes that do not move the chain tip: imports. PostgreSQL has no cheap sign of its own for
 * them. An indexer's database has no such table, and needs none: its ledger changes with the tip.
 */
export const DATA_VERSIONS_TABLE =
  'CREATE TABLE IF NOT EXISTS data_versions (part TEXT PRIMARY KEY, version BIGINT NOT NULL)'

/** To be called in the transaction that changes the data. */
export async function bumpDataVersion(query: Query, part: 'tokens' | 'runes'): Promise<void> {
  await query(
    `INSERT INTO data_versions (part, version) VALUES ($1, 1)
     ON CONFLICT (part) DO UPDATE SET version = data_versions.version + 1`,
    [part],
  )
}
