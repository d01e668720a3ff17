import { expect, test } from 'vitest'
import { expectSameResponse, readCacheStatus, readResponse } from '../support/responses.ts'
import { startMirror } from '../support/startMirror.ts'
import { createTestService, getJson } from '../support/startService.ts'
import { startUpstream } from '../support/startUpstream.ts'

const LONGCOIN = '/metadata/v1/ft/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
const SAMPLE = '/metadata/v1/ft/ST000000000000000000002AMW42H.cairn-sample'
const UNKNOWN = '/metadata/v1/ft/SP000000000000000000002Q6VF78.not-a-token'
const BLOCK = '/runes/v1/blocks/849250/activity'
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
    message:
      'there is no usable response from the upstream service: The service could not be reached.',
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

test('a failure with requests left in the rate limit does not stop other requests', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin)
  const headers = { RateLimit: '"default";r=99;t=42' }
  source.respondWith(() => new Response('', { status: 502, headers }))
  expect((await getJson(mirror.origin, BLOCK)).status).toBe(503)
  source.respondWith()
  await expectSameResponse([source.origin, mirror.origin], LONGCOIN)
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
  const mirror = await startMirror(source.origin, { upstream: { timeoutMs: 3000 } })
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
      message:
        'there is no usable response from the upstream service: The service did not respond in time.',
    },
  })
})

test('while the upstream service hangs, stale responses are served at once and refreshed in the background', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin, { upstream: { timeoutMs: 60_000 } })
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
