import { expect, test, vi } from 'vitest'
import { type Database, DatabaseUnavailable } from '../../src/service/database/database.ts'
import { createLogger } from '../../src/service/observability/logger.ts'
import { getJson, startService } from '../support/startService.ts'

const ABOUT = '/explorer/v1/about'
const TOKEN = '/metadata/v1/ft/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'

test('a service that can answer is live and ready', async () => {
  const origin = await startService()
  for (const [path, body] of [
    ['/health/live', { status: 'live' }],
    ['/health/ready', { status: 'ready', parts: { database: 'ready' } }],
    ['/health', { status: 'ready', parts: { database: 'ready' } }],
  ] as const) {
    const answer = await getJson(origin, path)
    expect([answer.status, answer.body]).toEqual([200, body])
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
  }
})

test.each([
  ['fails', () => Promise.reject(new DatabaseUnavailable('away'))],
  ['never answers', () => new Promise<never>(() => {})],
])(
  'while the database %s the service is live, not ready, and ready again after',
  async (_, query) => {
    let isDown = true
    const origin = await startService({
      wrap: (database) => ({
        ...database,
        query: (...asked) => (isDown ? query() : database.query(...asked)),
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
  },
)

test('metrics tell routes by their pattern, queries by their outcome, and how the cache did', async () => {
  let isDown = false
  const origin = await startService({
    pages: 'rendered',
    wrap: (database: Database) => ({
      ...database,
      // Other tests write in the same place.
      dataVersion: async () => 'the same',
      query: async (...asked) => {
        if (isDown) throw new DatabaseUnavailable('away')
        return database.query(...asked)
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
  expect(figureOf(`${queries}{outcome="answered"}`)).toBeGreaterThan(2)
  expect(figureOf(`${queries}{outcome="unavailable"}`)).toBeGreaterThan(0)
  expect(text).not.toMatch(/longcoin|849250|nowhere/)
})

test('an answer has the id of its request: a plain one is taken over, any other replaced', async () => {
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

test('the log tells of every request at debug, and of nobody who asked', async () => {
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

test('a failure is logged with its stack and the id of its request; the answer has neither', async () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => lines.push(line) })
  const origin = await startService({
    logger,
    wrap: (database) => ({ ...database, query: () => Promise.reject(new Error('a bug at home')) }),
  })
  const answer = await getJson(origin, TOKEN, { headers: { 'X-Request-Id': 'r2' } })
  expect(answer.status).toBe(500)
  expect(JSON.stringify(answer.body)).not.toMatch(/bug|\.ts/)
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 'error',
      requestId: 'r2',
      path: TOKEN,
      error: expect.objectContaining({
        message: 'a bug at home',
        stack: expect.stringContaining('health.test.ts'),
      }),
    }),
  ])
})
