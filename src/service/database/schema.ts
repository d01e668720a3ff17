export type Engine = 'sqlite' | 'postgres'

/**
 * The statements that create missing tables. A change here needs a migration too, for older databases.
 * The tables of runes have the columns of the open-source runes indexer, so that the same queries read
 * its database. Values that the snapshot lacks are null (such as a rune's `number`) or −1 (`tx_index` of
 * a record, which is part of the order).
 */
export function schemaOf(engine: Engine): { runes: string; tokens: string } {
  return { runes: withAmounts(RUNES, engine), tokens: TOKENS_OF[engine] }
}

/**
 * Replaces the type `AMOUNT` in SQL: amounts have up to 128 bits, which SQLite would round. There they
 * are texts of digits without leading zeros.
 */
export function withAmounts(sql: string, engine: Engine): string {
  return sql.replaceAll(' AMOUNT', engine === 'sqlite' ? ' TEXT' : ' NUMERIC')
}

/** The names of the columns of one of our tables. */
export function columnsOf(table: string): string[] {
  const [, after = ''] = `${RUNES}${TOKENS}`.split(`CREATE TABLE IF NOT EXISTS ${table} (\n`)
  const [columns = ''] = after.split('\n)')
  return [...columns.matchAll(/^ {2}([a-z_]+) /gm)].map(([, name = '']) => name)
}

const RUNES = `
CREATE TABLE IF NOT EXISTS runes (
  id TEXT PRIMARY KEY,
  number BIGINT,
  name TEXT NOT NULL,
  spaced_name TEXT NOT NULL,
  divisibility SMALLINT,
  symbol TEXT,
  block_hash TEXT,
  block_height NUMERIC,
  tx_index BIGINT,
  tx_id TEXT,
  premine AMOUNT,
  terms_amount AMOUNT,
  terms_cap AMOUNT,
  terms_height_start NUMERIC,
  terms_height_end NUMERIC,
  terms_offset_start NUMERIC,
  terms_offset_end NUMERIC,
  turbo BOOLEAN,
  cenotaph BOOLEAN,
  timestamp BIGINT
);
CREATE INDEX IF NOT EXISTS runes_name ON runes (name);
CREATE INDEX IF NOT EXISTS runes_number ON runes (number);
CREATE INDEX IF NOT EXISTS runes_order ON runes (block_height DESC, tx_index DESC);
CREATE TABLE IF NOT EXISTS ledger (
  rune_id TEXT NOT NULL,
  block_hash TEXT NOT NULL,
  block_height NUMERIC NOT NULL,
  tx_index BIGINT NOT NULL,
  event_index BIGINT NOT NULL,
  tx_id TEXT NOT NULL,
  output BIGINT,
  address TEXT,
  receiver_address TEXT,
  amount AMOUNT,
  operation TEXT NOT NULL,
  timestamp BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS ledger_order ON ledger (block_height DESC, tx_index DESC, event_index DESC, tx_id DESC);
CREATE INDEX IF NOT EXISTS ledger_transaction ON ledger (tx_id, output);
CREATE INDEX IF NOT EXISTS ledger_block_hash ON ledger (block_hash);
CREATE INDEX IF NOT EXISTS ledger_rune
  ON ledger (rune_id, block_height DESC, tx_index DESC, event_index DESC, tx_id DESC);
CREATE INDEX IF NOT EXISTS ledger_address
  ON ledger (address, block_height DESC, tx_index DESC, event_index DESC, tx_id DESC);
-- Running totals after a block. Only runes whose whole history is known have rows.
CREATE TABLE IF NOT EXISTS supply_changes (
  rune_id TEXT NOT NULL,
  block_height NUMERIC NOT NULL,
  minted AMOUNT NOT NULL,
  total_mints NUMERIC NOT NULL,
  burned AMOUNT NOT NULL,
  total_burns NUMERIC NOT NULL,
  total_operations NUMERIC NOT NULL,
  PRIMARY KEY (rune_id, block_height)
);
-- The balance of an address after a block; the newest row of a rune and address is the current one.
CREATE TABLE IF NOT EXISTS balance_changes (
  rune_id TEXT NOT NULL,
  block_height NUMERIC NOT NULL,
  address TEXT NOT NULL,
  balance AMOUNT NOT NULL,
  total_operations BIGINT NOT NULL,
  PRIMARY KEY (rune_id, block_height, address)
);
CREATE INDEX IF NOT EXISTS balance_changes_rune ON balance_changes (rune_id, address, block_height);
CREATE INDEX IF NOT EXISTS balance_changes_address ON balance_changes (address, rune_id, block_height);
-- Where the records of a block come from. source: snapshot | sample | import. is_complete: 1 if none are
-- missing. read_at: Unix milliseconds. A block without a row is complete: an indexer wrote it.
CREATE TABLE IF NOT EXISTS block_sources (
  block_height NUMERIC PRIMARY KEY,
  block_hash TEXT NOT NULL,
  source TEXT NOT NULL,
  is_complete INTEGER NOT NULL,
  read_at BIGINT NOT NULL
);
`

const TOKENS = `
-- status: ready | in-progress | token-error | no-token. problem: the message of a token-error.
-- source: snapshot | sample | import. read_at: Unix milliseconds. imported_from: the service that the
-- token and all its locales were imported from.
CREATE TABLE IF NOT EXISTS tokens (
  principal TEXT PRIMARY KEY,
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
  source TEXT NOT NULL DEFAULT 'import',
  read_at BIGINT NOT NULL DEFAULT 0,
  imported_from TEXT
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tokens_symbol ON tokens (lower(nullif(trim(symbol), '')), principal);
CREATE INDEX IF NOT EXISTS tokens_name ON tokens (lower(nullif(trim(name), '')), principal);
-- One row per document. locale '' is the default document. token_description and image_* are fields
-- of the token itself that depend on the locale; the rest is the metadata document.
CREATE TABLE IF NOT EXISTS token_metadata (
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
CREATE TABLE IF NOT EXISTS token_attributes (
  principal TEXT NOT NULL,
  locale TEXT NOT NULL,
  position INTEGER NOT NULL,
  trait_type TEXT,
  display_type TEXT,
  value TEXT,
  max_value TEXT,
  PRIMARY KEY (principal, locale, position)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS token_properties (
  principal TEXT NOT NULL,
  locale TEXT NOT NULL,
  position INTEGER NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (principal, locale, position)
) WITHOUT ROWID;

-- Responses of other services as this service sends them; never from the snapshot. size: the length
-- of request and body in characters. read_at, fresh_until: Unix milliseconds. coverage: as its header.
CREATE TABLE IF NOT EXISTS upstream_responses (
  request TEXT PRIMARY KEY,
  status INTEGER NOT NULL,
  body TEXT NOT NULL,
  size INTEGER NOT NULL,
  read_at BIGINT NOT NULL,
  fresh_until BIGINT NOT NULL,
  coverage TEXT
);
CREATE INDEX IF NOT EXISTS upstream_answers_age ON upstream_responses (read_at DESC, request, size);

-- Search terms of tokens, folded, found by prefix. kind: 'token'; earlier versions also stored runes.
-- id: the principal. rank: 0 for names and symbols, 1 for words of those, identifiers, assets and
-- languages. Principals are searched in tokens, runes in the table runes.
CREATE TABLE IF NOT EXISTS directory (
  term TEXT NOT NULL,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  rank INTEGER NOT NULL,
  title TEXT NOT NULL,
  detail TEXT NOT NULL,
  PRIMARY KEY (kind, term, id)
) WITHOUT ROWID;
`

/** On PostgreSQL text is ordered by bytes, as in SQLite, because the directory is searched by prefix. */
const TOKENS_OF = {
  sqlite: TOKENS,
  postgres: TOKENS.replaceAll(' TEXT', ' TEXT COLLATE "C"').replaceAll(' WITHOUT ROWID', ''),
}
