import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getJson, startService } from '../support/startService.ts'

const BLOCK = '/runes/v1/blocks/849250/activity?limit=100'
const SAMPLE = '/metadata/v1/ft/ST000000000000000000002AMW42H.cairn-sample-localized'
const POSITION =
  '/explorer/v1/transactions/1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b/place'

test('an unchanged response is revalidated with a 304', async () => {
  const origin = await startService()
  for (const path of [BLOCK, SAMPLE, `${SAMPLE}?locale=ar`, '/explorer/v1/about', POSITION]) {
    const first = await fetch(origin + path)
    const etag = first.headers.get('ETag')
    expect(etag).toBeTruthy()
    await first.text()
    const again = await fetch(origin + path, { headers: { 'If-None-Match': etag ?? '' } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    for (const name of ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers', 'Vary']) {
      expect(again.headers.get(name), name).toBe(first.headers.get(name))
    }
  }
})

test('responses are compressed if the client accepts it', async () => {
  const origin = await startService()
  const response = await fetch(origin + BLOCK, { headers: { 'Accept-Encoding': 'gzip' } })
  expect(response.headers.get('Content-Encoding')).toBe('gzip')
  expect((await response.json()).results).toHaveLength(100)
})

test('HEAD returns the same status and type as GET, without a body', async () => {
  const origin = await startService()
  for (const path of [BLOCK, SAMPLE, '/runes/v1/blocks/x/activity']) {
    const [head, get] = [await fetch(origin + path, { method: 'HEAD' }), await fetch(origin + path)]
    expect(head.status).toBe(get.status)
    expect(head.headers.get('Content-Type')).toBe(get.headers.get('Content-Type'))
    expect(await head.text()).toBe('')
  }
})

test('other methods get a 405 that lists the allowed ones', async () => {
  const origin = await startService({ pages: 'server-rendered' })
  for (const path of [BLOCK, '/health', '/metrics', '/sitemap.xml', '/openapi.json', '/block/1']) {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const { status, headers, body } = await getJson(origin, path, { method })
      expect([path, status]).toEqual([path, 405])
      expect(headers.get('Allow')).toBe('GET, HEAD, OPTIONS')
      expect(body).toMatchObject({ statusCode: 405, error: 'Method Not Allowed' })
    }
  }
})

test('an unknown route gets a 404 in the usual format', async () => {
  const origin = await startService()
  for (const path of ['/runes/v1/blocks', '/metadata/v2/ft/x', '/.env', '/explorer/v1/nothing']) {
    const { status, body } = await getJson(origin, path)
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
    text.map((part) => `/explorer/v1/blocks/${encode(part)}/neighbours`),
    text.map((part) => `/explorer/v1/transactions/${encode(part)}/place`),
    fc.tuple(text, text).map(([a, b]) => `${BLOCK}&offset=${encode(a)}&x=${encode(b)}`),
    text.map((part) => `${SAMPLE}?locale=${encode(part)}`),
  )
  await fc.assert(
    fc.asyncProperty(path, async (path) => {
      const response = await fetch(origin + path)
      expect(response.status).toBeLessThan(500)
      const body = await response.text()
      expect(body).not.toMatch(/sqlite|SELECT |\bat .*\.ts/i)
      expect(() => JSON.parse(body)).not.toThrow()
    }),
    { numRuns: 400 },
  )
})

/** Leaves some texts unencoded, including malformed escapes. */
function encode(text: string): string {
  return text.startsWith('%') || text.startsWith('.') ? text : encodeURIComponent(text)
}
