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
  amount NUMERIC,
  operation TEXT NOT NULL,
  timestamp BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS ledger_order ON ledger (block_height DESC, tx_index DESC, event_index DESC, tx_id DESC);
CREATE INDEX IF NOT EXISTS ledger_transaction ON ledger (tx_id, output);
CREATE INDEX IF NOT EXISTS ledger_block_hash ON ledger (block_hash);
CREATE TABLE IF NOT EXISTS tokens (
  principal TEXT COLLATE "C" PRIMARY KEY,
  status TEXT COLLATE "C" NOT NULL,
  problem TEXT COLLATE "C",
  name TEXT COLLATE "C",
  symbol TEXT COLLATE "C",
  decimals BIGINT,
  total_supply TEXT COLLATE "C",
  token_uri TEXT COLLATE "C",
  tx_id TEXT COLLATE "C",
  sender_address TEXT COLLATE "C" NOT NULL,
  asset_identifier TEXT COLLATE "C",
  localization_uri TEXT COLLATE "C",
  localization_default TEXT COLLATE "C"
);
CREATE INDEX IF NOT EXISTS tokens_symbol ON tokens (lower(symbol), principal);
CREATE INDEX IF NOT EXISTS tokens_name ON tokens (lower(name), principal);
CREATE TABLE IF NOT EXISTS token_metadata (
  principal TEXT COLLATE "C" NOT NULL,
  locale TEXT COLLATE "C" NOT NULL,
  position INTEGER NOT NULL,
  token_description TEXT COLLATE "C",
  image_uri TEXT COLLATE "C",
  image_thumbnail_uri TEXT COLLATE "C",
  image_canonical_uri TEXT COLLATE "C",
  has_document INTEGER NOT NULL,
  sip INTEGER,
  name TEXT COLLATE "C",
  description TEXT COLLATE "C",
  image TEXT COLLATE "C",
  cached_image TEXT COLLATE "C",
  cached_thumbnail_image TEXT COLLATE "C",
  PRIMARY KEY (principal, locale)
);
CREATE TABLE IF NOT EXISTS token_attributes (
  principal TEXT COLLATE "C" NOT NULL,
  locale TEXT COLLATE "C" NOT NULL,
  position INTEGER NOT NULL,
  trait_type TEXT COLLATE "C",
  display_type TEXT COLLATE "C",
  value TEXT COLLATE "C",
  max_value TEXT COLLATE "C",
  PRIMARY KEY (principal, locale, position)
);
CREATE TABLE IF NOT EXISTS token_properties (
  principal TEXT COLLATE "C" NOT NULL,
  locale TEXT COLLATE "C" NOT NULL,
  position INTEGER NOT NULL,
  key TEXT COLLATE "C" NOT NULL,
  value TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (principal, locale, position)
);

CREATE TABLE IF NOT EXISTS upstream_answers (
  request TEXT COLLATE "C" PRIMARY KEY,
  status INTEGER NOT NULL,
  body TEXT COLLATE "C" NOT NULL,
  size INTEGER NOT NULL,
  read_at BIGINT NOT NULL,
  fresh_until BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS upstream_answers_age ON upstream_answers (read_at DESC, request, size);

CREATE TABLE IF NOT EXISTS directory (
  term TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  rank INTEGER NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  detail TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (kind, term, id)
);
