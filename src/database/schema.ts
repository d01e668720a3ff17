import type { Engine } from './database.ts'
import type { Meta } from './meta.ts'

/** Changes whenever the tables or the meaning of their rows change. There are no migrations. */
export const SCHEMA_VERSION = '3'

/** A reorganisation of more blocks than this stops the index: what is further below the newest block is final. */
export const MAX_REORGANISATION = 200

/** Whether an index can be read: the first pass goes without the indexes that only readers need. */
export function isReadable(meta: Meta | undefined): boolean {
  return meta?.get('indexes') === 'complete' && meta.get('version') === SCHEMA_VERSION
}

/**
 * The statements that create the tables of a part. On PostgreSQL text is ordered by bytes, as in SQLite:
 * amounts and search terms rely on it.
 */
export function tablesOf(part: 'tokens' | 'runes', engine: Engine): string[] {
  return statementsOf({ tokens: TOKENS, runes: RUNES }[part], engine)
}

/** The statements that create what only readers of the runes need. The first pass goes without. */
export function runeIndexesOf(engine: Engine): string[] {
  return statementsOf(RUNE_INDEXES, engine)
}

function statementsOf(sql: string, engine: Engine): string[] {
  const statements = sql
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
  return engine === 'sqlite' ? statements : statements.map(toPostgres)
}

function toPostgres(statement: string): string {
  return statement
    .replaceAll('INTEGER /* 64 bits */', 'BIGINT')
    .replaceAll(' TEXT', ' TEXT COLLATE "C"')
    .replaceAll(' BLOB', ' BYTEA')
    .replaceAll(' WITHOUT ROWID', '')
}

const META = `
-- Facts about a part: its version, what filled it, how often it was written.
CREATE TABLE IF NOT EXISTS meta (
  part TEXT NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (part, name)
) WITHOUT ROWID;
`

// Ids are counters without gaps, in the order of the chain, so that a reorganisation cuts their ends off. Only
// those of records may exceed 32 bits: a block can make a hundred million.
// Amounts are raw digits. Hashes are in the order in which they are shown.
const RUNES = `${META}
CREATE TABLE blocks (
  height INTEGER NOT NULL PRIMARY KEY,
  hash BLOB NOT NULL,
  -- Unix seconds: of this block, and the greatest so far. The UTC day of the latter is the block's day.
  timestamp BIGINT NOT NULL,
  latest_timestamp BIGINT NOT NULL,
  -- The ids that follow the block's last transaction, address, rune and record.
  next_tx INTEGER NOT NULL,
  next_address INTEGER NOT NULL,
  next_rune INTEGER NOT NULL,
  next_record INTEGER /* 64 bits */ NOT NULL,
  -- The number of its records of each kind (see kinds.ts).
  etchings INTEGER NOT NULL,
  mints INTEGER NOT NULL,
  burns INTEGER NOT NULL,
  transfers INTEGER NOT NULL,
  changes INTEGER NOT NULL,
  change_receives INTEGER NOT NULL,
  receives INTEGER NOT NULL,
  mint_receives INTEGER NOT NULL,
  premine_receives INTEGER NOT NULL,
  premined_etchings INTEGER NOT NULL
);
-- Transactions with records. flaw: why its runestone is malformed, if it is.
CREATE TABLE txs (
  id INTEGER NOT NULL PRIMARY KEY,
  txid BLOB NOT NULL,
  height INTEGER NOT NULL,
  tx_index INTEGER NOT NULL,
  first_record INTEGER /* 64 bits */ NOT NULL,
  records INTEGER NOT NULL,
  flaw TEXT
);
-- Addresses with records, the number of their records of each kind, of the runes that they hold, and of
-- the runes in their unspent outputs.
CREATE TABLE addresses (
  id INTEGER NOT NULL PRIMARY KEY,
  address TEXT NOT NULL,
  burns INTEGER NOT NULL,
  transfers INTEGER NOT NULL,
  changes INTEGER NOT NULL,
  change_receives INTEGER NOT NULL,
  receives INTEGER NOT NULL,
  mint_receives INTEGER NOT NULL,
  premine_receives INTEGER NOT NULL,
  runes INTEGER NOT NULL,
  outputs INTEGER NOT NULL
);
CREATE TABLE runes (
  id INTEGER NOT NULL PRIMARY KEY,
  -- The etching: height and tx_index are the rune's id on Bitcoin. tx is missing for the first rune.
  height INTEGER NOT NULL,
  tx_index INTEGER NOT NULL,
  tx INTEGER,
  name TEXT NOT NULL,
  spaced_name TEXT NOT NULL,
  divisibility INTEGER NOT NULL,
  symbol TEXT,
  turbo INTEGER NOT NULL,
  cenotaph INTEGER NOT NULL,
  premine TEXT NOT NULL,
  -- Terms as etched; has_terms is 0 without any. Heights and offsets may be as large as 2^64.
  has_terms INTEGER NOT NULL,
  terms_amount TEXT,
  terms_cap TEXT,
  terms_height_start TEXT,
  terms_height_end TEXT,
  terms_offset_start TEXT,
  terms_offset_end TEXT,
  -- Running figures after the newest block. mint_count counts mints by cenotaphs too, which are burns.
  minted TEXT NOT NULL,
  mint_count INTEGER NOT NULL,
  -- The height of the block of the newest mint; -1 before the first.
  newest_mint INTEGER NOT NULL,
  burned TEXT NOT NULL,
  holders INTEGER NOT NULL,
  movements INTEGER NOT NULL,
  day_movements INTEGER NOT NULL,
  -- See mintStates.ts: whether the next block can mint it, and how much is minted in billionths of the cap;
  -- -1 without a cap.
  mint_state INTEGER NOT NULL,
  mint_progress INTEGER NOT NULL,
  -- The block in which the state changes by itself, if there is one.
  next_state_at INTEGER,
  -- The number of its records of each kind.
  etchings INTEGER NOT NULL,
  mints INTEGER NOT NULL,
  burns INTEGER NOT NULL,
  transfers INTEGER NOT NULL,
  changes INTEGER NOT NULL,
  change_receives INTEGER NOT NULL,
  receives INTEGER NOT NULL,
  mint_receives INTEGER NOT NULL,
  premine_receives INTEGER NOT NULL,
  premined_etchings INTEGER NOT NULL
);
CREATE UNIQUE INDEX runes_etching ON runes (height, tx_index);
CREATE UNIQUE INDEX runes_name ON runes (name);
CREATE INDEX runes_next_state ON runes (next_state_at) WHERE next_state_at IS NOT NULL;
-- The records of the API, oldest first; those of a transaction are consecutive. address: whose record it is.
-- fresh: how much of the amount was minted or premined here. change: how much came from the receiver itself.
-- The positions count the records, and the movements among them, of the rune and of the address.
CREATE TABLE ledger (
  id INTEGER /* 64 bits */ NOT NULL PRIMARY KEY,
  tx INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  rune INTEGER NOT NULL,
  address INTEGER,
  receiver INTEGER,
  amount TEXT,
  vout INTEGER,
  fresh TEXT,
  change TEXT,
  rune_position INTEGER NOT NULL,
  rune_movement INTEGER,
  address_position INTEGER,
  address_movement INTEGER
);
-- Outputs that hold or held runes. spender: the transaction that spent it.
CREATE TABLE outputs (
  tx INTEGER NOT NULL,
  vout INTEGER NOT NULL,
  rune INTEGER NOT NULL,
  address INTEGER,
  amount TEXT NOT NULL,
  spender INTEGER,
  PRIMARY KEY (tx, vout, rune)
) WITHOUT ROWID;
-- What addresses hold or held. Both amounts are sortable (see sortableAmount.ts): raw, and with the
-- divisibility applied, to compare runes.
CREATE TABLE balances (
  address INTEGER NOT NULL,
  rune INTEGER NOT NULL,
  amount TEXT NOT NULL,
  shown_amount TEXT NOT NULL,
  records INTEGER NOT NULL,
  movements INTEGER NOT NULL,
  PRIMARY KEY (address, rune)
) WITHOUT ROWID;
-- What a UTC day changed, as days since 1970; holders and supply at its end.
CREATE TABLE rune_days (
  rune INTEGER NOT NULL,
  day INTEGER NOT NULL,
  movements INTEGER NOT NULL,
  mints INTEGER NOT NULL,
  minted TEXT NOT NULL,
  transfers INTEGER NOT NULL,
  transferred TEXT NOT NULL,
  burns INTEGER NOT NULL,
  burned TEXT NOT NULL,
  holders INTEGER NOT NULL,
  supply TEXT NOT NULL,
  PRIMARY KEY (rune, day)
) WITHOUT ROWID;
-- The rows that each of the last blocks replaced, as JSON. A block with many records was written in parts.
CREATE TABLE undo (
  height INTEGER NOT NULL,
  part INTEGER NOT NULL,
  replaced TEXT NOT NULL,
  PRIMARY KEY (height, part)
) WITHOUT ROWID;
`

const RUNE_INDEXES = `
CREATE INDEX blocks_hash ON blocks (hash);
CREATE INDEX blocks_latest_timestamp ON blocks (latest_timestamp, height);
CREATE UNIQUE INDEX txs_txid ON txs (txid);
CREATE UNIQUE INDEX addresses_address ON addresses (address);
CREATE INDEX ledger_rune ON ledger (rune, rune_position);
CREATE INDEX ledger_rune_movement ON ledger (rune, rune_movement) WHERE rune_movement IS NOT NULL;
CREATE INDEX ledger_rune_kind ON ledger (rune, kind, id);
CREATE INDEX ledger_address ON ledger (address, address_position) WHERE address IS NOT NULL;
CREATE INDEX ledger_address_movement ON ledger (address, address_movement)
  WHERE address_movement IS NOT NULL;
CREATE INDEX ledger_address_kind ON ledger (address, kind, id) WHERE address IS NOT NULL;
CREATE INDEX ledger_address_rune ON ledger (address, rune, kind, id) WHERE address IS NOT NULL;
CREATE INDEX outputs_unspent ON outputs (address, tx, vout, rune) WHERE spender IS NULL;
CREATE INDEX balances_holders ON balances (rune, amount DESC, address) WHERE amount > '00';
CREATE INDEX balances_runes ON balances (address, shown_amount DESC, rune) WHERE amount > '00';
CREATE INDEX runes_holders ON runes (holders, id, mint_state);
CREATE INDEX runes_movements ON runes (movements, id, mint_state);
CREATE INDEX runes_day_movements ON runes (day_movements, id, mint_state);
CREATE INDEX runes_mint_progress ON runes (mint_progress, id, mint_state);
CREATE INDEX runes_newest_mint ON runes (newest_mint, id, mint_state);
CREATE INDEX runes_mint_state ON runes (mint_state, id);
`

const TOKENS = `${META}
-- status: ready | in-progress | token-error | no-token. problem: the message of a token-error.
-- source: snapshot | sample | import. read_at: Unix seconds. imported_from: the service that the
-- token and all its locales were imported from.
CREATE TABLE tokens (
  principal TEXT NOT NULL PRIMARY KEY,
  status TEXT NOT NULL,
  problem TEXT,
  name TEXT,
  symbol TEXT,
  decimals BIGINT,
  total_supply TEXT,
  token_uri TEXT,
  tx_id TEXT,
  sender_address TEXT NOT NULL,
  asset_identifier TEXT,
  localization_uri TEXT,
  localization_default TEXT,
  source TEXT NOT NULL,
  read_at BIGINT NOT NULL,
  imported_from TEXT
) WITHOUT ROWID;
CREATE INDEX tokens_symbol ON tokens (lower(nullif(trim(symbol), '')), principal);
CREATE INDEX tokens_name ON tokens (lower(nullif(trim(name), '')), principal);
-- One row per document. locale '' is the default document. token_description and image_* are fields
-- of the token itself that depend on the locale; the rest is the metadata document.
CREATE TABLE token_metadata (
  principal TEXT NOT NULL,
  locale TEXT NOT NULL,
  position INTEGER NOT NULL,
  token_description TEXT,
  image_uri TEXT,
  image_thumbnail_uri TEXT,
  image_canonical_uri TEXT,
  has_document INTEGER NOT NULL,
  sip INTEGER,
  name TEXT,
  description TEXT,
  image TEXT,
  cached_image TEXT,
  cached_thumbnail_image TEXT,
  PRIMARY KEY (principal, locale)
) WITHOUT ROWID;
-- value and max_value are JSON, so that they can be of any type and numbers stay exact.
CREATE TABLE token_attributes (
  principal TEXT NOT NULL,
  locale TEXT NOT NULL,
  position INTEGER NOT NULL,
  trait_type TEXT,
  display_type TEXT,
  value TEXT,
  max_value TEXT,
  PRIMARY KEY (principal, locale, position)
) WITHOUT ROWID;
CREATE TABLE token_properties (
  principal TEXT NOT NULL,
  locale TEXT NOT NULL,
  position INTEGER NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (principal, locale, position)
) WITHOUT ROWID;
-- Responses of the token service as this service sends them. size: the length of request and body in
-- characters. read_at, fresh_until: Unix seconds.
CREATE TABLE upstream_responses (
  request TEXT NOT NULL PRIMARY KEY,
  status INTEGER NOT NULL,
  body TEXT NOT NULL,
  size INTEGER NOT NULL,
  read_at BIGINT NOT NULL,
  fresh_until BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX upstream_responses_age ON upstream_responses (read_at DESC, request, size);
-- Search terms of tokens, folded, found by prefix. rank: 0 for names and symbols, 1 for words of those,
-- identifiers, assets and languages.
CREATE TABLE token_terms (
  term TEXT NOT NULL,
  principal TEXT NOT NULL,
  rank INTEGER NOT NULL,
  PRIMARY KEY (term, principal)
) WITHOUT ROWID;
`

export const RUNE_TABLES = [
  'blocks',
  'txs',
  'addresses',
  'runes',
  'ledger',
  'outputs',
  'balances',
  'rune_days',
  'undo',
] as const
export const TOKEN_TABLES = [
  'tokens',
  'token_metadata',
  'token_attributes',
  'token_properties',
  'upstream_responses',
  'token_terms',
] as const
export type TableName = (typeof RUNE_TABLES)[number] | (typeof TOKEN_TABLES)[number]

type Column = { name: string; type: string }

/** The columns of a table, with their types on PostgreSQL. */
export function columnsOf(table: TableName): Column[] {
  const known = columns.get(table) ?? readColumns(table)
  columns.set(table, known)
  return known
}

const columns = new Map<TableName, Column[]>()

function readColumns(table: TableName): Column[] {
  const [, after = ''] = `${RUNES}${TOKENS}`.split(`CREATE TABLE ${table} (\n`)
  const [body = ''] = after.split('\n)')
  const declared = toPostgres(body).matchAll(/^ {2}([a-z_]+) ([A-Z]+)/gm)
  return [...declared].map(([, name = '', type = '']) => ({ name, type }))
}
