import pg from 'pg'
import { INDEXER_TABLES } from '../../test/support/indexerTables.ts'
import type { Postgres } from '../startPostgres.ts'

/** The id of a rune with 5 million records, 5 million balance changes and 100,000 holders. */
export const BUSY_RUNE = '840000:1'
/** Has a tenth of the records, and balances in 2,000 runes. */
export const BUSY_ADDRESS = 'bc1qbusybusybusy'

/** Creates a database with an indexer's tables and a long history. `client` is its superuser. */
export async function createLongHistory(postgres: Postgres) {
  const setup = new pg.Client(postgres.url('postgres'))
  await setup.connect()
  // Text is ordered by bytes, so that indexes are created fast.
  await setup.query("CREATE DATABASE history TEMPLATE template0 LOCALE_PROVIDER libc LOCALE 'C'")
  await setup.end()
  const url = postgres.url('history')
  const client = new pg.Client(url)
  await client.connect()
  // Without a write-ahead log, and with indexes created after the rows, filling the tables is faster.
  const statements = INDEXER_TABLES.replaceAll('CREATE TABLE', 'CREATE UNLOGGED TABLE').split(';\n')
  const isIndex = (statement: string) => statement.trimStart().startsWith('CREATE INDEX')
  for (const statement of [
    "SET maintenance_work_mem = '512MB'",
    ...statements.filter((it) => !isIndex(it)),
    'ALTER TABLE ledger SET (autovacuum_enabled = off)',
    'ALTER TABLE balance_changes SET (autovacuum_enabled = off)',
    ...ROWS,
    ...statements.filter(isIndex),
    'VACUUM ANALYZE',
  ]) {
    await client.query(statement)
  }
  return { url, client, close: () => client.end() }
}

/** One of 100,000 addresses: the busy one at position 0, another one at each other position of a block. */
const addressOf = (position: string) => `
  CASE WHEN ${position} = 0 THEN '${BUSY_ADDRESS}'
       ELSE 'bc1q' || md5(((height * 99 + ${position} - 1)::bigint * 7919 % 99999)::text) END`

const ROWS = [
  `INSERT INTO runes (id, number, name, spaced_name, block_hash, block_height, tx_index, tx_id,
          divisibility, premine, terms_amount, turbo, cenotaph, timestamp)
   SELECT (840000 + n / 10) || ':' || (1 + n % 10), n + 1, name, name,
          lpad(to_hex(840000 + n / 10), 64, '0'), 840000 + n / 10, 1 + n % 10,
          lpad(to_hex(n), 64, '8'), n % 20, 0, 100, false, false, 1713571767 + n / 10 * 600
     FROM generate_series(0, 99999) AS n,
          translate(lpad(n::text, 6, '0'), '0123456789', 'ABCDEFGHIJ') AS name`,
  `INSERT INTO ledger
   SELECT '${BUSY_RUNE}', lpad(to_hex(height), 64, '0'), height, j / 2, j,
          lpad(to_hex(height * 64::bigint + j / 2), 64, '7'), j % 2,
          ${addressOf('CASE WHEN j % 10 = 0 THEN 0 ELSE j END')},
          CASE j % 2 WHEN 1 THEN 'bc1qreceiver' END, 1000 + j,
          (CASE j % 2 WHEN 1 THEN 'send' ELSE 'receive' END)::ledger_operation,
          1713571767 + (height - 840000) * 600
     FROM generate_series(840000, 889999) AS height, generate_series(0, 99) AS j`,
  // Burners, whose balances do not deduct the burns.
  `INSERT INTO ledger
   SELECT '${BUSY_RUNE}', lpad(to_hex(height), 64, '0'), height, 100 + n, event_index,
          lpad(to_hex(n * 10 + event_index), 64, '9'), 0, 'bc1qburner' || n, NULL,
          1000 - 600 * event_index, operation::ledger_operation, 1713571767 + (height - 840000) * 600
     FROM generate_series(0, 99) AS n,
          (VALUES (0, 880000, 'receive'), (1, 885000, 'burn')) AS event(event_index, height, operation)`,
  `INSERT INTO supply_changes
   SELECT rune_id, block_height, 0, 0, sum(sum(CASE operation WHEN 'burn' THEN amount ELSE 0 END)) OVER blocks,
          sum(count(*) FILTER (WHERE operation = 'burn')) OVER blocks, sum(count(*)) OVER blocks
     FROM ledger GROUP BY rune_id, block_height WINDOW blocks AS (ORDER BY block_height)`,
  `INSERT INTO supply_changes
   SELECT id, block_height, 0, 0, 0, 0, 1 FROM runes WHERE id <> '${BUSY_RUNE}'`,
  `INSERT INTO balance_changes
   SELECT '${BUSY_RUNE}', height, ${addressOf('j')}, 1 + (height::bigint * 31 + j * 7919) % 1000003, 1
     FROM generate_series(840000, 889999) AS height, generate_series(0, 99) AS j`,
  `INSERT INTO balance_changes
   SELECT '${BUSY_RUNE}', 880000, 'bc1qburner' || n, 1000, 1 FROM generate_series(0, 99) AS n`,
  `INSERT INTO balance_changes
   SELECT id, 880000 + change, '${BUSY_ADDRESS}', 1 + (number * 7919 + change) % 1000003, change
     FROM runes, generate_series(1, 20) AS change WHERE number BETWEEN 2 AND 2000`,
]
