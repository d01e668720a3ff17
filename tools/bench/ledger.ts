import { spawnSync } from 'node:child_process'
import pg from 'pg'
import { INDEXER_TABLES } from '../../test/support/indexerTables.ts'
import type { Postgres } from '../startPostgres.ts'

export type Ledger = {
  url: string
  whileWritten: <Result>(work: () => Promise<Result>) => Promise<Result>
  close: () => Promise<void>
}

export const FIRST_BLOCK = 800_000
export const LARGE_BLOCK = 850_000

/**
 * Creates a database with an indexer's tables: 400 old blocks of 200 rows and one of 20,000.
 * `whileWritten` runs work while a new block of 2,000 rows arrives every 5 s and another database of the
 * cluster is updated every 50 ms.
 */
export async function createLedger(postgres: Postgres): Promise<Ledger> {
  const unrelated = connect(postgres.url('postgres'))
  await unrelated.query('CREATE TABLE counter AS SELECT 0 AS value')
  await unrelated.query('CREATE DATABASE runes')
  const url = postgres.url('runes')
  const runes = connect(url)
  await fill(runes, url)
  let height = LARGE_BLOCK
  const update = () => unrelated.query('UPDATE counter SET value = value + 1')
  const insertBlock = () =>
    insertBlocks(runes, [++height, height, 2000, Math.floor(Date.now() / 1000)])

  async function whileWritten<Result>(work: () => Promise<Result>): Promise<Result> {
    const timers = [setInterval(update, 50), setInterval(insertBlock, 5000)]
    insertBlock()
    const result = await work()
    for (const timer of timers) clearInterval(timer)
    await runes.query('SELECT') // Waits for an insertion that is still running.
    return result
  }
  async function close(): Promise<void> {
    await runes.end()
    await unrelated.end()
  }
  return { url, whileWritten, close }
}

/** One connection, so that queries wait for each other. */
function connect(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1 })
  // A connection may break while the pool closes it, which does no harm.
  pool.on('error', () => {})
  return pool
}

async function fill(runes: pg.Pool, url: string): Promise<void> {
  await runes.query(INDEXER_TABLES)
  await runes.query(
    `INSERT INTO runes (id, number, name, spaced_name, divisibility)
     SELECT '840000:' || n, n, 'BENCH' || n, 'BENCH•' || n, n FROM generate_series(1, 10) AS n`,
  )
  await insertBlocks(runes, [FIRST_BLOCK, FIRST_BLOCK + 399, 200, 1_690_000_000])
  await insertBlocks(runes, [LARGE_BLOCK, LARGE_BLOCK, 20_000, 1_720_000_000])
  prepareDatabase(url)
  await runes.query('VACUUM ANALYZE')
}

/** Creates the tables and indexes that an indexer's database lacks. */
export function prepareDatabase(url: string): void {
  const { status, stderr } = spawnSync(process.execPath, ['build/service/main.js', 'db:prepare'], {
    env: { ...process.env, DATABASE_URL: url },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`db:prepare failed: ${stderr}`)
}

/** `values`: the first height, the last one, the rows of each block, the Unix time of all. */
function insertBlocks(runes: pg.Pool, values: number[]) {
  return runes.query(
    `INSERT INTO ledger
     SELECT '840000:' || 1 + i % 10, lpad(md5('block' || height), 64, '0'), height, i / 8, i,
            lpad(md5('tx' || height || '.' || i / 8), 64, '7'), i % 7, 'bc1q' || md5('a' || i % 997),
            CASE i % 2 WHEN 1 THEN 'bc1q' || md5('b' || i % 991) END, i * 1000003::numeric,
            (CASE i % 2 WHEN 1 THEN 'send' ELSE 'receive' END)::ledger_operation, $4::bigint
       FROM generate_series($1::int, $2::int) AS height, generate_series(0, $3::int - 1) AS i`,
    values,
  )
}
