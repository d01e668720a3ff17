import { expect, test } from 'vitest'
import { cacheStatus, expectSame, read } from '../support/answers.ts'
import { startMirror, startSource } from '../support/startMirror.ts'
import { createTestService, getJson } from '../support/startService.ts'

const LONGCOIN = '/metadata/v1/ft/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
const SAMPLE = '/metadata/v1/ft/ST000000000000000000002AMW42H.cairn-sample'
const UNKNOWN = '/metadata/v1/ft/SP000000000000000000002Q6VF78.not-a-token'
const BLOCK = '/runes/v1/blocks/849250/activity'
const SAMPLE_BLOCK = '/runes/v1/blocks/999999999/activity'
const DAY = 86_400

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
    message: 'the upstream service gave no usable response: The service could not be reached.',
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
  await expect.poll(() => cacheStatus(mirror.origin, LONGCOIN)).toMatchObject({ isStale: false })
})

test('a pause is as long as it was asked for, whatever the clock is set to', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin)
  source.answerWith(() => new Response('', { status: 429, headers: { 'Retry-After': '42' } }))
  await getJson(mirror.origin, BLOCK)
  mirror.setClock(-3600)
  mirror.letPass(10)
  const { status, headers } = await getJson(mirror.origin, LONGCOIN)
  expect(status).toBe(429)
  expect(headers.get('Retry-After')).toBe('32')
  mirror.setClock(7200)
  expect((await getJson(mirror.origin, LONGCOIN)).status).toBe(429)
  expect(source.requests).toHaveLength(1)
})

test('requests that waited for their turn are not sent after the service wants a pause', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin)
  source.answerWith(() => new Response('', { status: 429, headers: { 'Retry-After': '42' } }))
  const paths = Array.from({ length: 100 }, (_, offset) => `${BLOCK}?offset=${offset}`)
  const answers = await Promise.all(paths.map((path) => getJson(mirror.origin, path)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]))
  expect(source.requests.length).toBeLessThanOrEqual(20)
})

test('failures after a requested pause do not shorten it', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  source.answerWith(async () => {
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
  mirror.letPass(32)
  expect((await getJson(mirror.origin, LONGCOIN)).headers.get('Retry-After')).toBe('10')
  expect(source.requests).toHaveLength(5)
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
    body: {
      message: 'the upstream service gave no usable response: The service did not answer in time.',
    },
  })
})

test('while a service hangs, what is stale is served at once and read again behind it', async () => {
  const source = await startSource()
  const mirror = await startMirror(source.origin, { upstream: { timeout: 60 } })
  const before = await read(mirror.origin, LONGCOIN)
  mirror.letPass(301)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const real = createTestService({ pages: 'made here' })
  source.answerWith(async (request) => {
    await released
    return real.fetch(request)
  })
  source.requests.length = 0
  const start = performance.now()
  for (let reader = 0; reader < 20; reader++) {
    mirror.letPass(2)
    expect(await read(mirror.origin, LONGCOIN)).toEqual(before)
  }
  // Each of them used to wait for two seconds.
  expect(performance.now() - start).toBeLessThan(10_000)
  const stale = await fetch(mirror.origin + LONGCOIN)
  expect(stale.headers.get('Cache-Status')).toMatch(/^cairn; hit; detail=slow; ttl=-\d+$/)
  expect(Number(stale.headers.get('X-Cairn-Read-At'))).toBeGreaterThan(0)
  release()
  await expect
    .poll(() => {
      mirror.letPass(2)
      return cacheStatus(mirror.origin, LONGCOIN)
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
    mirror.letPass(2)
    expect(await read(mirror.origin, LONGCOIN)).toEqual(before)
    expect(await cacheStatus(mirror.origin, LONGCOIN)).toMatchObject({ isStale: true })
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
    expect(body.message).toMatch(/a redirect \(30\d\), which is not followed\.$/)
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
