import { expect, test, vi } from 'vitest'
import { DatabaseUnavailable } from '../../src/database/database.ts'
import { createLogger } from '../../src/service/observability/logger.ts'
import { LONGCOIN, RUNE } from '../support/bundledIds.ts'
import { createDemoNode } from '../support/indexFollower.ts'
import { beginFollowing, bundledData, followNode } from '../support/servedData.ts'
import { failWhile, getJson, hastyClock, startService } from '../support/startService.ts'

const ABOUT = '/explorer/v1/about'
const TOKEN = `/metadata/v1/ft/${LONGCOIN}`

const readMetrics = async (origin: string) => (await fetch(`${origin}/metrics`)).text()

/** A value reported by `/metrics`. */
async function readFigure(origin: string, series: string): Promise<number> {
  return Number((await readMetrics(origin)).split(`\n${series} `)[1]?.split('\n')[0])
}

test('a working service is live and ready', async () => {
  const origin = await startService()
  const ready = {
    status: 'ready',
    parts: { database: 'ready', index: 'ready' },
    block_height: 840_007,
    block_age: expect.any(Number),
  }
  for (const [path, body] of [
    ['/health/live', { status: 'live' }],
    ['/health', ready],
  ] as const) {
    const response = await getJson(origin + path)
    expect([response.status, response.body]).toEqual([200, body])
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  }
})

test('health, metrics and the status of the runes API follow the newest block', async () => {
  const node = createDemoNode(20)
  const data = await followNode(node)
  const origin = await startService({ data, monotonicMs: hastyClock() })
  for (const mine of [
    () => {},
    () => node.mine(),
    () => node.mine([], { timestamp: 1_800_000_000 }),
  ]) {
    mine()
    await data.following.untilTip()
    const { height, timestamp } = node.tip
    const { body } = await getJson(`${origin}/health`)
    expect(body).toMatchObject({
      parts: { follower: 'ready' },
      block_height: height,
      blocks_behind: 0,
      follower: { state: 'following', heartbeat_age: expect.any(Number) },
    })
    expect(Math.abs(body.block_age - Math.max(0, Date.now() / 1000 - timestamp))).toBeLessThan(60)
    expect(await readFigure(origin, 'cairn_index_block_height')).toBe(height)
    const status = { server_version: 'cairn test', status: 'ready', block_height: height }
    for (const path of ['/runes/v1/', '/runes/v1']) {
      expect((await getJson(origin + path)).body).toEqual(status)
    }
  }
})

test('until the first pass ends, rune data answer 503 with the progress, and all else works', async () => {
  const node = createDemoNode(40)
  let [isHeld, release] = [true, () => {}]
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const held = node.blockAt(30)?.hash
  const data = await beginFollowing(node, {
    limits: { firstPassBlocks: 5, writeMs: 0 },
    serving: {
      intercept: async ({ params }, respond) => {
        if (isHeld && params[0] === held) await released
        return respond()
      },
    },
  })
  const origin = await startService({ data, monotonicMs: hastyClock(), pages: 'server-rendered' })
  const readStatus = async () => (await getJson(`${origin}/runes/v1/`)).body
  await expect.poll(readStatus).toMatchObject({ block_height: 29 })
  expect(await readStatus()).toMatchObject({ status: 'indexing', target_height: 39 })
  for (const path of [
    '/explorer/v1/blocks',
    '/runes/v1/etchings',
    '/explorer/v1/runes.csv',
    '/sitemap.xml',
    '/sitemaps/runes.xml',
    '/sitemaps/transactions-20.xml',
  ]) {
    const { status, headers, body } = await getJson(origin + path)
    expect([path, status, headers.get('Retry-After'), body.message]).toEqual([
      path,
      503,
      '10',
      'the index of runes is being built: block 29 of 39; rune data can be read when it is complete',
    ])
  }
  expect((await getJson(`${origin}/health`)).body).toMatchObject({
    status: 'ready',
    parts: { database: 'ready', index: 'degraded' },
    block_height: 29,
    blocks_behind: 10,
  })
  for (const path of [TOKEN, ABOUT, '/explorer/v1/search?q=longcoin', '/tokens', '/about']) {
    const { status } = await fetch(origin + path, { headers: { Accept: 'text/html' } })
    expect([path, status]).toEqual([path, 200])
  }
  isHeld = false
  release()
  await data.following.untilTip()
  expect(await readStatus()).toMatchObject({ status: 'ready', block_height: 39 })
  expect((await getJson(`${origin}/explorer/v1/blocks`)).body.total).toBe(40)
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
  const { status, headers, body } = await getJson(`${origin}/health`)
  expect([status, headers.get('Retry-After'), headers.get('Cache-Control')]).toEqual([
    503,
    '5',
    'no-store',
  ])
  expect(body).toMatchObject({ statusCode: 503, parts: { database: 'unavailable' } })
  expect((await getJson(`${origin}/health/live`)).status).toBe(200)
  isDown = false
  await expect.poll(async () => (await getJson(`${origin}/health`)).status).toBe(200)
})

test('metrics count requests by route, queries by outcome, and hits and misses of the cache', async () => {
  let isDown = false
  const origin = await startService({ pages: 'server-rendered', wrap: failWhile(() => isDown) })
  for (const path of [TOKEN, TOKEN, '/nowhere/at/all', '/runes/v1/blocks/x/activity']) {
    await (await fetch(origin + path)).text()
  }
  await (await fetch(`${origin}/block/840002`, { headers: { Accept: 'text/html' } })).text()
  isDown = true
  await (await fetch(`${origin}/runes/v1/blocks/840003/activity`)).text()
  const requests = (labels: string) =>
    readFigure(origin, `cairn_request_duration_seconds_count{method="GET",${labels}}`)
  await expect.poll(() => requests('route="/block/:id",status="200"')).toBe(1)
  await expect.poll(() => requests('route="/runes/v1/blocks/:block/activity",status="503"')).toBe(1)
  expect(await requests('route="/metadata/v1/ft/:principal",status="200"')).toBe(2)
  expect(await requests('route="/runes/v1/blocks/:block/activity",status="400"')).toBe(1)
  expect(await requests('route="other",status="404"')).toBe(1)
  expect(await readFigure(origin, 'cairn_cache_requests_total{result="hit"}')).toBe(1)
  expect(await readFigure(origin, 'cairn_cache_requests_total{result="miss"}')).toBeGreaterThan(2)
  expect(await readFigure(origin, 'cairn_cache_bytes')).toBeGreaterThan(1000)
  const queries = 'cairn_database_query_duration_seconds_count'
  expect(await readFigure(origin, `${queries}{outcome="succeeded"}`)).toBeGreaterThan(2)
  expect(await readFigure(origin, `${queries}{outcome="unavailable"}`)).toBeGreaterThan(0)
  expect(await readMetrics(origin)).not.toMatch(/longcoin|840002|nowhere/)
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
  await vi.waitFor(() => expect(lines).toHaveLength(1))
  expect(JSON.parse(lines[0] ?? '')).toEqual({
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

function fail(): never {
  throw new Error('a simulated bug')
}

test('an error is logged with its stack and request id, and the response has no details', async () => {
  const lines: string[] = []
  const origin = await startService({
    logger: createLogger('info', { write: (line) => lines.push(line) }),
    data: { ...bundledData(), bundledTransaction: fail },
  })
  const path = `/explorer/v1/decode/${'0'.repeat(64)}`
  const { status, body } = await getJson(origin + path, { headers: { 'X-Request-Id': 'r2' } })
  expect(status).toBe(500)
  expect(JSON.stringify(body)).not.toMatch(/bug|\.ts/)
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 'error',
      requestId: 'r2',
      path,
      error: expect.objectContaining({
        message: 'a simulated bug',
        stack: expect.stringContaining('health.test.ts'),
      }),
    }),
  ])
  expect((await getJson(`${origin}/explorer/v1/runes/${RUNE}`)).status).toBe(200)
})
