import { request } from 'node:http'
import { expect, test } from 'vitest'
import { createRateLimit } from '../../src/service/server/rateLimit.ts'
import { startService } from '../support/startService.ts'

const ABOUT = '/explorer/v1/about'
/** A minute that does not pass, however slow the machine. */
const now = () => 0

test('a client over its limit gets a 429 that says when to come back, until its minute is over', async () => {
  let time = 0
  const rateLimit = createRateLimit({ perMinute: 3, trustProxy: [], now: () => time })
  const origin = await startService({ rateLimit })
  const ask = () => fetch(origin + ABOUT)

  for (const left of [2, 1, 0]) {
    const { status, headers } = await ask()
    expect(status).toBe(200)
    expect(headers.get('RateLimit-Policy')).toBe('"default";q=3;w=60')
    expect(headers.get('RateLimit')).toBe(`"default";r=${left};t=60`)
  }
  time = 12_500
  const refused = await ask()
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
  expect((await ask()).status).toBe(200)
})

test('answers of every status count; assets, health and what browsers ask beforehand are free', async () => {
  const rateLimit = createRateLimit({ perMinute: 2, trustProxy: [], now })
  const origin = await startService({ rateLimit })
  for (const [path, method] of [
    ['/health', 'GET'],
    ['/health/live', 'GET'],
    ['/assets/none.js', 'GET'],
    [ABOUT, 'OPTIONS'],
  ] as const) {
    const free = await fetch(origin + path, { method })
    expect(free.headers.has('RateLimit'), path).toBe(false)
  }
  for (const [path, status] of [
    ['/nowhere', 404],
    ['/runes/v1/blocks/x/activity', 400],
    [ABOUT, 429],
  ] as const) {
    const counted = await fetch(origin + path)
    expect(counted.status).toBe(status)
    expect(counted.headers.has('RateLimit')).toBe(true)
  }
})

test('without a limit nothing is counted', async () => {
  const { headers } = await fetch((await startService()) + ABOUT)
  expect(headers.has('RateLimit')).toBe(false)
})

test('an address behind a proxy is believed from a trusted proxy only', async () => {
  for (const [trustProxy, left] of [
    [[], 0],
    [['10.0.0.0/8'], 0],
    [['loopback'], 1],
  ] as const) {
    const rateLimit = createRateLimit({ perMinute: 2, trustProxy: [...trustProxy], now })
    const origin = await startService({ rateLimit })
    await askFor(origin, '203.0.113.1')
    const second = await askFor(origin, '203.0.113.2')
    expect(second).toBe(`"default";r=${left};t=60`)
  }
})

test.each([
  ['one IPv6 network', ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2'], '"default";r=8;t=60'],
  ['two IPv6 networks', ['2001:db8:0:1::1', '2001:db8:0:2::1'], '"default";r=9;t=60'],
  ['one IPv4 address written twice', ['::ffff:203.0.113.1', '203.0.113.1'], '"default";r=8;t=60'],
  [
    'what a client claims before its proxy',
    ['198.51.100.1, 203.0.113.1', '203.0.113.1'],
    '"default";r=8;t=60',
  ],
  ['texts that are no addresses', ['unknown', 'x'.repeat(500)], '"default";r=8;t=60'],
])('clients are told apart: %s', async (_, clients, expected) => {
  const rateLimit = createRateLimit({ perMinute: 10, trustProxy: ['loopback'], now })
  const origin = await startService({ rateLimit })
  const seen = []
  for (const client of clients) seen.push(await askFor(origin, client))
  expect(seen.at(-1)).toBe(expected)
})

/** The `RateLimit` of an answer to a request that names a client. */
function askFor(origin: string, client: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    request(origin + ABOUT, { headers: { 'X-Forwarded-For': client } }, (response) => {
      response.resume()
      resolve(String(response.headers.ratelimit))
    })
      .on('error', reject)
      .end()
  })
}
