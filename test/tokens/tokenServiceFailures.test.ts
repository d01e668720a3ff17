import { expect, test } from 'vitest'
import { ADDRESS } from '../support/tokens/importing.ts'
import { LONGCOIN } from '../support/tokens/snapshotTokens.ts'
import { type Respond, startFakeService } from '../support/tokens/startFakeService.ts'
import { ageOf, NEW, sendProblem, sendToken, startReader } from '../support/tokens/startReader.ts'

const nest = (depth: number, open: string, close: string) =>
  `${open.repeat(depth)}1${close.repeat(depth)}`
const withProperty = (json: string) =>
  `{"sender_address":"${ADDRESS}","metadata":{"properties":{"deep":${json}}}}`

const FAILURES: [what: string, respond: Respond][] = [
  ['HTML', () => new Response('<!doctype html><title>Welcome</title>')],
  ['an empty body', () => new Response()],
  ['truncated JSON', () => new Response('{"name":"LONG","symbol')],
  ['a list', () => Response.json([])],
  ['an unrelated object', () => Response.json({ ok: true })],
  ['another token', sendToken('X', { sender_address: 'SP000000000000000000002Q6VF78' })],
  ['a long name', sendToken('x'.repeat(201))],
  ['a text of 3 MB', sendToken('X', { token_uri: 'x'.repeat(3_000_000) })],
  ['5,000 nested lists', () => new Response(withProperty(nest(5000, '[', ']')))],
  ['100,000 nested lists', () => new Response(withProperty(nest(100_000, '[1.50,', ']')))],
  ['an HTML error page', () => new Response('<h1>Not found</h1>', { status: 404 })],
  ['a 404 of another kind', sendProblem(404, { error: 'Not Found', message: 'no such route' })],
  ['a redirect', () => new Response(null, { status: 307, headers: { Location: 'http://x/' } })],
  ['a 403', sendProblem(403, { error: 'Forbidden' })],
  ['a 500', sendProblem(500, { error: 'x'.repeat(1_000_000) })],
  ['20 MB', () => new Response(`"${'x'.repeat(20_000_000)}"`)],
  ['an endless body', () => new Response(new ReadableStream({ pull: sendMore }))],
]

function sendMore(controller: ReadableStreamDefaultController<Uint8Array>): void {
  controller.enqueue(new Uint8Array(1_000_000).fill(32))
}

test.each(FAILURES)(
  'if the token service sends %s, what is stored is sent with its age, and else a 503',
  async (_, failure) => {
    const service = await startFakeService(sendToken('Before'))
    const reader = await startReader(service)
    await reader.get(NEW)
    service.respondWith(failure)
    reader.advance(301)
    const stale = await reader.get(NEW)
    expect([stale.status, stale.body.name]).toEqual([200, 'Before'])
    expect(ageOf(stale)).toBeGreaterThanOrEqual(301)
    expect(reader.status.state).toBe('degraded')

    const snapshot = await reader.get(LONGCOIN)
    expect([snapshot.status, snapshot.body.name]).toEqual([200, 'LONGcoin'])
    const snapshotAge = (Date.now() - 1_778_535_158_000) / 1000
    expect(Math.abs((ageOf(snapshot) ?? 0) - snapshotAge)).toBeLessThan(600)

    const { status, body, headers } = await reader.get(`${ADDRESS}.unknown`)
    expect([status, body.statusCode]).toEqual([503, 503])
    expect(body.message).toMatch(/^the token service sent no usable response: ./)
    expect(body.message.length).toBeLessThan(600)
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)

    service.respondWith(sendToken('After'))
    reader.advance(61)
    const recovered = await reader.get(NEW)
    expect([recovered.body.name, ageOf(recovered)]).toEqual(['After', undefined])
    expect(reader.status.state).toBe('ready')
  },
)

test('a stored token waits a second for a newer one, which is read in the background', async () => {
  const service = await startFakeService(sendToken('Before'))
  const reader = await startReader(service)
  await reader.get(NEW)
  reader.advance(301)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  service.respondWith(async (path, request) => {
    await released
    return sendToken('After')(path, request)
  })
  const stale = await reader.get(NEW)
  expect([stale.body.name, ageOf(stale)]).toEqual(['Before', expect.any(Number)])
  release()
  await expect
    .poll(async () => {
      reader.advance(2)
      return (await reader.get(NEW)).body.name
    })
    .toBe('After')
  expect(service.requests).toHaveLength(2)
})

test('without a stored token, a service that does not respond is given up after UPSTREAM_TIMEOUT', async () => {
  const service = await startFakeService(() => new Promise(() => {}))
  const reader = await startReader(service, { settings: { UPSTREAM_TIMEOUT: '1' } })
  const { status, body } = await reader.get(NEW)
  expect([status, body.message]).toEqual([
    503,
    'the token service sent no usable response: The service did not respond in time.',
  ])
  expect(reader.observed).toEqual(['timeout'])
})

test('Retry-After is honoured for all tokens and passed on', async () => {
  const service = await startFakeService(sendToken('Before'))
  const reader = await startReader(service)
  await reader.get(NEW)
  service.respondWith(() => new Response('', { status: 429, headers: { 'Retry-After': '42' } }))
  const refused = await reader.get(`${ADDRESS}.a`)
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '42'])
  // Changes of the wall clock do not change the length of the pause.
  reader.shift(-3600)
  reader.advance(10)
  const again = await reader.get(`${ADDRESS}.b`)
  expect([again.status, again.headers.get('Retry-After')]).toEqual([429, '32'])
  expect((await reader.get(NEW)).body.name).toBe('Before')
  expect(service.requests).toHaveLength(2)
  service.respondWith(sendToken('After'))
  reader.advance(33)
  expect((await reader.get(`${ADDRESS}.a`)).body.name).toBe('After')
})

test('after three failures nothing is sent until a pause is over', async () => {
  const service = await startFakeService(() => new Response('', { status: 502 }))
  const reader = await startReader(service)
  for (let number = 0; number < 20; number++) {
    expect((await reader.get(`${ADDRESS}.token-${number}`)).status).toBe(503)
  }
  expect(service.requests).toHaveLength(3)
  service.respondWith(sendToken('Back'))
  reader.advance(3)
  expect((await reader.get(NEW)).body.name).toBe('Back')
})

test('beyond UPSTREAM_RATE nothing is sent until the minute is over, which is no failure', async () => {
  const service = await startFakeService(sendToken('Stored'))
  const reader = await startReader(service, { settings: { UPSTREAM_RATE: '3' } })
  for (const name of ['a', 'b', 'c']) await reader.get(`${ADDRESS}.${name}`)
  reader.advance(10)
  const { status, body, headers } = await reader.get(`${ADDRESS}.d`)
  expect([status, headers.get('Retry-After')]).toEqual([503, '50'])
  expect(body.message).toContain('at most 3 requests a minute')
  expect((await reader.get(`${ADDRESS}.a`)).body.name).toBe('Stored')
  expect([service.requests.length, reader.status.state]).toEqual([3, 'ready'])
  reader.advance(50)
  expect((await reader.get(`${ADDRESS}.d`)).status).toBe(200)
})

test('the status says when the service last responded', async () => {
  const service = await startFakeService(sendToken('One'))
  const reader = await startReader(service)
  expect(reader.status).toEqual({ state: 'ready', respondedAt: undefined })
  await reader.get(NEW)
  expect(Math.abs((reader.status.respondedAt ?? 0) - Date.now() / 1000)).toBeLessThan(60)
  service.respondWith(() => new Response('', { status: 502 }))
  await reader.get(`${ADDRESS}.other`)
  expect(reader.status.state).toBe('degraded')
  expect(reader.observed).toEqual(['succeeded', 'unavailable'])
})
