import type { Config } from '../config.ts'
import type { Query, Store, Transaction } from '../database/database.ts'
import { bumpDataVersion, DATA_VERSIONS_TABLE } from '../database/dataVersion.ts'
import { openDatabase, requireTables } from '../database/open.ts'
import { RUNE_TABLES, TOKEN_TABLES } from '../database/prepare.ts'
import type { Sqlite } from '../database/sqlite.ts'
import { type Batch, ImportError } from './batch.ts'
import { type Queries, type Written, writeBatch } from './writeBatch.ts'

/** Writes a batch in one transaction. @throws {ImportError} if the ledger belongs to an indexer. */
export type Write = (batch: Batch) => Promise<Written>

/**
 * Opens the databases that the settings name, prepares them for an import, and closes them after it.
 * No other program imports into them meanwhile.
 * @throws {DatabaseError} if tables are missing or another program is writing.
 */
export async function withTarget<Result>(
  { databaseUrl, runesDatabaseUrl }: Config,
  work: (write: Write) => Promise<Result>,
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
      if (isOne) return work(await createWrite({ onRunes, isIndexed }))
      return tokens.alone('tokens', async (onTokens) =>
        work(await createWrite({ onRunes, onTokens, isIndexed })),
      )
    })
  } finally {
    await Promise.all([...new Set([tokens, runes])].map((store) => store.close()))
  }
}

type Databases = {
  onRunes: Transaction
  /** Undefined if tokens and runes share a database. */
  onTokens?: Transaction
  /** Whether the ledger was made by an indexer. */
  isIndexed: boolean
}

async function createWrite({ onRunes, onTokens, isIndexed }: Databases): Promise<Write> {
  /** Tokens are committed first: if the program is killed in between, they are written again. */
  const onBoth = <Result>(work: (queries: Queries) => Promise<Result>): Promise<Result> =>
    onRunes((runes) =>
      onTokens === undefined
        ? work({ runes, tokens: runes })
        : onTokens((tokens) => work({ runes, tokens })),
    )
  await onBoth(async ({ runes, tokens }) => {
    await prepareTokens(tokens)
    if (!isIndexed) await runes(DATA_VERSIONS_TABLE, [])
  })
  return async (batch) => {
    if (isIndexed && batch.records.length + batch.runes.length > 0) throw new ImportError(INDEXED)
    return onBoth(async (queries) => {
      const written = await writeBatch(queries, batch)
      await bumpDataVersion(queries.tokens, 'tokens')
      if (!isIndexed) await bumpDataVersion(queries.runes, 'runes')
      return written
    })
  }
}

const INDEXED =
  'The ledger of RUNES_DATABASE_URL belongs to an indexer, which alone writes into it. Name a database made with npm run db:prepare.'

// Without it, what leads to a token or rune is only found by walking over the directory.
const DIRECTORY_INDEX = 'CREATE INDEX IF NOT EXISTS directory_entry ON directory (kind, id)'

async function prepareTokens(query: Query): Promise<void> {
  await query(DATA_VERSIONS_TABLE, [])
  await query(DIRECTORY_INDEX, [])
}

async function prepare(store: Sqlite | Store, tables: readonly string[]): Promise<void> {
  if ('openForWriting' in store) await store.openForWriting()
  else await requireTables(store, tables)
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
