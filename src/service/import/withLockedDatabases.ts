import type { Config } from '../config.ts'
import { type Part, type Store, textOf } from '../database/database.ts'
import { countImport } from '../database/importCount.ts'
import { openDatabase, requireTables } from '../database/openDatabase.ts'
import { hasIndexersLedger } from '../database/preparePostgres.ts'
import type { Sqlite } from '../database/sqlite.ts'
import { type Batch, ImportError } from './batch.ts'
import { type Queries, type Written, writeBatch } from './writeBatch.ts'

/** The databases that are imported into, while they are locked. */
export type LockedDatabases = {
  /** Writes a batch in one transaction. @throws {ImportError} if the ledger belongs to an indexer. */
  write: (batch: Batch) => Promise<Written>
  /** When tokens were imported completely from a service, in Unix milliseconds, by principal. */
  importTimes: (service: string) => Promise<Map<string, number>>
}

// Statements have no timeout. One connection writes; the other runs the checks before that.
const OPTIONS = { connections: 2, timeoutMs: 0 }

/**
 * Opens and locks the configured databases, prepares them for an import, and closes them after `work`.
 * No other program can import into them meanwhile.
 * @throws {DatabaseError} if tables are missing or another program is writing.
 * @throws {ImportError} if the ledger belongs to an indexer and there are records to write to it.
 */
export async function withLockedDatabases<Result>(
  { databaseUrl, runesDatabaseUrl }: Config,
  { hasRecords }: { hasRecords: () => Promise<boolean> },
  work: (databases: LockedDatabases) => Promise<Result>,
): Promise<Result> {
  const tokens = openDatabase(databaseUrl, OPTIONS)
  const isOne = runesDatabaseUrl === databaseUrl
  const importTimes = (service: string) => readImportTimes(tokens, service)
  const runes = isOne ? tokens : openDatabase(runesDatabaseUrl, OPTIONS)
  try {
    await prepare(tokens, 'tokens')
    await prepare(runes, 'runes')
    const isIndexed = !('openForWriting' in runes) && (await hasIndexersLedger(runes))
    if (isIndexed && (await hasRecords())) throw new ImportError(INDEXED)
    return await runes.alone('runes', (onRunes) => {
      if (isOne) {
        const onBoth: OnBoth = (write) => onRunes((query) => write({ runes: query, tokens: query }))
        return work({ write: createWrite(onBoth, isIndexed), importTimes })
      }
      return tokens.alone('tokens', (onTokens) => {
        // Tokens are committed first. If the process is killed in between, the next import rewrites them.
        const onBoth: OnBoth = (write) =>
          onRunes((runes) => onTokens((tokens) => write({ runes, tokens })))
        return work({ write: createWrite(onBoth, isIndexed), importTimes })
      })
    })
  } finally {
    await Promise.all([...new Set([tokens, runes])].map((store) => store.close()))
  }
}

/** A transaction on both databases, which may be the same one. */
type OnBoth = <Result>(work: (queries: Queries) => Promise<Result>) => Promise<Result>

function createWrite(onBoth: OnBoth, isIndexed: boolean): LockedDatabases['write'] {
  return async (batch) => {
    if (isIndexed && batch.records.length + batch.runes.length > 0) throw new ImportError(INDEXED)
    return onBoth(async (queries) => {
      const written = await writeBatch(queries, batch)
      await countImport(queries.tokens, 'tokens')
      if (!isIndexed) await countImport(queries.runes, 'runes')
      return written
    })
  }
}

const INDEXED =
  'The ledger belongs to an indexer, and only the indexer may write to it. Import records and runes into another database.'

async function prepare(store: Sqlite | Store, part: Part): Promise<void> {
  if ('openForWriting' in store) await store.openForWriting()
  else await requireTables(store, part)
}

async function readImportTimes({ query }: Store, service: string): Promise<Map<string, number>> {
  const rows = await query(
    'SELECT principal, CAST(read_at AS TEXT) AS read_at FROM tokens WHERE imported_from = $1',
    [service],
  )
  return new Map(rows.map((row) => [textOf(row, 'principal'), Number(row.read_at)]))
}
