import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../src/service/database/database.ts'
import { openSqlite } from '../../src/service/database/sqlite.ts'
import { emptySqlite, filledDatabase } from '../support/ownDatabase.ts'
import { expectSameResponse } from '../support/responses.ts'
import { startMirror } from '../support/startMirror.ts'
import { getJson, startService } from '../support/startService.ts'
import { startUpstream } from '../support/startUpstream.ts'

const SBTC = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token'

test('a database filled by another version of Cairn is filled again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-version-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'cairn.db')
  const other = new Libsql(file)
  other.exec(
    `CREATE TABLE tokens (name TEXT); CREATE TABLE former (name TEXT);
     PRAGMA application_id = ${0x4361_726e}; PRAGMA user_version = 1`,
  )
  other.close()
  const database = openSqlite(file)
  await database.fillOrMigrate('', async (query) => {
    await query(
      "INSERT INTO tokens (principal, status, sender_address) VALUES ('SP1.token', 'ready', 'SP1')",
      [],
    )
  })
  const tables = await database.query("SELECT name FROM sqlite_master WHERE type = 'table'", [])
  const tokens = await database.query('SELECT principal FROM tokens', [])
  await database.close()
  expect(tokens).toEqual([{ principal: 'SP1.token' }])
  expect(tables.map(({ name }) => name)).not.toContain('former')
})

test('no request scans a whole table, but for the words of rune names', async () => {
  const plans = new Map<string, string>()
  const explain = (database: Database): Database => ({
    ...database,
    query: async (sql, parameters) => {
      const plan = await database.query(`EXPLAIN QUERY PLAN ${sql}`, parameters)
      plans.set(sql, plan.map(({ detail }) => detail).join('\n'))
      return database.query(sql, parameters)
    },
  })
  const origin = await startService({ wrap: explain })
  const hash = '000000000000000000013805b86c3d36697de1ca1fdab24edce264298fb7fcf3'
  const airdrop = '1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b'
  for (const path of [
    '/runes/v1/blocks/849250/activity?offset=4000',
    `/runes/v1/blocks/${hash}/activity?offset=4000`,
    `/runes/v1/transactions/${airdrop}/activity?offset=4000`,
    `/metadata/v1/ft/${SBTC}`,
    '/explorer/v1/search?q=sbtc',
    '/explorer/v1/search?q=849',
    '/explorer/v1/search?q=1af2',
    '/explorer/v1/search?q=0000…fcf3',
    '/explorer/v1/about',
    '/explorer/v1/blocks?before=849250',
    '/explorer/v1/blocks/849251/neighbours',
    '/explorer/v1/blocks/849250/transactions',
    `/explorer/v1/transactions/${airdrop}/place`,
    `/explorer/v1/tokens/${SBTC}/namesakes`,
  ]) {
    expect((await getJson(origin, path)).status).toBe(200)
  }
  expect(plans.size).toBeGreaterThan(10)
  for (const [sql, plan] of plans) {
    // No index finds the words of a rune's name. A search reads all names once.
    if (sql.includes('spaced_name LIKE')) continue
    expect(plan, sql).not.toMatch(/SCAN (ledger|runes|r|tokens|token_\w+|directory)\b/)
  }
})

test('a page deep in a block is read with an index seek that skips at most 99 rows', async () => {
  const skips: unknown[] = []
  const recordSkips = (database: Database): Database => ({
    ...database,
    query: (sql, parameters) => {
      if (sql.includes('OFFSET')) skips.push(parameters.at(-1))
      return database.query(sql, parameters)
    },
  })
  const origin = await startService({ wrap: recordSkips })
  for (const offset of [0, 99, 10_050, 19_980]) {
    await getJson(origin, `/runes/v1/blocks/999999999/activity?offset=${offset}`)
  }
  expect(skips).toEqual([0, 99, 50, 80])
})

test('while another program writes, upstream responses are served without waiting for it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-locked-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'cairn.db')
  await openSqlite(file).openForWriting()
  const source = await startUpstream()
  const mirror = await startMirror(source.origin, { databaseUrl: `file:${file}` })
  const writer = new Libsql(file)
  onTestFinished(() => void writer.close())
  writer.exec('BEGIN IMMEDIATE')
  const path = '/runes/v1/blocks/849250/activity'
  const start = performance.now()
  for (let offset = 0; offset < 10; offset++) {
    await expectSameResponse([source.origin, mirror.origin], `${path}?offset=${offset}`)
  }
  expect(performance.now() - start).toBeLessThan(10_000)
  writer.exec('COMMIT')
})

test('while another process locks the file, reads fail at once, and requests without reads succeed', async () => {
  const databaseUrl = await filledDatabase()
  const origin = await startService({ databaseUrl })
  expect((await getJson(origin, `/metadata/v1/ft/${SBTC}`)).status).toBe(200)
  const other = new Libsql(pathOf(databaseUrl))
  onTestFinished(() => {
    other.close()
  })
  other.exec('BEGIN EXCLUSIVE')
  const began = performance.now()
  // With the lock timeout of an import, each request would take twenty seconds.
  for (let offset = 0; offset < 5; offset++) {
    const path = `/runes/v1/blocks/849250/activity?offset=${offset}`
    const { status, headers } = await getJson(origin, path)
    expect([status, headers.get('Retry-After')]).toEqual([503, '5'])
    expect((await getJson(origin, '/health/live')).status).toBe(200)
  }
  expect(performance.now() - began).toBeLessThan(20_000)
  other.exec('ROLLBACK')
  await expect
    .poll(async () => (await getJson(origin, '/runes/v1/blocks/849250/activity')).status)
    .toBe(200)
})

test('with a corrupt file, reads get a 503 and the service is no longer ready', async () => {
  const databaseUrl = await filledDatabase()
  const origin = await startService({ databaseUrl })
  expect((await getJson(origin, '/health/ready')).status).toBe(200)
  const file = openSync(pathOf(databaseUrl), 'r+')
  const { size } = statSync(pathOf(databaseUrl))
  // Overwrites all but the first page, which has the schema.
  writeSync(file, Buffer.alloc(size - 4096, 0xa5), 0, size - 4096, 4096)
  closeSync(file)
  const { status, headers, body } = await getJson(origin, '/runes/v1/blocks/849250/activity')
  expect([status, headers.get('Retry-After')]).toEqual([503, '5'])
  expect(JSON.stringify(body)).not.toMatch(/sqlite|malformed/i)
  expect((await getJson(origin, '/health/ready')).status).toBe(503)
  expect((await getJson(origin, '/health/live')).status).toBe(200)
})

test('the record count of a very large ledger is estimated, with a note', async () => {
  const databaseUrl = await emptySqlite()
  const database = new Libsql(pathOf(databaseUrl))
  database.exec(`INSERT INTO ledger
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 300000)
    SELECT '840000:1', '00', 850000 + n / 1000, n, 0, n, 0, NULL, NULL, '1', 'mint', 1720000000 FROM numbers`)
  database.close()
  const { body } = await getJson(await startService({ databaseUrl }), '/explorer/v1/about')
  expect(body).toMatchObject({ records: 300_000, notes: [expect.stringContaining('estimate')] })
  expect(body).toMatchObject({ lowest_block_height: 850_000, highest_block_height: 850_300 })
  expect(body.blocks).toHaveLength(50)
})

function pathOf(databaseUrl: string): string {
  return databaseUrl.slice('file:'.length)
}
