import { isSampleToken } from '../contract/schemas/token.ts'
import { DatabaseError, type Query, type Store, textOf } from '../database/database.ts'
import { countWrite, type Meta, readMeta, writeMeta } from '../database/meta.ts'
import { createTables } from '../database/rows.ts'
import {
  RAW_TOKEN_TABLES,
  TOKEN_SCHEMA_VERSION,
  TOKEN_TABLES,
  tokens,
} from '../database/tokenSchema.ts'
import { readSnapshot, SNAPSHOT_DATE, SNAPSHOT_TIME, type Snapshot } from './snapshot.ts'
import { writeTokens } from './writeTokens.ts'

export type OpenTokensOptions = {
  /** Where tokens come from. A Cairn that follows a node has no samples, and the demo begins empty. */
  source: 'node' | 'bundled' | 'demo'
  log: (sentence: string) => void
}

/**
 * Opens the token tables in a database. Creates them if they are missing, and fills them with the bundled
 * snapshot. A newer snapshot replaces an older one, unless there are imported tokens; what a node has read stays.
 * @throws {DatabaseError} if another version of Cairn made the tables, or this role may not create them.
 */
export async function openTokens(store: Store, { source, log }: OpenTokensOptions): Promise<void> {
  const snapshot = readSnapshot()
  const meta = await readMeta(store, 'tokens')
  if (isCurrent(meta, snapshot)) return
  if (!(await store.mayWrite(tokens))) return expectVersion(meta, store)
  const count = await store.transaction((query) => fill({ ...store, query }, snapshot, source))
  if (count === 0) return
  log(`Read ${count.toLocaleString('en')} tokens from the bundled snapshot of ${SNAPSHOT_DATE}.`)
}

function isCurrent(meta: Meta | undefined, { hash }: Snapshot): boolean {
  return meta?.get('version') === TOKEN_SCHEMA_VERSION && meta.get('snapshot') === hash
}

/** Returns the number of tokens that were read from the snapshot. */
async function fill(
  store: Store,
  snapshot: Snapshot,
  source: OpenTokensOptions['source'],
): Promise<number> {
  await store.waitForWriters(store.query)
  const meta = await readMeta(store, 'tokens')
  if (isCurrent(meta, snapshot)) return 0
  const isOutdated = meta !== undefined && meta.get('version') !== TOKEN_SCHEMA_VERSION
  const network = isOutdated ? undefined : meta?.get('network')
  if (network === undefined && meta !== undefined && (await hasImports(store.query))) {
    if (isOutdated) throw new DatabaseError(outdated(store))
    return 0
  }
  if (meta === undefined || isOutdated) await createAnew(store)
  // Keeps the tables, and with them the rights of roles that read them.
  else if (network === undefined) await deleteRows(store.query)
  const isWanted = network === undefined ? anyOf(source) : await unread(store.query, network)
  const parsed = snapshot.parse().filter(({ principal }) => isWanted(principal))
  await writeTokens(store, parsed, { source: 'snapshot', readAt: SNAPSHOT_TIME })
  await writeMeta(store.query, 'tokens', {
    version: TOKEN_SCHEMA_VERSION,
    snapshot: snapshot.hash,
    snapshot_date: SNAPSHOT_DATE,
  })
  await countWrite(store.query, 'tokens')
  return parsed.length
}

async function hasImports(query: Query): Promise<boolean> {
  const rows = await query("SELECT 1 AS found FROM tokens WHERE source = 'import' LIMIT 1")
  return rows.length > 0
}

async function deleteRows(query: Query): Promise<void> {
  for (const { name } of TOKEN_TABLES) await query(`DELETE FROM ${name}`)
}

type IsWanted = (principal: string) => boolean

function anyOf(source: OpenTokensOptions['source']): IsWanted {
  if (source === 'demo') return () => false
  return (principal) => source !== 'node' || !isSampleToken(principal)
}

/** The tokens that no node has read, and none has refused. Only mainnet has those of the snapshot. */
async function unread(query: Query, network: string): Promise<IsWanted> {
  if (network !== 'mainnet') return () => false
  const rows = await query(
    `SELECT principal FROM tokens WHERE source = 'import' OR facts_height IS NOT NULL
      UNION SELECT principal FROM contracts WHERE state = 'other'`,
  )
  const ownedByNode = new Set(rows.map((row) => textOf(row, 'principal')))
  return (principal) => !isSampleToken(principal) && !ownedByNode.has(principal)
}

/** The documents and images that were read stay. */
async function createAnew(store: Store): Promise<void> {
  for (const { name } of TOKEN_TABLES) await store.query(`DROP TABLE IF EXISTS ${name}`)
  await createTables(store, [...TOKEN_TABLES, ...RAW_TOKEN_TABLES])
  // The counter of writes stays: caches in other processes compare it.
  await store.query("DELETE FROM meta WHERE part = 'tokens' AND name <> 'writes'")
}

/** The tables of an older snapshot are used as they are. */
function expectVersion(meta: Meta | undefined, store: Store): void {
  if (meta === undefined) throw new DatabaseError(MISSING)
  if (meta.get('version') !== TOKEN_SCHEMA_VERSION) throw new DatabaseError(outdated(store))
}

const MISSING =
  'The database has no token tables, and this role may not create them. Start Cairn once with a role that may.'

function outdated({ howToDelete }: Store): string {
  return `Another version of Cairn made the token tables. ${howToDelete('tokens', TOKEN_TABLES)}, start again, and import the tokens again.`
}
