import { expect, test } from 'vitest'
import { readResponse } from '../support/responses.ts'
import { startMirror } from '../support/startMirror.ts'
import { getJson } from '../support/startService.ts'
import { startUpstream } from '../support/startUpstream.ts'

const LONGCOIN = '/metadata/v1/ft/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
const BLOCK = '/runes/v1/blocks/849250/activity'
const BAD_GATEWAY = () => new Response('<h1>Bad gateway</h1>', { status: 502 })

async function readHealth(origin: string) {
  return (await getJson(origin, '/health')).body
}

/** The values of a metric by its labels. */
async function readMetric(origin: string, name: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const lines = text.matchAll(new RegExp(`^${name}{(.*)} (\\S+)$`, 'gm'))
  return Object.fromEntries([...lines].map(([, labels, value]) => [labels, Number(value)]))
}

const LAST_RESPONSE = 'cairn_upstream_last_response_timestamp_seconds'

test('health and metrics report failures of the upstream service', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin)
  expect(await readHealth(mirror.origin)).not.toHaveProperty('upstream_age')
  mirror.shiftWallClock(-1000)
  const before = Date.now() / 1000 - 1000
  await readResponse(mirror.origin, LONGCOIN)
  expect((await readHealth(mirror.origin)).parts.upstream).toBe('ready')
  source.respondWith(BAD_GATEWAY)
  await readResponse(mirror.origin, BLOCK)
  const { parts, upstream_age } = await readHealth(mirror.origin)
  expect(parts.upstream).toBe('degraded')
  expect(upstream_age).toBeGreaterThanOrEqual(1000)
  const times = await readMetric(mirror.origin, LAST_RESPONSE)
  expect(Object.keys(times)).toEqual(['upstream="tokens"', 'upstream="runes"'])
  for (const time of Object.values(times)) expect(Math.abs(time - before)).toBeLessThan(60)
  expect(await readMetric(mirror.origin, 'cairn_upstream_duration_seconds_count')).toEqual({
    'upstream="tokens",outcome="succeeded"': 1,
    'upstream="runes",outcome="unavailable"': 1,
  })
})

test('health and metrics report two upstream services separately', async () => {
  const [tokens, runes] = [await startUpstream(), await startUpstream()]
  const mirror = await startMirror(tokens.origin, { upstream: { runesUrl: runes.origin } })
  runes.respondWith(BAD_GATEWAY)
  for (const path of [LONGCOIN, BLOCK]) await readResponse(mirror.origin, path)
  const health = await readHealth(mirror.origin)
  expect(health.parts).toEqual({
    database: 'ready',
    upstream: 'degraded',
    upstream_tokens: 'ready',
    upstream_runes: 'degraded',
  })
  expect(health.upstream_tokens_age).toBe(health.upstream_age)
  expect(health).not.toHaveProperty('upstream_runes_age')
  const times = await readMetric(mirror.origin, LAST_RESPONSE)
  expect(Object.keys(times)).toEqual(['upstream="tokens"'])
})

test('health reports only the upstream service that is set', async () => {
  const source = await startUpstream()
  const mirror = await startMirror(source.origin, { upstream: { tokensUrl: undefined } })
  await readResponse(mirror.origin, BLOCK)
  const { parts, ...ages } = await readHealth(mirror.origin)
  expect(parts).toEqual({ database: 'ready', upstream: 'ready', upstream_runes: 'ready' })
  expect(ages).toHaveProperty('upstream_runes_age')
  expect(ages).not.toHaveProperty('upstream_tokens_age')
})
