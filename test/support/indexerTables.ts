/**
 * The tables, types and indexes that the open-source runes indexer creates. There is no index on
 * `block_hash`. Columns that the indexer always fills are nullable here, because the tests write the
 * snapshot to these tables. `transmute` is the unknown operation of our samples.
 */
export const INDEXER_TABLES = `
CREATE TYPE ledger_operation AS ENUM ('etching', 'mint', 'burn', 'send', 'receive', 'transmute');
CREATE TABLE runes (
  id TEXT PRIMARY KEY,
  number BIGINT UNIQUE,
  name TEXT NOT NULL UNIQUE,
  spaced_name TEXT NOT NULL UNIQUE,
  block_hash TEXT,
  block_height NUMERIC,
  tx_index BIGINT,
  tx_id TEXT,
  divisibility SMALLINT,
  premine NUMERIC,
  symbol TEXT DEFAULT '¤',
  terms_amount NUMERIC,
  terms_cap NUMERIC,
  terms_height_start NUMERIC,
  terms_height_end NUMERIC,
  terms_offset_start NUMERIC,
  terms_offset_end NUMERIC,
  turbo BOOLEAN,
  cenotaph BOOLEAN,
  timestamp BIGINT
);
CREATE INDEX runes_block_height_tx_index_index ON runes (block_height DESC, tx_index DESC);
INSERT INTO runes VALUES ('1:0', 0, 'UNCOMMONGOODS', 'UNCOMMON•GOODS',
  '0000000000000000000320283a032748cef8227873ff4872689bf23f1cda83a5', 840000, 0, '', 0, 0, '⧉',
  1, 340282366920938463463374607431768211455, 840000, 1050000, NULL, NULL, true, false, 0);
CREATE TABLE supply_changes (
  rune_id TEXT NOT NULL,
  block_height NUMERIC NOT NULL,
  minted NUMERIC NOT NULL,
  total_mints NUMERIC NOT NULL,
  burned NUMERIC NOT NULL,
  total_burns NUMERIC NOT NULL,
  total_operations NUMERIC NOT NULL,
  PRIMARY KEY (rune_id, block_height)
);
CREATE TABLE ledger (
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
  operation ledger_operation NOT NULL,
  timestamp BIGINT NOT NULL
);
CREATE INDEX ledger_rune_id_index ON ledger (rune_id);
CREATE INDEX ledger_block_height_tx_index_event_index_index
  ON ledger (block_height DESC, tx_index DESC, event_index DESC);
CREATE INDEX ledger_address_rune_id_index ON ledger (address, rune_id);
CREATE INDEX ledger_tx_id_output_index ON ledger (tx_id, output);
CREATE TABLE balance_changes (
  rune_id TEXT NOT NULL,
  block_height NUMERIC NOT NULL,
  address TEXT NOT NULL,
  balance NUMERIC NOT NULL,
  total_operations BIGINT NOT NULL,
  PRIMARY KEY (rune_id, block_height, address)
);
CREATE INDEX balance_changes_address_balance_index
  ON balance_changes (address, block_height, balance DESC);
CREATE INDEX balance_changes_rune_id_balance_index
  ON balance_changes (rune_id, block_height, balance DESC);
`
