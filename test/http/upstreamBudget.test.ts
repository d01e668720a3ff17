import { expect, test } from 'vitest'
import { createLogger } from '../../src/service/observability/logger.ts'
import { readCacheStatus, readResponse } from '../support/responses.ts'
import { runToExit } from '../support/startCairn.ts'
import { startMirror } from '../support/startMirror.ts'
import { startModifiedService } from '../support/startModifiedService.ts'
import { getJson, listen } from '../support/startService.ts'
import { startUpstream } from '../support/startUpstream.ts'

const LONGCOIN = '/metadata/v1/ft/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
const SAMPLE = '/metadata/v1/ft/ST000000000000000000002AMW42H.cairn-sample'
const BLOCK = '/runes/v1/blocks/849250/activity'
const SECRET = 'k3y-0f-the-operator'

function unknownToken(number: number): string {
  return `/metadata/v1/ft/SP000000000000000000002Q6VF78.not-a-token-${number}`
}

test('UPSTREAM_HEADERS are sent to the upstream service, but not to the target of a redirect', async () => {
  const received: Headers[] = []
  const elsewhere = await listen(({ headers }) => {
    received.push(headers)
    return Response.json({})
  })
  const source = await startUpstream()
  source.respondWith(({ headers }) => {
    received.push(headers)
    return new Response(null, { status: 307, headers: { Location: `${elsewhere}/` } })
  })
  const headers = { 'x-api-key': SECRET, 'X-Client': 'cairn' }
  const mirror = await startMirror(source.origin, { upstream: { headers } })
  await getJson(mirror.origin, LONGCOIN)
  expect(received).toHaveLength(1)
  expect(received[0]?.get('x-api-key')).toBe(SECRET)
  expect(received[0]?.get('x-client')).toBe('cairn')
  expect(received[0]?.get('accept')).toBe('application/json')
})

test('UPSTREAM_HEADERS are neither logged nor shown, even if the upstream service repeats them', async () => {
  const lines: string[] = []
  const logger = createLogger('debug', { write: (line) => lines.push(line) })
  const source = await startUpstream()
  const upstream = { headers: { 'x-api-key': SECRET } }
  const mirror = await startMirror(source.origin, { upstream, logger })
  for (const status of [400, 401, 404, 422, 429, 500]) {
    const message = `the key ${SECRET} has expired`
    source.respondWith(() => Response.json({ error: 'Refused', message }, { status }))
    const { body } = await getJson(mirror.origin, unknownToken(status))
    expect(body.message).toMatch(/the key … has expired$/)
    expect(JSON.stringify(body)).not.toContain(SECRET)
    mirror.advanceClock(60)
  }
  await source.stop()
  await getJson(mirror.origin, LONGCOIN)
  expect(lines.join('')).not.toContain(SECRET)
})

test.each([SECRET, `x-api-key: ${SECRET}\u0007`, `x api key: ${SECRET}`, `a: b; ${SECRET}`, ''])(
  'a malformed UPSTREAM_HEADERS is refused without printing it (%#)',
  async (value) => {
    const { code, output } = await runToExit({ UPSTREAM_HEADERS: value, PORT: '0' })
    expect(code).toBe(1)
    expect(output).toContain('UPSTREAM_HEADERS must be headers such as x-api-key: abc')
    expect(output).not.toContain(SECRET)
  },
)

test('beyond UPSTREAM_RATE, readers get stored responses or a 503 until the minute is over', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin, { upstream: { requestsPerMinute: 5 } })
  const before = await readResponse(mirror.origin, LONGCOIN)
  mirror.advanceClock(301)
  for (let number = 0; number < 5; number++) {
    expect((await getJson(mirror.origin, unknownToken(number))).status).toBe(404)
    mirror.advanceClock(2)
  }
  const { status, body, headers } = await getJson(mirror.origin, unknownToken(5))
  expect(status).toBe(503)
  expect(body.message).toContain('at most 5 requests a minute')
  expect(headers.get('Retry-After')).toBe('50')
  expect(await readResponse(mirror.origin, LONGCOIN)).toEqual(before)
  const stale = await fetch(mirror.origin + LONGCOIN)
  expect(Number(stale.headers.get('Age'))).toBeGreaterThan(300)
  expect(stale.headers.get('X-Cairn-Read-At')).not.toBeNull()
  expect(source.requests).toHaveLength(6)
  expect((await getJson(mirror.origin, '/health')).body.parts.upstream).toBe('ready')
  mirror.advanceClock(50)
  expect((await getJson(mirror.origin, unknownToken(5))).status).toBe(404)
  expect((await getJson(mirror.origin, unknownToken(6))).status).toBe(503)
})

test('refreshes leave a fifth of the budget to readers', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin, { upstream: { requestsPerMinute: 10 } })
  const stored = ['', '-hostile', '-localized', '-token-error', '-no-token', '-in-progress']
  const paths = [LONGCOIN, ...stored.slice(1).map((name) => SAMPLE + name), `${BLOCK}?limit=3`]
  const locales = ['en', 'de', 'ja'].map((locale) => `${SAMPLE}-localized?locale=${locale}`)
  for (const path of [...paths, ...locales]) await readResponse(mirror.origin, path)
  mirror.advanceClock(40 * 86_400)
  source.requests.length = 0
  for (const path of [...paths, ...locales]) await readResponse(mirror.origin, path)
  await expect.poll(() => source.requests.length).toBe(8)
  expect((await getJson(mirror.origin, unknownToken(1))).status).toBe(404)
  expect((await getJson(mirror.origin, unknownToken(2))).status).toBe(404)
  expect((await getJson(mirror.origin, unknownToken(3))).status).toBe(503)
  expect(source.requests).toHaveLength(10)
})

test('a page that needs more requests than the budget has ends where the budget ends', async () => {
  let requests = 0
  const source = await startModifiedService({
    changeSearch: (search) => {
      requests += 1
      if (Number(search.get('limit')) > 60) search.set('limit', 'refused')
    },
  })
  const mirror = await startMirror(source, { upstream: { requestsPerMinute: 4 } })
  const { body } = await getJson(mirror.origin, `${BLOCK}?limit=1000`)
  expect(requests).toBe(4)
  expect(body.total).toBe(4756)
  expect([body.limit, body.results.length]).toEqual([178, 178])
})

test('a stale token is sent at once and refreshed in the background', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin)
  const before = await readResponse(mirror.origin, LONGCOIN)
  mirror.advanceClock(301)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  source.respondWith(async () => {
    await released
    return Response.json({
      name: 'Renamed',
      sender_address: 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3',
    })
  })
  expect(await readResponse(mirror.origin, LONGCOIN)).toEqual(before)
  mirror.advanceClock(2)
  expect(await readCacheStatus(mirror.origin, LONGCOIN)).toMatchObject({
    how: 'hit',
    isStale: true,
  })
  release()
  await expect
    .poll(async () => {
      mirror.advanceClock(2)
      return (await getJson(mirror.origin, LONGCOIN)).body.name
    })
    .toBe('Renamed')
  expect(source.requests).toEqual([LONGCOIN, LONGCOIN])
})
