import type { Config } from '../config.ts'
import type { Query, Transaction } from '../database/database.ts'
import { openDatabase, requireTables } from '../database/open.ts'
import { RUNE_TABLES, readOperations, TOKEN_TABLES } from '../database/prepare.ts'
import { IMPORT_TABLES } from './importLog.ts'
import { DIRECTORY_INDEX } from './writeTokens.ts'

/** The databases that an import writes into, while no other does; they may be one. */
export type Target = {
  /** Of the runes' database, which also remembers how far an import came. */
  onRunes: Transaction
  /** Of the tokens' database; undefined where it is the same. */
  onTokens: Transaction | undefined
  /** The operations that the ledger takes; undefined: any. */
  operations: Set<string> | undefined
}

/**
 * Opens the databases that the settings name, gives them what an import needs, and closes them after.
 * @throws {DatabaseError} when tables are missing or another import is at work.
 */
export async function withTarget<Result>(
  { databaseUrl, runesDatabaseUrl }: Config,
  work: (target: Target) => Promise<Result>,
): Promise<Result> {
  // A statement may take as long as it needs. One connection writes, another asks before.
  const options = { connections: 2, timeout: 0 }
  const tokens = openDatabase(databaseUrl, options)
  const isOne = runesDatabaseUrl === databaseUrl
  const runes = isOne ? tokens : openDatabase(runesDatabaseUrl, options)
  try {
    await prepare(tokens, TOKEN_TABLES)
    const operations = await prepare(runes, RUNE_TABLES)
    return await runes.alone('runes', (onRunes) => {
      const begin = async (onTokens?: Transaction) => {
        await onRunes((query) => runAll(query, IMPORT_TABLES))
        await (onTokens ?? onRunes)((query) => runAll(query, [DIRECTORY_INDEX]))
        return work({ onRunes, onTokens, operations })
      }
      return isOne ? begin() : tokens.alone('tokens', begin)
    })
  } finally {
    await Promise.all([...new Set([tokens, runes])].map((store) => store.close()))
  }
}

/** Makes sure of the tables; returns the operations that a ledger takes, if not any. */
async function prepare(store: ReturnType<typeof openDatabase>, tables: readonly string[]) {
  if ('openForWriting' in store) {
    await store.openForWriting()
    return
  }
  await requireTables(store, tables)
  return readOperations(store)
}

async function runAll(query: Query, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await query(statement, [])
}
