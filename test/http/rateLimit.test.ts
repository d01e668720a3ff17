import { type IncomingMessage, request } from 'node:http'
import { expect, test } from 'vitest'
import { startService } from '../support/startService.ts'

const ABOUT = '/explorer/v1/about'
/** A clock that stands still, so that no limit resets. */
const monotonicMs = () => 0

test('a client over its limit gets a 429 with Retry-After until its minute is over', async () => {
  let time = 0
  const origin = await startService({ settings: { RATE_LIMIT: '3' }, monotonicMs: () => time })
  const send = () => fetch(origin + ABOUT)

  for (const left of [2, 1, 0]) {
    const { status, headers } = await send()
    expect(status).toBe(200)
    expect(headers.get('RateLimit-Policy')).toBe('"default";q=3;w=60')
    expect(headers.get('RateLimit')).toBe(`"default";r=${left};t=60`)
  }
  time = 12_500
  const refused = await send()
  expect(refused.status).toBe(429)
  expect(refused.headers.get('Retry-After')).toBe('48')
  expect(refused.headers.get('RateLimit')).toBe('"default";r=0;t=48')
  expect(refused.headers.get('Access-Control-Expose-Headers')).toMatch(/Retry-After.*RateLimit/)
  expect(refused.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(await refused.json()).toEqual({
    statusCode: 429,
    error: 'Too Many Requests',
    message: expect.stringContaining('48 s'),
  })
  time = 60_000
  expect((await send()).status).toBe(200)
})

test('responses of every status count towards the limit, but assets, health checks and preflights do not', async () => {
  const origin = await startService({
    settings: { RATE_LIMIT: '5' },
    monotonicMs,
    pages: 'server-rendered',
  })
  for (const [path, method] of [
    ['/health', 'GET'],
    ['/health/live', 'GET'],
    ['/favicon.svg', 'GET'],
    [ABOUT, 'OPTIONS'],
  ] as const) {
    const free = await fetch(origin + path, { method })
    expect(free.headers.has('RateLimit'), path).toBe(false)
  }
  for (const [path, status] of [
    ['/nowhere', 404],
    ['/assets/none.js', 404],
    ['/health/../nowhere', 404],
    ['/assets/%2e%2e/nowhere', 404],
    ['/runes/v1/blocks/x/activity', 400],
    [ABOUT, 429],
  ] as const) {
    const counted = await get(origin, path)
    expect([path, counted.statusCode]).toEqual([path, status])
    expect(counted.headers).toHaveProperty('ratelimit')
  }
})

test('without a limit, responses have no RateLimit header', async () => {
  const { headers } = await fetch((await startService()) + ABOUT)
  expect(headers.has('RateLimit')).toBe(false)
})

test('X-Forwarded-For is only accepted from a trusted proxy', async () => {
  for (const [trustProxy, left] of [
    [{}, 0],
    [{ TRUST_PROXY: '10.0.0.0/8' }, 0],
    [{ TRUST_PROXY: 'loopback' }, 1],
  ] as const) {
    const origin = await startService({ settings: { RATE_LIMIT: '2', ...trustProxy }, monotonicMs })
    await requestAs(origin, '203.0.113.1')
    const second = await requestAs(origin, '203.0.113.2')
    expect(second).toBe(`"default";r=${left};t=60`)
  }
})

test.each([
  ['one IPv6 network', ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2'], '"default";r=8;t=60'],
  ['two IPv6 networks', ['2001:db8:0:1::1', '2001:db8:0:2::1'], '"default";r=9;t=60'],
  ['one IPv4 address written twice', ['::ffff:203.0.113.1', '203.0.113.1'], '"default";r=8;t=60'],
  [
    'an address that the client claims before its proxy',
    ['198.51.100.1, 203.0.113.1', '203.0.113.1'],
    '"default";r=8;t=60',
  ],
  ['texts that are not addresses', ['unknown', 'x'.repeat(500)], '"default";r=8;t=60'],
])('clients are distinguished by address: %s', async (_, clients, expected) => {
  const settings = { RATE_LIMIT: '10', TRUST_PROXY: 'loopback' }
  const origin = await startService({ settings, monotonicMs })
  const seen = []
  for (const client of clients) seen.push(await requestAs(origin, client))
  expect(seen.at(-1)).toBe(expected)
})

/** Sends a request with this `X-Forwarded-For` and returns the `RateLimit` header of the response. */
async function requestAs(origin: string, client: string): Promise<string | undefined> {
  const { headers } = await get(origin, ABOUT, { 'X-Forwarded-For': client })
  return String(headers.ratelimit)
}

/** Sends the path unchanged, unlike `fetch`. */
function get(origin: string, path: string, headers = {}): Promise<IncomingMessage> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers }, (response) => resolve(response.resume()))
      .on('error', reject)
      .end()
  })
}
