import { expect, test, vi } from 'vitest'
import { SAMPLES } from '../../src/contract/samples.ts'
import { type Database, DatabaseUnavailable } from '../../src/service/database/database.ts'
import { createLogger } from '../../src/service/observability/logger.ts'
import { BLOCK_TIMESTAMP, openWriter } from '../support/ledgerBlocks.ts'
import { emptyDatabase } from '../support/ownDatabase.ts'
import { getJson, startService } from '../support/startService.ts'

const ABOUT = '/explorer/v1/about'
const TOKEN = '/metadata/v1/ft/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'

/** The snapshot's newest block. */
const READY = {
  status: 'ready',
  parts: { database: 'ready' },
  block_height: 949_000,
  block_age: expect.any(Number),
}

test('a working service is live and ready', async () => {
  const origin = await startService()
  for (const [path, body] of [
    ['/health/live', { status: 'live' }],
    ['/health/ready', READY],
    ['/health', READY],
  ] as const) {
    const response = await getJson(origin, path)
    expect([response.status, response.body]).toEqual([200, body])
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  }
})

test('health and metrics follow the newest block, without samples', async () => {
  const databaseUrl = await emptyDatabase()
  const origin = await startService({ databaseUrl })
  const readHealth = async () => (await getJson(origin, '/health')).body
  const readMetrics = async () => (await fetch(`${origin}/metrics`)).text()
  expect(await readHealth()).toEqual({ status: 'ready', parts: { database: 'ready' } })
  expect(await readMetrics()).not.toMatch(/^cairn_ledger_block/m)

  const writer = await openWriter(databaseUrl)
  for (const height of [850_000, SAMPLES.block_height]) {
    await writer.add({ height, hash: `${height}`.padStart(64, '0'), records: 3 })
  }
  await expect.poll(async () => (await readHealth()).block_height).toBe(850_000)
  const age = Math.floor(Date.now() / 1000) - BLOCK_TIMESTAMP
  expect(Math.abs((await readHealth()).block_age - age)).toBeLessThan(60)
  const metrics = await readMetrics()
  expect(metrics).toContain('\ncairn_ledger_block_height 850000\n')
  expect(metrics).toContain(`\ncairn_ledger_block_timestamp_seconds ${BLOCK_TIMESTAMP}\n`)
  await writer.query('DELETE FROM ledger', [])
  await expect.poll(readMetrics).not.toMatch(/^cairn_ledger_block/m)
})

test.each([
  ['fails', () => Promise.reject(new DatabaseUnavailable('away'))],
  ['does not respond', () => new Promise<never>(() => {})],
])('while the database %s, the service is live but not ready', async (_, query) => {
  let isDown = true
  const origin = await startService({
    wrap: (database) => ({
      ...database,
      query: (...args) => (isDown ? query() : database.query(...args)),
    }),
  })
  const { status, headers, body } = await getJson(origin, '/health/ready')
  expect([status, headers.get('Retry-After'), headers.get('Cache-Control')]).toEqual([
    503,
    '5',
    'no-store',
  ])
  expect(body).toMatchObject({ statusCode: 503, parts: { database: 'unavailable' } })
  expect((await getJson(origin, '/health/live')).status).toBe(200)
  isDown = false
  expect((await getJson(origin, '/health/ready')).status).toBe(200)
})

test('metrics count requests by route pattern, queries by outcome, and cache hits and misses', async () => {
  let isDown = false
  const origin = await startService({
    pages: 'server-rendered',
    wrap: (database: Database) => ({
      ...database,
      // Other tests may write to the same database.
      dataVersion: async () => 'the same',
      query: async (...args) => {
        if (isDown) throw new DatabaseUnavailable('away')
        return database.query(...args)
      },
    }),
  })
  for (const path of [TOKEN, TOKEN, '/nowhere/at/all', '/runes/v1/blocks/x/activity']) {
    await (await fetch(origin + path)).text()
  }
  await (await fetch(`${origin}/block/849250`, { headers: { Accept: 'text/html' } })).text()
  isDown = true
  await (await fetch(`${origin}/runes/v1/blocks/849251/activity`)).text()

  const text = await vi.waitFor(async () => {
    const metrics = await (await fetch(`${origin}/metrics`)).text()
    expect(metrics).toContain('route="/block/:id"')
    expect(metrics).toContain('route="/runes/v1/blocks/:block/activity",status="503"')
    return metrics
  })
  const figureOf = (series: string) => Number(text.split(`\n${series} `)[1]?.split('\n')[0])
  const requests = (labels: string) => figureOf(`cairn_request_duration_seconds_count{${labels}}`)
  expect(requests('method="GET",route="/metadata/v1/ft/:principal",status="200"')).toBe(2)
  expect(requests('method="GET",route="/runes/v1/blocks/:block/activity",status="400"')).toBe(1)
  expect(requests('method="GET",route="other",status="404"')).toBe(1)
  expect(figureOf('cairn_cache_requests_total{result="hit"}')).toBe(1)
  expect(figureOf('cairn_cache_requests_total{result="miss"}')).toBeGreaterThan(2)
  expect(figureOf('cairn_cache_bytes')).toBeGreaterThan(1000)
  const queries = 'cairn_database_query_duration_seconds_count'
  expect(figureOf(`${queries}{outcome="succeeded"}`)).toBeGreaterThan(2)
  expect(figureOf(`${queries}{outcome="unavailable"}`)).toBeGreaterThan(0)
  expect(text).not.toMatch(/longcoin|849250|nowhere/)
})

test('a response repeats a valid X-Request-Id and replaces an invalid one', async () => {
  const origin = await startService()
  const idFor = async (id: string, path: string) =>
    (await fetch(origin + path, { headers: { 'X-Request-Id': id } })).headers.get('X-Request-Id')
  for (const path of [ABOUT, ABOUT, '/nowhere', '/health']) {
    expect(await idFor('proxy-7.a_b', path)).toBe('proxy-7.a_b')
    for (const id of ['two words', 'x'.repeat(65), '"}{', '']) {
      expect(await idFor(id, path)).toMatch(/^[0-9a-f-]{36}$/)
    }
  }
})

test('at level debug every request is logged, without data about the client', async () => {
  const lines: string[] = []
  const logger = createLogger('debug', { write: (line) => lines.push(line) })
  const origin = await startService({ logger })
  const headers = {
    'User-Agent': 'a-browser',
    Referer: 'https://from.example/',
    'X-Request-Id': 'r1',
  }
  await fetch(`${origin}/explorer/v1/search?q=secret`, { headers })
  const line = await vi.waitFor(() => {
    expect(lines).toHaveLength(1)
    return JSON.parse(lines[0] ?? '')
  })
  expect(line).toEqual({
    level: 'debug',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    requestId: 'r1',
    method: 'GET',
    path: '/explorer/v1/search',
    route: '/explorer/v1/search',
    status: 200,
    milliseconds: expect.any(Number),
    message: 'request',
  })
})

test('an error is logged with its stack and request id, and the response contains no details', async () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => lines.push(line) })
  const origin = await startService({
    logger,
    wrap: (database) => ({
      ...database,
      query: () => Promise.reject(new Error('a simulated bug')),
    }),
  })
  const response = await getJson(origin, TOKEN, { headers: { 'X-Request-Id': 'r2' } })
  expect(response.status).toBe(500)
  expect(JSON.stringify(response.body)).not.toMatch(/bug|\.ts/)
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 'error',
      requestId: 'r2',
      path: TOKEN,
      error: expect.objectContaining({
        message: 'a simulated bug',
        stack: expect.stringContaining('health.test.ts'),
      }),
    }),
  ])
})
