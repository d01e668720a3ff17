import { expect, test } from 'vitest'
import { createLogger } from '../../src/service/observability/logger.ts'
import { getJson, listen, startService } from '../support/startService.ts'

const ABOUT = '/explorer/v1/about'

const SECURITY = {
  'content-security-policy': expect.stringContaining("default-src 'none'"),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

test('a URL over 8 kB gets a 414 and headers over 16 kB a 431 in the usual format', async () => {
  const origin = await startService()
  const long = await getJson(origin, `${ABOUT}?x=${'x'.repeat(8200)}`)
  expect([long.status, long.body]).toEqual([
    414,
    { statusCode: 414, error: 'URI Too Long', message: expect.stringContaining('8 kB') },
  ])
  for (const [path, headers, status] of [
    [ABOUT, { 'X-Large': 'x'.repeat(17_000) }, 431],
    [`${ABOUT}?x=${'x'.repeat(40_000)}`, {}, 414],
  ] as const) {
    const refused = await getJson(origin, path, { headers })
    expect(refused.status).toBe(status)
    expect(refused.body).toMatchObject({ statusCode: status, message: expect.any(String) })
    expect(Object.fromEntries(refused.headers)).toMatchObject(SECURITY)
  }
  expect((await fetch(`${origin}${ABOUT}?x=${'x'.repeat(8000)}`)).status).toBe(200)
})

test('every response has the security headers, whatever its status', async () => {
  const origin = await startService()
  for (const [path, method, status] of [
    [ABOUT, 'GET', 200],
    ['/health', 'GET', 200],
    ['/metrics', 'GET', 200],
    ['/runes/v1/blocks/x/activity', 'GET', 400],
    ['/nowhere', 'GET', 404],
    [ABOUT, 'POST', 405],
    [`${ABOUT}?${'x'.repeat(9000)}`, 'GET', 414],
  ] as const) {
    const response = await fetch(origin + path, { method })
    expect([path.slice(0, 40), response.status]).toEqual([path.slice(0, 40), status])
    expect(Object.fromEntries(response.headers)).toMatchObject(SECURITY)
  }
})

test('CORS allows every origin and exposes the necessary headers', async () => {
  const origin = await startService()
  for (const path of [ABOUT, '/runes/v1/blocks/x/activity', '/nowhere']) {
    const { headers } = await fetch(origin + path, { headers: { Origin: 'https://other.example' } })
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(headers.get('Access-Control-Expose-Headers')).toMatch(/ETag.*Retry-After.*RateLimit/)
  }
})

test('an unexpected error is a 500, is logged with its stack, and does not affect other requests', async () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => lines.push(line) })
  const fetchOrFail = async (request: Request) => {
    if (request.url.endsWith('/broken')) throw new Error('a simulated bug')
    return new Response('fine')
  }
  const origin = await listen(fetchOrFail, { logger })
  const failed = await getJson(origin, '/broken')
  expect(failed.status).toBe(500)
  expect(JSON.stringify(failed.body)).not.toContain('bug')
  expect(await (await fetch(origin)).text()).toBe('fine')
  expect(JSON.parse(lines.join(''))).toMatchObject({
    level: 'error',
    error: {
      message: 'a simulated bug',
      stack: expect.stringContaining('securityHeaders.test.ts'),
    },
  })
})
