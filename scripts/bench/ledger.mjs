import { spawnSync } from 'node:child_process'
import pg from 'pg'
import { runnerImport } from 'vite'

export const FIRST_BLOCK = 800_000
export const LARGE_BLOCK = 850_000

/**
 * Creates a database with an indexer's tables: 400 old blocks of 200 rows and one of 20,000.
 * `whileWritten` runs work while a new block of 2,000 rows arrives every 5 s and another database of the
 * cluster is updated every 50 ms.
 */
export async function createLedger(postgres) {
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

  async function whileWritten(work) {
    const timers = [setInterval(update, 50), setInterval(insertBlock, 5000)]
    insertBlock()
    const result = await work()
    timers.forEach(clearInterval)
    await runes.query('SELECT') // Waits for an insertion that is still running.
    return result
  }
  return { url, whileWritten, close: () => Promise.all([runes.end(), unrelated.end()]) }
}

/** One connection, so that queries wait for each other. */
const connect = (connectionString) =>
  // A connection that breaks while it is closed is closed.
  new pg.Pool({ connectionString, max: 1 }).on('error', () => {})

async function fill(runes, url) {
  const { module } = await runnerImport('./test/support/indexerTables.ts', { configFile: false })
  await runes.query(module.INDEXER_TABLES)
  await runes.query(
    `INSERT INTO runes (id, number, name, spaced_name, divisibility)
     SELECT '840000:' || n, n, 'BENCH' || n, 'BENCH•' || n, n FROM generate_series(0, 9) AS n`,
  )
  await insertBlocks(runes, [FIRST_BLOCK, FIRST_BLOCK + 399, 200, 1_690_000_000])
  await insertBlocks(runes, [LARGE_BLOCK, LARGE_BLOCK, 20_000, 1_720_000_000])
  const env = { ...process.env, RUNES_DATABASE_URL: url }
  spawnSync(process.execPath, ['scripts/prepareDatabases.mjs'], { env })
  await runes.query('VACUUM ANALYZE')
}

/** `values`: the first height, the last one, the rows of each block, the unix time of all. */
function insertBlocks(runes, values) {
  return runes.query(
    `INSERT INTO ledger
     SELECT '840000:' || i % 10, lpad(md5('block' || height), 64, '0'), height, i / 8, i,
            lpad(md5('tx' || height || '.' || i / 8), 64, '7'), i % 7, 'bc1q' || md5('a' || i % 997),
            CASE i % 2 WHEN 1 THEN 'bc1q' || md5('b' || i % 991) END, i * 1000003::numeric,
            (CASE i % 2 WHEN 1 THEN 'send' ELSE 'receive' END)::ledger_operation, $4::bigint
       FROM generate_series($1::int, $2::int) AS height, generate_series(0, $3::int - 1) AS i`,
    values,
  )
}
