import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EVENTS_PATH } from '../../src/contract/endpoints.ts'
import { createLogger } from '../../src/service/observability/logger.ts'
import { ADDRESS, BLOCK, LONGCOIN, RUNE, SAMPLE, TX } from '../support/bundledIds.ts'
import { getJson, listen, startService } from '../support/startService.ts'

const ABOUT = '/explorer/v1/about'
const ACTIVITY = `/runes/v1/blocks/${BLOCK}/activity?limit=100`
const TOKEN = `/metadata/v1/ft/${SAMPLE}-localized`

test('an unchanged response is revalidated with a 304', async () => {
  const origin = await startService()
  for (const path of [
    ACTIVITY,
    TOKEN,
    `${TOKEN}?locale=ar`,
    ABOUT,
    '/runes/v1/',
    `/explorer/v1/transactions/${TX}`,
    `/explorer/v1/runes/${RUNE}/history?days=7`,
    `/explorer/v1/addresses/${ADDRESS}/balances?at=840003`,
  ]) {
    const first = await fetch(origin + path)
    const etag = first.headers.get('ETag')
    expect(etag).toBeTruthy()
    await first.text()
    const again = await fetch(origin + path, { headers: { 'If-None-Match': `"x", ${etag}` } })
    expect([path, again.status, await again.text()]).toEqual([path, 304, ''])
    for (const name of ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers', 'Vary']) {
      expect(again.headers.get(name), name).toBe(first.headers.get(name))
    }
  }
})

test('responses are compressed if the client accepts it', async () => {
  const origin = await startService()
  for (const coding of ['gzip', 'br']) {
    const response = await fetch(origin + ACTIVITY, { headers: { 'Accept-Encoding': coding } })
    expect(response.headers.get('Content-Encoding')).toBe(coding)
    expect((await response.json()).results).toHaveLength(100)
  }
  const plain = await fetch(origin + ACTIVITY, { headers: { 'Accept-Encoding': 'gzip;q=0' } })
  expect(plain.headers.get('Content-Encoding')).toBeNull()
})

test('HEAD has the status and type of GET, without a body', async () => {
  const origin = await startService()
  for (const path of [ACTIVITY, TOKEN, '/runes/v1/blocks/x/activity', '/nowhere']) {
    const [head, get] = [await fetch(origin + path, { method: 'HEAD' }), await fetch(origin + path)]
    expect(head.status).toBe(get.status)
    expect(head.headers.get('Content-Type')).toBe(get.headers.get('Content-Type'))
    expect(await head.text()).toBe('')
  }
})

test('other methods get a 405 that lists the allowed ones', async () => {
  const origin = await startService({ pages: 'server-rendered' })
  for (const path of [
    ACTIVITY,
    '/health',
    '/metrics',
    '/sitemap.xml',
    '/openapi.json',
    EVENTS_PATH,
  ]) {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const { status, headers, body } = await getJson(origin + path, { method })
      expect([path, status]).toEqual([path, 405])
      expect(headers.get('Allow')).toBe('GET, HEAD, OPTIONS')
      expect(body).toMatchObject({ statusCode: 405, error: 'Method Not Allowed' })
    }
  }
})

test('an unknown route gets a 404 in the usual format', async () => {
  const origin = await startService()
  for (const path of ['/runes/v1/blocks', '/metadata/v2/ft/x', '/.env', '/explorer/v1/nothing']) {
    const { status, body } = await getJson(origin + path)
    expect(status).toBe(404)
    expect(body).toEqual({ statusCode: 404, error: 'Not Found', message: expect.any(String) })
  }
})

test('no request causes a 500', async () => {
  const origin = await startService()
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.constantFrom('%', '%00', '%ff', '../..', "' OR 1=1 --", '0x', '\u0000', 'a'.repeat(3000)),
    fc.nat().map(String),
  )
  const path = fc.oneof(
    text.map((part) => `/metadata/v1/ft/${encode(part)}`),
    text.map((part) => `/runes/v1/transactions/${encode(part)}/activity`),
    text.map((part) => `/runes/v1/blocks/${encode(part)}/activity`),
    text.map((part) => `/explorer/v1/search?q=${encode(part)}`),
    text.map((part) => `/explorer/v1/runes/${encode(part)}/movements`),
    text.map((part) => `/explorer/v1/outputs/${encode(part)}`),
    text.map((part) => `/explorer/v1/names/${encode(part)}`),
    text.map((part) => `/explorer/v1/blocks/${BLOCK}/movements?text=${encode(part)}`),
    fc.tuple(text, text).map(([a, b]) => `${ACTIVITY}&offset=${encode(a)}&x=${encode(b)}`),
    text.map((part) => `${TOKEN}?locale=${encode(part)}`),
  )
  await fc.assert(
    fc.asyncProperty(path, async (path) => {
      const response = await fetch(origin + path)
      expect(response.status).toBeLessThan(500)
      const body = await response.text()
      expect(body).not.toMatch(/sqlite|SELECT |\bat .*\.ts/i)
      expect(() => JSON.parse(body)).not.toThrow()
    }),
    { numRuns: 300 },
  )
})

/** Leaves some texts unencoded, including malformed escapes. */
function encode(text: string): string {
  return text.startsWith('%') || text.startsWith('.') ? text : encodeURIComponent(text)
}

const SECURITY = {
  'content-security-policy': expect.stringContaining("default-src 'none'"),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
}

test('every response has the security headers, whatever its status', async () => {
  const origin = await startService({ pages: 'server-rendered' })
  for (const [path, method, status] of [
    [ABOUT, 'GET', 200],
    ['/', 'GET', 200],
    ['/favicon.svg', 'GET', 200],
    ['/health', 'GET', 200],
    ['/metrics', 'GET', 200],
    [EVENTS_PATH, 'HEAD', 200],
    ['/explorer/v1/blocks.csv', 'GET', 200],
    ['/BLOCK/840002', 'GET', 301],
    ['/runes/v1/blocks/x/activity', 'GET', 400],
    ['/nowhere', 'GET', 404],
    [ABOUT, 'POST', 405],
    [`${ABOUT}?${'x'.repeat(9000)}`, 'GET', 414],
  ] as const) {
    const response = await fetch(origin + path, { method, redirect: 'manual' })
    expect([path.slice(0, 40), response.status]).toEqual([path.slice(0, 40), status])
    expect(Object.fromEntries(response.headers)).toMatchObject(SECURITY)
  }
})

test('a URL over 8 kB gets a 414 and headers over 16 kB a 431 in the usual format', async () => {
  const origin = await startService()
  for (const [path, headers, status] of [
    [`${ABOUT}?x=${'x'.repeat(8200)}`, {}, 414],
    [`${ABOUT}?x=${'x'.repeat(40_000)}`, {}, 414],
    [ABOUT, { 'X-Large': 'x'.repeat(17_000) }, 431],
  ] as const) {
    const refused = await getJson(origin + path, { headers })
    expect(refused.status).toBe(status)
    expect(refused.body).toMatchObject({ statusCode: status, message: expect.any(String) })
    expect(Object.fromEntries(refused.headers)).toMatchObject(SECURITY)
  }
  expect((await fetch(`${origin}${ABOUT}?x=${'x'.repeat(8000)}`)).status).toBe(200)
})

test('pages of any origin may read the API and the headers that they need', async () => {
  const origin = await startService()
  for (const path of [
    ABOUT,
    '/runes/v1/blocks/x/activity',
    '/nowhere',
    `/metadata/v1/ft/${LONGCOIN}`,
    '/health',
    '/health/live',
  ]) {
    const { headers } = await fetch(origin + path, { headers: { Origin: 'https://other.example' } })
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(headers.get('Access-Control-Expose-Headers')).toMatch(/ETag.*Retry-After.*RateLimit/)
  }
  for (const path of ['/runes/blocks/1/activity', '/compat/runes/v1/', '/health']) {
    const { headers } = await fetch(origin + path, { method: 'OPTIONS' })
    expect(headers.get('Access-Control-Allow-Methods')).toBe('GET,HEAD')
    expect(headers.get('Access-Control-Max-Age')).toBe('86400')
  }
})

test('an unexpected error is a 500 that is logged with its stack, and other requests are served', async () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => lines.push(line) })
  const fetchOrFail = async (request: Request) => {
    if (request.url.endsWith('/broken')) throw new Error('a simulated bug')
    return new Response('fine')
  }
  const origin = await listen(fetchOrFail, { logger })
  const failed = await getJson(`${origin}/broken`)
  expect(failed.status).toBe(500)
  expect(JSON.stringify(failed.body)).not.toContain('bug')
  expect(await (await fetch(origin)).text()).toBe('fine')
  expect(JSON.parse(lines.join(''))).toMatchObject({
    level: 'error',
    error: { message: 'a simulated bug', stack: expect.stringContaining('httpSemantics.test.ts') },
  })
})

test('the two public APIs have the same responses without their version, also for browsers', async () => {
  const origin = await startService({ pages: 'server-rendered' })
  for (const path of [
    `/runes/v1/blocks/${BLOCK}/activity?limit=7&offset=30`,
    `/runes/v1/transactions/${TX}/activity?operation_type=mint`,
    '/runes/v1/blocks/latest/activity',
    `/runes/v1/etchings/${RUNE}`,
    `/runes/v1/etchings/${RUNE}/holders.csv`,
    `/metadata/v1/ft/${LONGCOIN}`,
    '/metadata/v1/ft?symbol=LONG&limit=1',
    '/metadata/v1/ft/longcoin',
  ].flatMap((path) => [path, `/compat${path}`])) {
    const [one, other] = await Promise.all(
      [path, path.replace('/v1', '')].map((path) =>
        fetch(origin + path, { headers: { Accept: 'text/html' }, redirect: 'error' }),
      ),
    )
    expect([path, other?.status, await other?.text()]).toEqual([
      path,
      one?.status,
      await one?.text(),
    ])
    for (const name of ['Content-Type', 'ETag', 'Cache-Tag', 'Access-Control-Allow-Origin']) {
      expect(other?.headers.get(name), name).toBe(one?.headers.get(name))
    }
  }
  const { headers } = await fetch(`${origin}/runes`, { headers: { Accept: 'text/html' } })
  expect(headers.get('Content-Type')).toContain('text/html')
})
