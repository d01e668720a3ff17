import { SAMPLES } from '../../contract/samples.ts'
import { DatabaseError, type Part, type Query, textOf } from './database.ts'
import { type Engine, withAmounts } from './schema.ts'

/** Changes tables that an earlier version of Cairn created. */
type Migration = {
  name: string
  part: Part
  run: (query: Query, engine: Engine) => Promise<void>
}

/**
 * In the order in which they are applied. A new database is created from schema.ts, which has them all.
 * Never change one that was released; append another. They repeat parts of schema.ts on purpose: a later
 * change there must not change what they do.
 */
const MIGRATIONS: Migration[] = [
  { name: '001 rename upstream_answers', part: 'tokens', run: renameUpstreamAnswers },
  { name: '002 sources of tokens', part: 'tokens', run: addTokenSources },
  { name: '003 sources of blocks', part: 'runes', run: addBlockSources },
  { name: '004 services of tokens', part: 'tokens', run: addTokenServices },
  { name: '005 etchings, supply and balances', part: 'runes', run: addSupplyAndBalances },
  { name: '006 blocks of etchings', part: 'runes', run: addEtchingBlocks },
  { name: '007 order of tokens', part: 'tokens', run: sortTokensByTrimmedText },
]

async function renameUpstreamAnswers(query: Query, engine: Engine): Promise<void> {
  if (!(await hasTable(query, engine, 'upstream_answers'))) return
  await query('ALTER TABLE upstream_answers RENAME TO upstream_responses', [])
}

/** Earlier versions did not record where a token comes from. */
async function addTokenSources(query: Query): Promise<void> {
  await query("ALTER TABLE tokens ADD COLUMN source TEXT NOT NULL DEFAULT 'import'", [])
  await query('ALTER TABLE tokens ADD COLUMN read_at BIGINT NOT NULL DEFAULT 0', [])
  await query("UPDATE tokens SET source = 'sample' WHERE sender_address = $1", [
    SAMPLES.sender_address,
  ])
  await query('ALTER TABLE upstream_responses ADD COLUMN coverage TEXT', [])
}

/** Earlier versions did not record whether a block is complete. */
async function addBlockSources(query: Query): Promise<void> {
  await query(
    `CREATE TABLE block_sources (
       block_height NUMERIC PRIMARY KEY,
       block_hash TEXT NOT NULL,
       source TEXT NOT NULL,
       is_complete INTEGER NOT NULL,
       read_at BIGINT NOT NULL
     )`,
    [],
  )
  await query(
    `INSERT INTO block_sources
     SELECT block_height, max(block_hash), 'import', 0, 0 FROM ledger GROUP BY block_height`,
    [],
  )
  await query(
    "UPDATE block_sources SET source = 'sample', is_complete = 1 WHERE block_height = $1",
    [SAMPLES.block_height],
  )
}

async function addTokenServices(query: Query): Promise<void> {
  await query('ALTER TABLE tokens ADD COLUMN imported_from TEXT', [])
}

/** Earlier versions stored only the names of runes and the ledger. */
async function addSupplyAndBalances(query: Query, engine: Engine): Promise<void> {
  for (const column of ETCHING_COLUMNS) {
    await query(withAmounts(`ALTER TABLE runes ADD COLUMN ${column}`, engine), [])
  }
  for (const statement of SUPPLY_AND_BALANCES) await query(withAmounts(statement, engine), [])
}

const ETCHING_COLUMNS = [
  'block_hash TEXT',
  'block_height NUMERIC',
  'tx_index BIGINT',
  'tx_id TEXT',
  'premine AMOUNT',
  'terms_amount AMOUNT',
  'terms_cap AMOUNT',
  'terms_height_start NUMERIC',
  'terms_height_end NUMERIC',
  'terms_offset_start NUMERIC',
  'terms_offset_end NUMERIC',
  'turbo BOOLEAN',
  'cenotaph BOOLEAN',
  'timestamp BIGINT',
]

const SUPPLY_AND_BALANCES = [
  'CREATE INDEX runes_order ON runes (block_height DESC, tx_index DESC)',
  `CREATE INDEX ledger_rune
     ON ledger (rune_id, block_height DESC, tx_index DESC, event_index DESC, tx_id DESC)`,
  `CREATE INDEX ledger_address
     ON ledger (address, block_height DESC, tx_index DESC, event_index DESC, tx_id DESC)`,
  `CREATE TABLE supply_changes (
     rune_id TEXT NOT NULL,
     block_height NUMERIC NOT NULL,
     minted AMOUNT NOT NULL,
     total_mints NUMERIC NOT NULL,
     burned AMOUNT NOT NULL,
     total_burns NUMERIC NOT NULL,
     total_operations NUMERIC NOT NULL,
     PRIMARY KEY (rune_id, block_height)
   )`,
  `CREATE TABLE balance_changes (
     rune_id TEXT NOT NULL,
     block_height NUMERIC NOT NULL,
     address TEXT NOT NULL,
     balance AMOUNT NOT NULL,
     total_operations BIGINT NOT NULL,
     PRIMARY KEY (rune_id, block_height, address)
   )`,
  'CREATE INDEX balance_changes_rune ON balance_changes (rune_id, address, block_height)',
  'CREATE INDEX balance_changes_address ON balance_changes (address, rune_id, block_height)',
]

/** A rune's id has the block and the transaction. The first rune, 1:0, came with the protocol. */
async function addEtchingBlocks(query: Query, engine: Engine): Promise<void> {
  const [height, txIndex] =
    engine === 'sqlite'
      ? ["substr(id, 1, instr(id, ':') - 1)", "substr(id, instr(id, ':') + 1)"]
      : ["split_part(id, ':', 1)", "split_part(id, ':', 2)"]
  await query(
    `UPDATE runes SET block_height = CASE WHEN id = '1:0' THEN 840000 ELSE CAST(${height} AS NUMERIC) END,
                      tx_index = CAST(${txIndex} AS BIGINT)
      WHERE block_height IS NULL AND id LIKE '%:%'`,
    [],
  )
}

/** Earlier versions sorted names that begin with a space, and empty ones, before all others. */
async function sortTokensByTrimmedText(query: Query): Promise<void> {
  for (const column of ['symbol', 'name']) {
    await query(`DROP INDEX IF EXISTS tokens_${column}`, [])
    await query(
      `CREATE INDEX tokens_${column} ON tokens (lower(nullif(trim(${column}), '')), principal)`,
      [],
    )
  }
}

const CREATE_LOG = 'CREATE TABLE IF NOT EXISTS cairn_migrations (name TEXT PRIMARY KEY)'

/** Applies the missing migrations of a part in the transaction of `query`, and returns their names. */
export async function migrate(query: Query, engine: Engine, part: Part): Promise<string[]> {
  const pending = await pendingMigrations(query, engine, part)
  await query(CREATE_LOG, [])
  for (const { name, run } of pending) {
    await run(query, engine)
    await query('INSERT INTO cairn_migrations (name) VALUES ($1)', [name])
  }
  return pending.map(({ name }) => name)
}

/** Records that the tables of a part were created from schema.ts, and need none of the migrations. */
export async function skipMigrations(query: Query, part: Part): Promise<void> {
  await query(CREATE_LOG, [])
  for (const { name } of MIGRATIONS.filter((it) => it.part === part)) {
    await query('INSERT INTO cairn_migrations (name) VALUES ($1)', [name])
  }
}

/**
 * The migrations of a part that the database lacks.
 * @throws {DatabaseError} if a newer version of Cairn changed the tables.
 */
export async function pendingMigrations(
  query: Query,
  engine: Engine,
  part: Part,
): Promise<Migration[]> {
  const hasLog = await hasTable(query, engine, 'cairn_migrations')
  const rows = hasLog ? await query('SELECT name FROM cairn_migrations', []) : []
  const applied = new Set(rows.map((row) => textOf(row, 'name')))
  const known = new Set(MIGRATIONS.map(({ name }) => name))
  if ([...applied].some((name) => !known.has(name))) throw new DatabaseError(NEWER)
  return MIGRATIONS.filter((it) => it.part === part && !applied.has(it.name))
}

const NEWER =
  'A newer version of Cairn created or migrated this database. This version changed nothing in it. Start the newer version, or choose another database.'

const FIND_TABLE = {
  sqlite: "SELECT name FROM sqlite_master WHERE type = 'table' AND name = $1",
  postgres:
    'SELECT name FROM (SELECT CAST(to_regclass($1) AS TEXT) AS name) AS found WHERE name IS NOT NULL',
}

export async function hasTable(query: Query, engine: Engine, table: string): Promise<boolean> {
  return (await query(FIND_TABLE[engine], [table])).length > 0
}
