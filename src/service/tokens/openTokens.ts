import { DatabaseError, type Query, type Store } from '../../database/database.ts'
import { type Meta, readMeta, writeMeta } from '../../database/meta.ts'
import { SCHEMA_VERSION, TOKEN_TABLES, tablesOf } from '../../database/schema.ts'
import { readSnapshot, SNAPSHOT_DATE, SNAPSHOT_TIME, type Snapshot } from './snapshot.ts'
import { countWrite, writeTokens } from './writeTokens.ts'

/**
 * Opens the token tables in a database. Creates them if they are missing, and fills them with the bundled
 * snapshot. A newer snapshot replaces an older one, unless there are tokens from elsewhere.
 * @throws {DatabaseError} if another version of Cairn made the tables, or this role may not create them.
 */
export async function openTokens(store: Store, log: (sentence: string) => void): Promise<void> {
  const snapshot = readSnapshot()
  const meta = await readMeta(store, 'tokens')
  if (isCurrent(meta, snapshot)) return
  if (!(await mayWrite(store))) return expectReadable(meta)
  const tokens = await store.transaction((query) => fill({ ...store, query }, snapshot))
  if (tokens === 0) return
  log(`Read ${tokens.toLocaleString('en')} tokens from the bundled snapshot of ${SNAPSHOT_DATE}.`)
}

function isCurrent(meta: Meta | undefined, { hash }: Snapshot): boolean {
  return meta?.get('version') === SCHEMA_VERSION && meta.get('snapshot') === hash
}

/** Returns the number of tokens that were read from the snapshot. */
async function fill(store: Store, snapshot: Snapshot): Promise<number> {
  await waitForOthers(store)
  const meta = await readMeta(store, 'tokens')
  if (isCurrent(meta, snapshot)) return 0
  const isOutdated = meta !== undefined && meta.get('version') !== SCHEMA_VERSION
  if (meta !== undefined && (await hasOtherTokens(store.query))) {
    if (isOutdated) throw new DatabaseError(OUTDATED[store.engine])
    return 0
  }
  if (meta === undefined || isOutdated) await createTables(store)
  // Keeps the tables, and with them the rights of roles that read them.
  else for (const table of TOKEN_TABLES) await store.query(`DELETE FROM ${table}`)
  const tokens = snapshot.parse()
  await writeTokens(store, tokens, { source: 'snapshot', readAt: SNAPSHOT_TIME })
  await writeMeta(store.query, 'tokens', {
    version: SCHEMA_VERSION,
    snapshot: snapshot.hash,
    snapshot_date: SNAPSHOT_DATE,
  })
  await countWrite(store.query)
  return tokens.length
}

/** On SQLite, a transaction that writes is alone already. */
async function waitForOthers({ engine, query }: Store): Promise<void> {
  if (engine === 'sqlite') return
  await query("SELECT CAST(pg_advisory_xact_lock(hashtext('cairn token tables')) AS TEXT)")
  // to_regclass() does not find new tables of others in a transaction that has read no table since.
  await query('SELECT 1 AS found FROM pg_class LIMIT 1')
}

async function hasOtherTokens(query: Query): Promise<boolean> {
  const rows = await query(
    `SELECT 1 AS found WHERE EXISTS (SELECT 1 FROM tokens WHERE source = 'import')
        OR EXISTS (SELECT 1 FROM upstream_responses)`,
  )
  return rows.length > 0
}

async function createTables({ engine, query }: Store): Promise<void> {
  for (const table of TOKEN_TABLES) await query(`DROP TABLE IF EXISTS ${table}`)
  for (const statement of tablesOf('tokens', engine)) await query(statement)
}

/** On PostgreSQL, the owner of the tables, or a role that can create them. */
async function mayWrite({ engine, query }: Store): Promise<boolean> {
  if (engine === 'sqlite') return true
  const [row] = await query(
    `SELECT CAST(current_setting('transaction_read_only') = 'off' AND coalesce(
       (SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('tokens')),
       has_schema_privilege(current_schema(), 'CREATE')) AS TEXT) AS allowed`,
  )
  return row?.allowed === 'true'
}

/** The tables of an older snapshot are used as they are. */
function expectReadable(meta: Meta | undefined): void {
  if (meta === undefined) throw new DatabaseError(MISSING)
  if (meta.get('version') !== SCHEMA_VERSION) throw new DatabaseError(OUTDATED.postgres)
}

const MISSING =
  'The database has no token tables, and this role may not create them. Start Cairn once with a role that may.'

const DROP = `DROP TABLE ${TOKEN_TABLES.join(', ')}; DELETE FROM meta WHERE part = 'tokens';`

const OUTDATED = {
  sqlite:
    'Another version of Cairn made tokens.db. Delete that file from the folder of the databases (DATA_DIR), start again, and import the tokens again.',
  postgres: `Another version of Cairn made the token tables. Drop them, start again, and import the tokens again: ${DROP}`,
}
