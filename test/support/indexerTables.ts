/**
 * The tables, types and indexes that the open-source runes indexer creates (WIRE.md). There is no index on
 * `block_hash`. `transmute` is the unknown operation of our samples.
 */
export const INDEXER_TABLES = `
CREATE TYPE ledger_operation AS ENUM ('etching', 'mint', 'burn', 'send', 'receive', 'transmute');
CREATE TABLE runes (
  id TEXT PRIMARY KEY,
  number BIGINT,
  name TEXT NOT NULL,
  spaced_name TEXT NOT NULL,
  block_hash TEXT NOT NULL DEFAULT '',
  block_height NUMERIC NOT NULL DEFAULT 0,
  tx_index BIGINT NOT NULL DEFAULT 0,
  tx_id TEXT NOT NULL DEFAULT '',
  divisibility SMALLINT,
  premine NUMERIC NOT NULL DEFAULT 0,
  symbol TEXT
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
`
