import { expect, test } from 'vitest'
import { expectSameResponse, readCacheStatus, readResponse } from '../support/responses.ts'
import { startMirror } from '../support/startMirror.ts'
import { createTestService, getJson } from '../support/startService.ts'
import { startUpstream } from '../support/startUpstream.ts'

const LONGCOIN = '/metadata/v1/ft/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
const SAMPLE = '/metadata/v1/ft/ST000000000000000000002AMW42H.cairn-sample'
const UNKNOWN = '/metadata/v1/ft/SP000000000000000000002Q6VF78.not-a-token'
const BLOCK = '/runes/v1/blocks/849250/activity'
const SAMPLE_BLOCK = '/runes/v1/blocks/999999999/activity'
const DAY = 86_400

test('when the upstream service is gone, stored responses are served and marked stale', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin)
  const paths = [LONGCOIN, `${SAMPLE}-localized?locale=ja`, BLOCK, UNKNOWN, `${SAMPLE}-token-error`]
  const before = await Promise.all(paths.map((path) => readResponse(mirror.origin, path)))
  await source.stop()
  mirror.advanceClock(40 * DAY)
  expect(await Promise.all(paths.map((path) => readResponse(mirror.origin, path)))).toEqual(before)
  await expect
    .poll(() => {
      mirror.advanceClock(2)
      return readCacheStatus(mirror.origin, LONGCOIN)
    })
    .toEqual({ how: 'hit', isStale: true, detail: 'unreachable' })
  const { status, body, headers } = await getJson(mirror.origin, `${BLOCK}?offset=1`)
  expect(status).toBe(503)
  expect(body).toEqual({
    statusCode: 503,
    error: 'Service Unavailable',
    message: 'the upstream service gave no usable response: The service could not be reached.',
  })
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
})

test('after three failures the upstream service gets no requests until a pause is over', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin)
  source.respondWith(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  for (let offset = 0; offset < 50; offset++) {
    expect((await fetch(`${mirror.origin}${BLOCK}?offset=${offset}`)).status).toBe(503)
  }
  expect(source.requests).toHaveLength(3)
  source.respondWith()
  mirror.advanceClock(11)
  await expectSameResponse([source.origin, mirror.origin], `${BLOCK}?offset=1`)
})

test('a rate limit of the upstream service is honoured and passed on', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin)
  await readResponse(mirror.origin, LONGCOIN)
  mirror.advanceClock(301)
  source.respondWith(
    () => new Response('slow down', { status: 429, headers: { RateLimit: '"default";r=0;t=42' } }),
  )
  source.requests.length = 0
  const { status, headers, body } = await getJson(mirror.origin, BLOCK)
  expect(status).toBe(429)
  expect(headers.get('Retry-After')).toBe('42')
  expect(body).toMatchObject({ statusCode: 429, error: 'Too Many Requests' })
  expect((await getJson(mirror.origin, `${BLOCK}?offset=1`)).status).toBe(429)
  expect(await readCacheStatus(mirror.origin, LONGCOIN)).toMatchObject({ detail: 'rate-limited' })
  expect(source.requests).toHaveLength(1)
  source.respondWith()
  mirror.advanceClock(43)
  await mirror.untilFresh(LONGCOIN)
})

test('changes of the wall clock do not change the length of a pause', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin)
  source.respondWith(() => new Response('', { status: 429, headers: { 'Retry-After': '42' } }))
  await getJson(mirror.origin, BLOCK)
  mirror.shiftWallClock(-3600)
  mirror.advanceClock(10)
  const { status, headers } = await getJson(mirror.origin, LONGCOIN)
  expect(status).toBe(429)
  expect(headers.get('Retry-After')).toBe('32')
  mirror.shiftWallClock(7200)
  expect((await getJson(mirror.origin, LONGCOIN)).status).toBe(429)
  expect(source.requests).toHaveLength(1)
})

test('queued requests are not sent after the upstream service returned a 429', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin)
  source.respondWith(() => new Response('', { status: 429, headers: { 'Retry-After': '42' } }))
  const paths = Array.from({ length: 100 }, (_, offset) => `${BLOCK}?offset=${offset}`)
  const responses = await Promise.all(paths.map((path) => getJson(mirror.origin, path)))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([429]))
  expect(source.requests.length).toBeLessThanOrEqual(20)
})

test('failures do not shorten the pause of a Retry-After', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  source.respondWith(async () => {
    if (source.requests.length === 5) {
      return new Response('', { status: 429, headers: { 'Retry-After': '42' } })
    }
    await released
    return new Response('<h1>Bad gateway</h1>', { status: 502 })
  })
  const responses = Array.from({ length: 5 }, (_, offset) =>
    getJson(mirror.origin, `${BLOCK}?offset=${offset}`),
  )
  expect((await Promise.race(responses)).status).toBe(429)
  release()
  await Promise.all(responses)
  mirror.advanceClock(32)
  expect((await getJson(mirror.origin, LONGCOIN)).headers.get('Retry-After')).toBe('10')
  expect(source.requests).toHaveLength(5)
})

test('a slow upstream service does not delay stale responses or own data', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin, { upstream: { timeout: 3 } })
  await readResponse(mirror.origin, LONGCOIN)
  const before = await readResponse(mirror.origin, `${SAMPLE}-hostile`)
  mirror.advanceClock(301)
  source.respondWith(() => new Promise(() => {}))
  const order: string[] = []
  const note = (name: string) => (response: unknown) => {
    order.push(name)
    return response
  }
  const [stale, missing] = await Promise.all([
    readResponse(mirror.origin, `${SAMPLE}-hostile`).then(note('stale')),
    getJson(mirror.origin, UNKNOWN).then(note('missing')),
    readResponse(mirror.origin, '/explorer/v1/about').then(note('own')),
  ])
  expect(order.at(-1)).toBe('missing')
  expect(stale).toEqual(before)
  expect(missing).toMatchObject({
    status: 503,
    body: {
      message: 'the upstream service gave no usable response: The service did not respond in time.',
    },
  })
})

test('while the upstream service hangs, stale responses are served at once and refreshed in the background', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin, { upstream: { timeout: 60 } })
  const before = await readResponse(mirror.origin, LONGCOIN)
  mirror.advanceClock(301)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const real = createTestService({ pages: 'client-rendered' })
  source.respondWith(async (request) => {
    await released
    return real.fetch(request)
  })
  source.requests.length = 0
  const start = performance.now()
  for (let count = 0; count < 20; count++) {
    mirror.advanceClock(2)
    expect(await readResponse(mirror.origin, LONGCOIN)).toEqual(before)
  }
  // Each request used to wait two seconds.
  expect(performance.now() - start).toBeLessThan(10_000)
  const stale = await fetch(mirror.origin + LONGCOIN)
  expect(stale.headers.get('Cache-Status')).toMatch(/^cairn; hit; detail=slow; ttl=-\d+$/)
  expect(Number(stale.headers.get('X-Cairn-Read-At'))).toBeGreaterThan(0)
  release()
  await expect
    .poll(() => {
      mirror.advanceClock(2)
      return readCacheStatus(mirror.origin, LONGCOIN)
    })
    .toMatchObject({ how: 'hit', isStale: false })
  expect(source.requests).toEqual([LONGCOIN])
})

const otherPage = { limit: 20, offset: 0, total: 1, results: [] }
const otherRecord = {
  rune: { id: '840000:3' },
  operation: 'mint',
  location: { tx_id: 'a'.repeat(64), block_height: 1, timestamp: 1_720_000_000 },
}

test.each<[string, () => Response]>([
  ['HTML', () => new Response('<!doctype html><title>Welcome</title>')],
  ['an empty body', () => new Response()],
  ['a truncated response', () => new Response('{"name":"LONG","symbol')],
  ['an unexpected list', () => Response.json([])],
  ['an unrelated object', () => Response.json({ ok: true })],
  [
    'another token',
    () => Response.json({ name: 'X', sender_address: 'SP000000000000000000002Q6VF78' }),
  ],
  ['endlessly nested lists', () => new Response('['.repeat(1_000_000))],
  ['a page without its records', () => Response.json(otherPage)],
  ['records of another block', () => Response.json({ ...otherPage, results: [otherRecord] })],
  ['an invalid record', () => Response.json({ ...otherPage, results: [{ rune: 'DOG' }] })],
  ['an HTML error page', () => new Response('<h1>Not found</h1>', { status: 404 })],
  ['a server error', () => Response.json({ error: 'Internal Server Error' }, { status: 500 })],
  ['a 403', () => Response.json({ error: 'Forbidden' }, { status: 403 })],
  ['an endless response', () => new Response(new ReadableStream({ pull: sendMore }))],
  ['a response that is too large', () => new Response(`"${'x'.repeat(20_000_000)}"`)],
])(
  'if the upstream service responds with %s, stored responses stay and new requests get a 503',
  async (_, nonsense) => {
    const source = await startUpstream()
    const mirror = await startMirror(source.origin)
    const before = await readResponse(mirror.origin, LONGCOIN)
    mirror.advanceClock(301)
    source.respondWith(nonsense)
    mirror.advanceClock(2)
    expect(await readResponse(mirror.origin, LONGCOIN)).toEqual(before)
    expect(await readCacheStatus(mirror.origin, LONGCOIN)).toMatchObject({ isStale: true })
    for (const path of [`${SAMPLE}-hostile`, BLOCK]) {
      const { status, body, headers } = await getJson(mirror.origin, path)
      expect(status).toBe(503)
      expect(body.message).toMatch(/^the upstream service gave no usable response: ./)
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
    }
  },
)

function sendMore(controller: ReadableStreamDefaultController<Uint8Array>) {
  controller.enqueue(new Uint8Array(1_000_000).fill(32))
}

test('client errors of the upstream service are passed on', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin)
  for (const [path, status, given, added] of [
    [UNKNOWN, 422, { error: 'Token error', message: 'no supply' }, {}],
    [BLOCK, 404, { error: 'Not Found', message: 'no such block' }, { statusCode: 404 }],
    [SAMPLE_BLOCK, 400, { message: 'not a block' }, { statusCode: 400, error: 'Bad Request' }],
  ] as const) {
    source.respondWith(() => Response.json(given, { status }))
    const response = await getJson(mirror.origin, path)
    expect(response).toMatchObject({ status, body: { ...given, ...added } })
    expect(Object.keys(response.body)).toHaveLength(Object.keys({ ...given, ...added }).length)
  }
})

test('URLs in upstream responses are never requested', async () => {
  const decoy = await startUpstream()
  const source = await startUpstream()
  const mirror = await startMirror(source.origin)
  for (const status of [301, 302, 303, 307, 308]) {
    source.respondWith(() => new Response(null, { status, headers: { Location: decoy.origin } }))
    const { body } = await getJson(mirror.origin, LONGCOIN)
    expect(body.message).toMatch(/a redirect \(30\d\), which is not followed\.$/)
    mirror.advanceClock(11)
  }
  const url = `${decoy.origin}/picture.png`
  source.respondWith(() =>
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
