import type { Config } from '../config.ts'
import type { Query, Store, Transaction } from '../database/database.ts'
import { DATA_VERSIONS_TABLE } from '../database/dataVersion.ts'
import { openDatabase, requireTables } from '../database/open.ts'
import { RUNE_TABLES, TOKEN_TABLES } from '../database/prepare.ts'
import type { Sqlite } from '../database/sqlite.ts'

/** The databases that an import writes into, while no other program does. They may be one. */
export type Target = {
  onRunes: Transaction
  /** Undefined if tokens and runes share a database. */
  onTokens: Transaction | undefined
  /** Whether the ledger was made by an indexer. */
  isIndexed: boolean
}

// Without it, what leads to a token or rune is only found by walking over the directory.
const DIRECTORY_INDEX = 'CREATE INDEX IF NOT EXISTS directory_entry ON directory (kind, id)'

/**
 * Opens the databases that the settings name, prepares them for an import, and closes them after it.
 * @throws {DatabaseError} if tables are missing or another program is writing.
 */
export async function withTarget<Result>(
  { databaseUrl, runesDatabaseUrl }: Config,
  work: (target: Target) => Promise<Result>,
): Promise<Result> {
  // A statement may take as long as it needs. One connection writes, another reads before.
  const options = { connections: 2, timeout: 0 }
  const tokens = openDatabase(databaseUrl, options)
  const isOne = runesDatabaseUrl === databaseUrl
  const runes = isOne ? tokens : openDatabase(runesDatabaseUrl, options)
  try {
    await prepare(tokens, TOKEN_TABLES)
    await prepare(runes, RUNE_TABLES)
    const isIndexed = await hasIndexersLedger(runes)
    return await runes.alone('runes', async (onRunes) => {
      if (!isIndexed) await onRunes((query) => query(DATA_VERSIONS_TABLE, []))
      const begin = async (onTokens?: Transaction) => {
        await (onTokens ?? onRunes)(prepareTokens)
        return work({ onRunes, onTokens, isIndexed })
      }
      return isOne ? begin() : tokens.alone('tokens', begin)
    })
  } finally {
    await Promise.all([...new Set([tokens, runes])].map((store) => store.close()))
  }
}

async function prepare(store: Sqlite | Store, tables: readonly string[]): Promise<void> {
  if ('openForWriting' in store) await store.openForWriting()
  else await requireTables(store, tables)
}

async function prepareTokens(query: Query): Promise<void> {
  for (const statement of [DATA_VERSIONS_TABLE, DIRECTORY_INDEX]) await query(statement, [])
}

/** An indexer's operations are an enumeration; ours are text, of any operation. */
async function hasIndexersLedger(store: Sqlite | Store): Promise<boolean> {
  if ('openForWriting' in store) return false
  const [column] = await store.query(
    `SELECT CAST(CAST(atttypid AS regtype) AS TEXT) AS type FROM pg_attribute
      WHERE attrelid = to_regclass('ledger') AND attname = 'operation'`,
    [],
  )
  return column?.type !== 'text'
}
