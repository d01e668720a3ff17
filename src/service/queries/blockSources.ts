import type { Coverage } from '../../contract/coverageHeader.ts'
import type { Database, Query } from '../database/database.ts'
import type { Scope } from './activityScope.ts'

export type BlockSource = {
  /** `partial` if records are missing. */
  coverage: Coverage | undefined
  /** When the records were read from their source, in Unix milliseconds; undefined for an indexer's. */
  readAt: number | undefined
}

/** Reads where the records of a block come from. An indexer's database does not say: it is complete. */
export function createBlockSourceReader(database: Database) {
  let isRecorded: boolean | undefined

  /** To be awaited before the transaction of `read` begins. */
  async function prepare(): Promise<void> {
    isRecorded ??= await database.hasTable('block_sources')
  }

  async function read(query: Query, { height, hash }: Scope): Promise<BlockSource> {
    const [row] = isRecorded ? await query(READ, [height, hash]) : []
    if (row === undefined) return { coverage: undefined, readAt: undefined }
    const coverage =
      row.source === 'sample' ? 'sample' : row.is_complete === '1' ? undefined : 'partial'
    return { coverage, readAt: Number(row.read_at) }
  }

  return { prepare, read }
}

const READ = `
  SELECT source, CAST(is_complete AS TEXT) AS is_complete, CAST(read_at AS TEXT) AS read_at
    FROM block_sources WHERE block_height = $1 AND block_hash = $2`

/**
 * Whether any block is from the snapshot, and whether any is incomplete. An indexer's database has no
 * block sources: its blocks are complete.
 */
export async function readOrigins(runes: Database) {
  if (!(await runes.hasTable('block_sources'))) return { hasSnapshot: false, hasPartial: false }
  const rows = await runes.query(
    `SELECT max(CASE WHEN source = 'snapshot' THEN 1 ELSE 0 END) AS "hasSnapshot",
            max(1 - is_complete) AS "hasPartial" FROM block_sources`,
    [],
  )
  const [row] = rows
  return { hasSnapshot: Number(row?.hasSnapshot) === 1, hasPartial: Number(row?.hasPartial) === 1 }
}
