CREATE TABLE IF NOT EXISTS runes (
  id TEXT PRIMARY KEY,
  number BIGINT,
  name TEXT NOT NULL,
  spaced_name TEXT NOT NULL,
  divisibility SMALLINT,
  symbol TEXT
);
CREATE INDEX IF NOT EXISTS runes_name ON runes (name);
CREATE INDEX IF NOT EXISTS runes_number ON runes (number);
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
  amount TEXT,
  operation TEXT NOT NULL,
  timestamp BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS ledger_order ON ledger (block_height DESC, tx_index DESC, event_index DESC, tx_id DESC);
CREATE INDEX IF NOT EXISTS ledger_transaction ON ledger (tx_id, output);
CREATE INDEX IF NOT EXISTS ledger_block_hash ON ledger (block_hash);
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
  localization_default TEXT
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tokens_symbol ON tokens (lower(symbol), principal);
CREATE INDEX IF NOT EXISTS tokens_name ON tokens (lower(name), principal);
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

CREATE TABLE IF NOT EXISTS upstream_answers (
  request TEXT PRIMARY KEY,
  status INTEGER NOT NULL,
  body TEXT NOT NULL,
  size INTEGER NOT NULL,
  read_at BIGINT NOT NULL,
  fresh_until BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS upstream_answers_age ON upstream_answers (read_at DESC, request, size);

CREATE TABLE IF NOT EXISTS directory (
  term TEXT NOT NULL,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  rank INTEGER NOT NULL,
  title TEXT NOT NULL,
  detail TEXT NOT NULL,
  PRIMARY KEY (kind, term, id)
) WITHOUT ROWID;
