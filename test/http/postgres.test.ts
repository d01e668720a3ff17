import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { SqlValue } from '../../src/service/database/database.ts'
import { createDatabase } from '../support/createDatabase.ts'
import { run } from '../support/fillPostgres.ts'
import { runCommand, select } from '../support/postgresCommands.ts'
import { AIRDROP, BLOCK_HASH } from '../support/snapshotIds.ts'
import { startMirror } from '../support/startMirror.ts'
import { startProxy } from '../support/startProxy.ts'
import { getJson, startService } from '../support/startService.ts'
import { startUpstream } from '../support/startUpstream.ts'

const BLOCK = '/runes/v1/blocks/849250/activity?limit=2'
const LONGCOIN = '/metadata/v1/ft/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'

test('tokens and runes can be in two databases', async () => {
  const [tokens, runes] = [await createDatabase('filled'), await createDatabase('filled')]
  await run(tokens, 'DROP TABLE ledger;\nDROP TABLE runes')
  await run(
    runes,
    'DROP TABLE tokens, token_metadata, token_attributes, token_properties, directory',
  )
  const origin = await startService({ databaseUrl: tokens, runesDatabaseUrl: runes })
  const paths = [
    BLOCK,
    LONGCOIN,
    '/explorer/v1/about',
    '/explorer/v1/search?q=DOG',
    '/explorer/v1/blocks/849250/neighbours',
    '/explorer/v1/blocks/849250/transactions',
  ]
  for (const path of paths) expect((await getJson(origin, path)).status, path).toBe(200)
})

test('a rune is found by name, word and id', async () => {
  const origin = await startService()
  for (const query of ['zzzzzfehu', 'Z•Z•Z•Z•Z•FEHU•Z•Z•Z•Z•Z', '840000:1', 'zzzzz', 'fehu']) {
    const { body } = await getJson(origin, `/explorer/v1/search?q=${encodeURIComponent(query)}`)
    expect(body.results, query).toContainEqual({
      kind: 'rune',
      id: '840000:1',
      title: 'Z•Z•Z•Z•Z•FEHU•Z•Z•Z•Z•Z',
      detail: '#1 · 840000:1',
    })
  }
})

test('while the database is unreachable, responses are a 503', async () => {
  const proxy = await startProxy(inject('databaseUrl'))
  proxy.disconnect()
  const origin = await startService({ databaseUrl: proxy.url })
  for (const path of [BLOCK, LONGCOIN, '/explorer/v1/about']) {
    const { status, headers, body } = await getJson(origin, path)
    expect([status, headers.get('Retry-After')]).toEqual([503, '5'])
    expect(body).toMatchObject({ statusCode: 503, error: 'Service Unavailable' })
  }
  proxy.reconnect()
  await expect.poll(async () => (await getJson(origin, BLOCK)).status).toBe(200)
  proxy.disconnect()
  await expect.poll(async () => (await getJson(origin, `${BLOCK}&offset=9`)).status).toBe(503)
  proxy.reconnect()
  await expect.poll(async () => (await getJson(origin, `${BLOCK}&offset=9`)).status).toBe(200)
})

test('if one of several hosts fails, the service connects to the next', async () => {
  const [first, second] = [
    await startProxy(inject('databaseUrl')),
    await startProxy(inject('databaseUrl')),
  ]
  first.disconnect()
  const both = first.url.replace(/:(\d+)\//, `:$1,127.0.0.1:${new URL(second.url).port}/`)
  const origin = await startService({ databaseUrl: both })
  expect((await getJson(origin, BLOCK)).status).toBe(200)
  first.reconnect()
  second.disconnect()
  expect((await getJson(origin, `${BLOCK}&offset=2`)).status).toBe(200)
})

test('a query that times out is a 503 and does not block other queries', async () => {
  const url = await createDatabase('filled')
  const origin = await startService({ databaseUrl: url, timeoutMs: 300 })
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('BEGIN; LOCK TABLE ledger IN ACCESS EXCLUSIVE MODE')
  expect((await getJson(origin, BLOCK)).status).toBe(503)
  expect((await getJson(origin, LONGCOIN)).status).toBe(200)
  await client.query('ROLLBACK')
  expect((await getJson(origin, BLOCK)).status).toBe(200)
})

test('a read-only role can serve requests even though upstream responses cannot be stored', async () => {
  const source = await startUpstream()
  const upstream = {
    tokensUrl: source.origin,
    runesUrl: source.origin,
    timeoutMs: 10_000,
    headers: {},
    requestsPerMinute: 50,
    maxAge: 300,
  }
  const origin = await startService({ upstream })
  for (let height = 1; height < 20; height++) {
    const fromUpstream = getJson(origin, `/runes/v1/blocks/${height}/activity`)
    const fromDatabase = getJson(origin, `${BLOCK}&offset=${height}`)
    expect((await Promise.all([fromUpstream, fromDatabase])).map(({ status }) => status)).toEqual([
      200, 200,
    ])
  }
})

test('stored upstream responses are served after a restart and without the upstream service', async () => {
  const source = await startUpstream()
  const databaseUrl = await createDatabase('empty')
  const first = await startMirror(source.origin, { databaseUrl })
  const paths = [BLOCK, LONGCOIN, '/metadata/v1/ft/ST000000000000000000002AMW42H.nowhere']
  const before = await Promise.all(paths.map((path) => getJson(first.origin, path)))
  expect(before.map(({ status }) => status)).toEqual([200, 200, 404])
  await source.stop()
  const second = await startMirror(source.origin, { databaseUrl })
  for (const [index, path] of paths.entries()) {
    expect((await getJson(second.origin, path)).body).toEqual(before[index]?.body)
  }
})

test('metrics count the database connections', async () => {
  const origin = await startService()
  await getJson(origin, BLOCK)
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  expect(metrics).toMatch(/cairn_database_connections\{database="tokens",state="open"\} [1-4]\n/)
})

test('changes by another program are visible', async () => {
  const url = await createDatabase('filled')
  const origin = await startService({ databaseUrl: url })
  expect((await getJson(origin, BLOCK)).body.total).toBe(4756)
  await run(url, "DELETE FROM ledger WHERE block_height = 849250 AND operation = 'etching'")
  const [left] = await select(url, 'SELECT count(*) FROM ledger WHERE block_height = 849250')
  await expect.poll(async () => (await getJson(origin, BLOCK)).body.total).toBe(Number(left.count))
})

test('in an indexer’s tables, blocks, transactions and pages are read with an index', async () => {
  const queries: [string, readonly SqlValue[]][] = []
  const origin = await startService({
    wrap: (database) => ({
      ...database,
      query: (sql, parameters) => {
        queries.push([sql, parameters])
        return database.query(sql, parameters)
      },
    }),
  })
  const lists = [
    `blocks/${BLOCK_HASH}`,
    'blocks/849250',
    `transactions/${AIRDROP}`,
    'etchings/1',
    'addresses/bc1qxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  ]
  for (const list of lists) {
    for (const query of ['?offset=4000', '?offset=4000&operation_type=receive']) {
      expect((await getJson(origin, `/runes/v1/${list}/activity${query}`)).status).toBe(200)
    }
  }
  expect((await getJson(origin, '/explorer/v1/blocks?before=849250')).status).toBe(200)
  const client = new pg.Client(inject('databaseUrl'))
  await client.connect()
  onTestFinished(() => client.end())
  expect(queries.length).toBeGreaterThan(6)
  for (const [sql, parameters] of queries) {
    // Counting may scan, an indexer has no block_sources, and the snapshot has few supply_changes. All
    // other queries must use an index.
    if (/count\(|row_number|block_sources|supply_changes/.test(sql)) continue
    const { rows } = await client.query(`EXPLAIN ${sql}`, [...parameters])
    expect(JSON.stringify(rows), sql).toContain('Index')
    expect(JSON.stringify(rows), sql).not.toMatch(/Seq Scan on ledger/)
  }
})

test.each([
  [{ DATABASE_URL: 'mysql://localhost/x' }, /DATABASE_URL must be file: .* or an address/],
  [{ RUNES_DATABASE_URL: 'file:x.db' }, /RUNES_DATABASE_URL must be an address such as/],
  [{ DATABASE_URL: 'postgres://a:b:c@,/' }, /address of the PostgreSQL database is malformed/],
  [{ DATABASE_TIMEOUT: 'soon' }, /DATABASE_TIMEOUT must be a whole number from 1 to 3600/],
])('the setting %j ends the start with a message', (environment, sentence) => {
  const { status, output } = runCommand([], { PORT: '0', ...environment })
  expect(status).toBe(1)
  expect(output).toMatch(sentence)
  expect(output).not.toMatch(/\bat .*\.js/)
})
