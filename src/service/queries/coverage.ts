import type { Coverage } from '../../contract/coverageHeader.ts'
import { SAMPLES } from '../../contract/samples.ts'
import type { Database, Query } from '../database/database.ts'

export type CoverageReader = ReturnType<typeof createCoverageReader>

/**
 * Reads whether the database has the whole history of runes. A rune whose history is complete has rows
 * in supply_changes. An indexer's database has no block_sources, and is complete.
 */
export function createCoverageReader(database: Database) {
  let tables: { supply: boolean; balances: boolean; sources: boolean } | undefined

  /** To be awaited before the transaction of the other functions begins. */
  async function prepare(): Promise<void> {
    tables ??= {
      supply: await database.hasTable('supply_changes'),
      balances: await database.hasTable('balance_changes'),
      sources: await database.hasTable('block_sources'),
    }
  }

  /** Whether the database has the tables of supply and balances. */
  function hasTables(): boolean {
    return tables?.supply === true && tables.balances
  }

  /** Whether supply and balances of a rune are known. */
  async function isRuneComplete(query: Query, runeId: string): Promise<boolean> {
    return hasTables() && (await hasRow(query, SUPPLY, [runeId]))
  }

  /** Whether supply and balances of all runes are known, except for samples. */
  async function isComplete(query: Query): Promise<boolean> {
    if (!hasTables()) return false
    return tables?.sources !== true || !(await hasRow(query, INCOMPLETE, [`${SAMPLE_PREFIX}%`]))
  }

  return {
    prepare,
    hasTables,
    isRuneComplete,
    isComplete,
    /** Of the activity of a rune. */
    ofRune: async (query: Query, runeId: string): Promise<Coverage | undefined> => {
      const sample = sampleCoverage(runeId)
      if (sample !== undefined) return sample
      return (await isRuneComplete(query, runeId)) || (await isComplete(query))
        ? undefined
        : 'partial'
    },
    /** Of the activity or the balances of an address. */
    ofAddress: async (query: Query, address: string): Promise<Coverage | undefined> => {
      if (await hasRow(query, IN_SAMPLE_BLOCK, [address, SAMPLES.block_height])) return 'sample'
      return (await isComplete(query)) ? undefined : 'partial'
    },
  }
}

export function sampleCoverage(runeId: string): 'sample' | undefined {
  return runeId.startsWith(SAMPLE_PREFIX) ? 'sample' : undefined
}

const SAMPLE_PREFIX = `${SAMPLES.block_height}:`

// The order makes the engine use the index, also for a rune that has many of the rows.
const SUPPLY =
  'SELECT 1 AS found FROM supply_changes WHERE rune_id = $1 ORDER BY block_height DESC LIMIT 1'

const INCOMPLETE = `
  SELECT 1 AS found FROM runes r
   WHERE r.id NOT LIKE $1
     AND NOT EXISTS (SELECT 1 FROM supply_changes s WHERE s.rune_id = r.id) LIMIT 1`

const IN_SAMPLE_BLOCK =
  'SELECT 1 AS found FROM ledger WHERE address = $1 AND block_height = $2 LIMIT 1'

async function hasRow(
  query: Query,
  sql: string,
  parameters: (string | number)[],
): Promise<boolean> {
  return (await query(sql, parameters)).length > 0
}
