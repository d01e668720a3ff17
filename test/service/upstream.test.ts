import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLog } from '../../src/service/watching/log.ts'
import { emptyDatabase, filledDatabase } from '../support/ownDatabase.ts'
import { snapshotLines } from '../support/snapshot.ts'
import { startMirror, startSource } from '../support/startMirror.ts'
import { getJson, listen, startService } from '../support/startService.ts'
import { startWithHabit } from '../support/startWithHabit.ts'

const AIRDROP = '1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b'
const BLOCK_HASH = '000000000000000000013805b86c3d36697de1ca1fdab24edce264298fb7fcf3'
const LONGCOIN = '/metadata/v1/ft/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
const SAMPLE = '/metadata/v1/ft/ST000000000000000000002AMW42H.cairn-sample'
const UNKNOWN = '/metadata/v1/ft/SP000000000000000000002Q6VF78.not-a-token'
const BLOCK = '/runes/v1/blocks/849250/activity'
const SAMPLE_BLOCK = '/runes/v1/blocks/999999999/activity'
const DAY = 86_400

/** All that a reader of the answer sees of it. */
async function read(origin: string, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(origin + path, { headers })
  return {
    status: response.status,
    type: response.headers.get('Content-Type'),
    etag: response.headers.get('ETag'),
    text: await response.text(),
  }
}

async function expectSame(origins: string[], path: string) {
  const [one, other] = await Promise.all(origins.map((origin) => read(origin, path)))
  expect(other, path).toEqual(one)
}

/** How many seconds an answer is still fresh; undefined where no other service had a part in it. */
async function cacheStatus(origin: string, path: string) {
  const { headers } = await fetch(origin + path)
  const [, how] = /^cairn; (hit|fwd=[a-z-]+)/.exec(headers.get('Cache-Status') ?? '') ?? []
  const [, ttl] = /ttl=(-?\d+)/.exec(headers.get('Cache-Status') ?? '') ?? []
  const [, detail] = /detail=([a-z-]+)/.exec(headers.get('Cache-Status') ?? '') ?? []
  return { how, isStale: Number(ttl) < 0, detail }
}

test('tokens come from another service with the same bytes, in every locale, and so do their problems', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin)
  const paths = [
    // All of them take a while.
    ...snapshotLines('tokens')
      .filter((_, index) => index % 30 === 0)
      .map(({ principal }) => `/metadata/v1/ft/${principal}`),
    ...[
      '',
      '?locale=en',
      '?locale=de',
      '?locale=PT-br',
      '?locale=ja',
      '?locale=ar',
      '?locale=xx',
    ].map((query) => `${SAMPLE}-localized${query}`),
    ...['-hostile', '-in-progress', '-token-error', '-no-token'].map((name) => SAMPLE + name),
    UNKNOWN,
    '/metadata/v1/ft/nonsense',
    `${LONGCOIN}?locale=a&locale=b`,
  ]
  for (const path of paths) await expectSame([source.origin, mirror.origin], path)
})

test('blocks and transactions come from another service with the same bytes', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin)
  const lines = snapshotLines('activity')
  const heights = new Set<number>(lines.map(({ location }) => location.block_height))
  const transactions = new Set<string>(lines.map(({ location }) => location.tx_id))
  const paths = [
    ...[...heights].map((height) => `/runes/v1/blocks/${height}/activity`),
    ...[...transactions]
      .filter((_, index) => index % 100 === 0)
      .map((txId) => `/runes/v1/transactions/${txId}/activity`),
    `/runes/v1/blocks/${BLOCK_HASH}/activity?limit=7`,
    `/runes/v1/blocks/0x${BLOCK_HASH.toUpperCase()}/activity?offset=7`,
    `/runes/v1/blocks/${'0'.repeat(64)}/activity`,
    `/runes/v1/transactions/${'0'.repeat(64)}/activity?offset=3`,
    '/runes/v1/blocks/1/activity',
    `${BLOCK}?limit=1001`,
    `${BLOCK}?offset=9007199254740991`,
    '/runes/v1/blocks/latest/activity',
  ]
  for (const path of paths) await expectSame([source.origin, mirror.origin], path)
})

const pages = [
  fc.constantFrom(BLOCK, SAMPLE_BLOCK, `/runes/v1/transactions/${AIRDROP}/activity`),
  fc.oneof(fc.nat(20_050), fc.nat(200)),
  fc.integer({ min: 1, max: 1000 }),
] as const

test('any page of a list has the same bytes', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin)
  await fc.assert(
    fc.asyncProperty(...pages, (path, offset, limit) =>
      expectSame([source.origin, mirror.origin], `${path}?offset=${offset}&limit=${limit}`),
    ),
    { numRuns: 25 },
  )
})

test('a service of the retired kind is asked for what it gives, and its answers take our form', async () => {
  const own = await startService()
  const retired = await startRetired()
  const mirror = await startMirror(retired)
  await fc.assert(
    fc.asyncProperty(...pages, (path, offset, limit) =>
      expectSame([own, mirror.origin], `${path}?offset=${offset}&limit=${limit}`),
    ),
    { numRuns: 20 },
  )
})

/** Bare hashes, at most 60 records, and no total past the end, as the retired API had it. */
async function startRetired() {
  const source = await startSource({ hexPrefix: 'none' })
  return listen(async ({ url }) => {
    const { pathname, search, searchParams } = new URL(url)
    if (Number(searchParams.get('limit')) > 60) {
      const message = 'querystring/limit must be <= 60'
      return Response.json({ statusCode: 400, error: 'Bad Request', message }, { status: 400 })
    }
    const response = await fetch(source.origin + pathname + search)
    const body = await response.json()
    return Response.json(body.results.length === 0 ? { ...body, total: 0 } : body)
  })
}

test('a service that gives less than it was asked for is asked again for the rest', async () => {
  const own = await startService()
  const sparing = await startWithHabit({
    ask: (search) => {
      if (Number(search.get('limit')) > 45) search.set('limit', '45')
    },
  })
  const mirror = await startMirror(sparing)
  for (const page of ['?limit=1000', '?offset=30&limit=46', '?offset=100&limit=45']) {
    await expectSame([own, mirror.origin], BLOCK + page)
  }
})

test('a place that sends bare hashes makes them of what it reads, too', async () => {
  const bare = await startService({ hexPrefix: 'none' })
  const source = await startSource()
  const mirror = await startMirror(source.origin, { hexPrefix: 'none' })
  for (const path of [BLOCK, LONGCOIN]) await expectSame([bare, mirror.origin], path)
})

test('what is held here is not asked for elsewhere', async () => {
  const source = await startSource()
  const full = await startService({
    databaseUrl: await filledDatabase(),
    upstream: { tokensUrl: source.origin, runesUrl: source.origin, timeout: 10, maxAge: 300 },
  })
  for (const path of [LONGCOIN, `${SAMPLE}-in-progress`, `${BLOCK}?offset=90000`]) {
    await fetch(full + path)
  }
  expect(source.requests).toEqual([])
  expect((await fetch(full + UNKNOWN)).status).toBe(404)
  expect(source.requests).toEqual([UNKNOWN])
})

test('tokens and activity may come from different services, or only one of them from any', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin, { upstream: { tokensUrl: undefined } })
  expect(await getJson(mirror.origin, LONGCOIN)).toMatchObject({
    status: 404,
    body: { error: 'Contract not found' },
  })
  expect((await getJson(mirror.origin, BLOCK)).body.total).toBeGreaterThan(0)
})

test('a hundred readers at once cost one request, and the next ones none', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin)
  const ask = (_: unknown, index: number) => read(mirror.origin, `${LONGCOIN}?locale=&_=${index}`)
  const answers = await Promise.all(Array.from({ length: 100 }, ask))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(source.requests).toEqual([LONGCOIN])
  await read(mirror.origin, LONGCOIN)
  expect(source.requests).toHaveLength(1)
})

test('what was read outlives the service that read it', async () => {
  const source = await startSource()
  const databaseUrl = await emptyDatabase()
  const first = await startMirror(source.origin, { databaseUrl })
  const before = await read(first.origin, LONGCOIN)
  await source.stop()
  const second = await startMirror(source.origin, { databaseUrl })
  expect(await read(second.origin, LONGCOIN)).toEqual(before)
})

test('a database that takes nothing keeps nobody from reading', async () => {
  const lines: string[] = []
  const source = await startSource()
  const mirror = await startMirror(source.origin, {
    log: createLog('info', { write: (line) => lines.push(line) }),
    wrap: (database) => ({
      ...database,
      query: async (sql, parameters) => {
        if (sql.includes('upstream_answers')) throw new Error('read-only')
        return database.query(sql, parameters)
      },
    }),
  })
  for (const path of [LONGCOIN, LONGCOIN, BLOCK]) {
    await expectSame([source.origin, mirror.origin], path)
  }
  expect(lines.join('')).toContain('cannot be kept in the database')
  expect(lines).toHaveLength(1)
})

test('how the other service did is counted, and told to those who watch', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin)
  const state = async () => (await getJson(mirror.origin, '/health')).body.parts.upstream
  await read(mirror.origin, LONGCOIN)
  expect(await state()).toBe('ready')
  source.answerWith(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  await read(mirror.origin, BLOCK)
  expect(await state()).toBe('degraded')
  const metrics = await (await fetch(`${mirror.origin}/metrics`)).text()
  expect(metrics).toContain('cairn_upstream_duration_seconds_count{outcome="answered"} 1')
  expect(metrics).toContain('cairn_upstream_duration_seconds_count{outcome="unavailable"} 1')
})

test('answers say how old they are, and are read again when that is too old', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin)
  expect(await cacheStatus(mirror.origin, LONGCOIN)).toMatchObject({ how: 'fwd=uri-miss' })
  mirror.letPass(200)
  const kept = await fetch(mirror.origin + LONGCOIN)
  expect(kept.headers.get('Cache-Status')).toMatch(/^cairn; hit; ttl=\d+$/)
  expect(Number(kept.headers.get('Age'))).toBeGreaterThanOrEqual(200)
  expect(kept.headers.get('Access-Control-Expose-Headers')).toMatch(/Age.*Cache-Status/)
  mirror.letPass(101)
  expect(await cacheStatus(mirror.origin, LONGCOIN)).toMatchObject({ how: 'fwd=stale' })
  expect(source.requests).toHaveLength(2)
})

test('old blocks are not read again, lists that have no records yet soon are', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin)
  const nothing = '/runes/v1/blocks/1/activity?offset=0&limit=20'
  const paths = [`${BLOCK}?offset=0&limit=20`, nothing, UNKNOWN, `${SAMPLE}-in-progress`]
  for (const path of paths) await read(mirror.origin, path)
  expect(source.requests.splice(0)).toEqual(paths)
  mirror.letPass(11)
  for (const path of paths) await read(mirror.origin, path)
  expect(source.requests.splice(0)).toEqual([`${SAMPLE}-in-progress`])
  mirror.letPass(DAY)
  for (const path of paths.slice(0, 3)) await read(mirror.origin, path)
  expect(source.requests.splice(0)).toEqual([nothing, UNKNOWN])
})

test('when the other service is gone, what was read stays and says that it is stale', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin)
  const paths = [LONGCOIN, `${SAMPLE}-localized?locale=ja`, BLOCK, UNKNOWN, `${SAMPLE}-token-error`]
  const before = await Promise.all(paths.map((path) => read(mirror.origin, path)))
  await source.stop()
  mirror.letPass(40 * DAY)
  expect(await Promise.all(paths.map((path) => read(mirror.origin, path)))).toEqual(before)
  expect(await cacheStatus(mirror.origin, LONGCOIN)).toEqual({
    how: 'hit',
    isStale: true,
    detail: 'unreachable',
  })
  const { status, body, headers } = await getJson(mirror.origin, `${BLOCK}?offset=1`)
  expect(status).toBe(503)
  expect(body).toEqual({
    statusCode: 503,
    error: 'Service Unavailable',
    message: 'the service asked for what is not held here cannot be reached',
  })
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
})

test('a service that is down is left alone for a while, and asked again after it', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin)
  source.answerWith(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  for (let offset = 0; offset < 50; offset++) {
    expect((await fetch(`${mirror.origin}${BLOCK}?offset=${offset}`)).status).toBe(503)
  }
  expect(source.requests).toHaveLength(3)
  source.answerWith()
  mirror.letPass(11)
  await expectSame([source.origin, mirror.origin], `${BLOCK}?offset=1`)
})

test('a service that wants a pause gets it, and its readers are told', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin)
  await read(mirror.origin, LONGCOIN)
  mirror.letPass(301)
  source.answerWith(
    () => new Response('slow down', { status: 429, headers: { RateLimit: '"default";r=0;t=42' } }),
  )
  source.requests.length = 0
  const { status, headers, body } = await getJson(mirror.origin, BLOCK)
  expect(status).toBe(429)
  expect(headers.get('Retry-After')).toBe('42')
  expect(body).toMatchObject({ statusCode: 429, error: 'Too Many Requests' })
  expect((await getJson(mirror.origin, `${BLOCK}?offset=1`)).status).toBe(429)
  expect(await cacheStatus(mirror.origin, LONGCOIN)).toMatchObject({ detail: 'rate-limited' })
  expect(source.requests).toHaveLength(1)
  source.answerWith()
  mirror.letPass(43)
  expect(await cacheStatus(mirror.origin, LONGCOIN)).toMatchObject({ how: 'fwd=stale' })
})

test('a slow service holds up nobody who can have what was kept, or something else', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin, { upstream: { timeout: 3 } })
  await read(mirror.origin, LONGCOIN)
  const before = await read(mirror.origin, `${SAMPLE}-hostile`)
  mirror.letPass(301)
  source.answerWith(() => new Promise(() => {}))
  const order: string[] = []
  const note = (name: string) => (answer: unknown) => {
    order.push(name)
    return answer
  }
  const [stale, missing] = await Promise.all([
    read(mirror.origin, `${SAMPLE}-hostile`).then(note('stale')),
    getJson(mirror.origin, UNKNOWN).then(note('missing')),
    read(mirror.origin, '/explorer/v1/about').then(note('own')),
  ])
  expect(order).toEqual(['own', 'stale', 'missing'])
  expect(stale).toEqual(before)
  expect(missing).toMatchObject({
    status: 503,
    body: { message: 'the service asked for what is not held here did not answer in time' },
  })
})

const otherPage = { limit: 20, offset: 0, total: 1, results: [] }
const otherRecord = {
  rune: { id: '840000:3' },
  operation: 'mint',
  location: { tx_id: 'a'.repeat(64), block_height: 1, timestamp: 1_720_000_000 },
}

test.each<[string, () => Response]>([
  ['HTML', () => new Response('<!doctype html><title>Welcome</title>')],
  ['nothing', () => new Response()],
  ['half of an answer', () => new Response('{"name":"LONG","symbol')],
  ['a list where none belongs', () => Response.json([])],
  ['an object of something else', () => Response.json({ ok: true })],
  [
    'another token',
    () => Response.json({ name: 'X', sender_address: 'SP000000000000000000002Q6VF78' }),
  ],
  ['lists in lists without an end', () => new Response('['.repeat(1_000_000))],
  ['a page without its records', () => Response.json(otherPage)],
  ['records of another block', () => Response.json({ ...otherPage, results: [otherRecord] })],
  ['a record that is none', () => Response.json({ ...otherPage, results: [{ rune: 'DOG' }] })],
  ['a page of its errors', () => new Response('<h1>Not found</h1>', { status: 404 })],
  ['a failure', () => Response.json({ error: 'Internal Server Error' }, { status: 500 })],
  ['a refusal of everybody', () => Response.json({ error: 'Forbidden' }, { status: 403 })],
  ['an answer without an end', () => new Response(new ReadableStream({ pull: sendMore }))],
  ['more than anybody can read', () => new Response(`"${'x'.repeat(20_000_000)}"`)],
])(
  'a service that answers with %s changes nothing that was kept, and is not passed on',
  async (_, nonsense) => {
    const source = await startSource()
    const mirror = await startMirror(source.origin)
    const before = await read(mirror.origin, LONGCOIN)
    mirror.letPass(301)
    source.answerWith(nonsense)
    expect(await read(mirror.origin, LONGCOIN)).toEqual(before)
    expect(await cacheStatus(mirror.origin, LONGCOIN)).toMatchObject({ isStale: true })
    for (const path of [`${SAMPLE}-hostile`, BLOCK]) {
      const { status, body, headers } = await getJson(mirror.origin, path)
      expect(status).toBe(503)
      expect(body.message).toMatch(/^the service asked for what is not held here (sent|answered)/)
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
    }
  },
)

function sendMore(controller: ReadableStreamDefaultController<Uint8Array>) {
  controller.enqueue(new Uint8Array(1_000_000).fill(32))
}

test('the reasons of another service are passed on as it gave them', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin)
  for (const [path, status, given, added] of [
    [UNKNOWN, 422, { error: 'Token error', message: 'no supply' }, {}],
    [BLOCK, 404, { error: 'Not Found', message: 'no such block' }, { statusCode: 404 }],
    [SAMPLE_BLOCK, 400, { message: 'not a block' }, { statusCode: 400, error: 'Bad Request' }],
  ] as const) {
    source.answerWith(() => Response.json(given, { status }))
    const answer = await getJson(mirror.origin, path)
    expect(answer).toMatchObject({ status, body: { ...given, ...added } })
    expect(Object.keys(answer.body)).toHaveLength(Object.keys({ ...given, ...added }).length)
  }
})

test('no address that another service names is ever asked', async () => {
  const decoy = await startSource()
  const source = await startSource()
  const mirror = await startMirror(source.origin)
  for (const status of [301, 302, 303, 307, 308]) {
    source.answerWith(() => new Response(null, { status, headers: { Location: decoy.origin } }))
    const { body } = await getJson(mirror.origin, LONGCOIN)
    expect(body.message).toMatch(/a redirect \(30\d\), which is not followed$/)
    mirror.letPass(11)
  }
  const url = `${decoy.origin}/picture.png`
  source.answerWith(() =>
    Response.json({
      sender_address: 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3',
      token_uri: url,
      image_uri: url,
      metadata: { image: url, properties: { next: url }, localization: { uri: url } },
    }),
  )
  expect((await getJson(mirror.origin, LONGCOIN)).body).toMatchObject({ token_uri: url })
  expect(decoy.requests).toEqual([])
})

test('what another service writes in its own way comes out in ours, to the last digit', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin)
  const properties =
    '{"price":1.50,"mass":1e400,"count":123456789012345678901234567890,"deep":{"at":[0.10]}}'
  source.answerWith(
    () =>
      new Response(`{"metadata":{"properties":${properties},"image":null},"symbol":null,"decimals":"6",
        "total_supply":888888888888888888,"extra":1,"tx_id":"${'A'.repeat(64)}",
        "sender_address":"SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3"}`),
  )
  expect((await read(mirror.origin, LONGCOIN)).text).toBe(
    `{"decimals":6,"total_supply":"888888888888888888","tx_id":"0x${'a'.repeat(64)}","sender_address":"SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3","metadata":{"properties":${properties}}}`,
  )
})

test('a page is rendered from another service, kept as long as its data, and opens when it is gone', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin, { pages: 'rendered' })
  const openPage = async () => {
    const path = '/token/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
    return (await read(mirror.origin, path, { Accept: 'text/html' })).text
  }
  // A page that goes out before its data have come is not kept.
  await expect.poll(openPage).toContain('888,888,888,888.888888')
  expect(await openPage()).not.toContain('The service does not answer now.')
  mirror.letPass(301)
  source.requests.length = 0
  await openPage()
  expect(source.requests).toContain(LONGCOIN)
  await source.stop()
  mirror.letPass(DAY)
  await expect.poll(openPage).toContain('The service does not answer now.')
  expect(await openPage()).toContain('888,888,888,888.888888')
})
