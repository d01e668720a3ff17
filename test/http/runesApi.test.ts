import { expect, test } from 'vitest'
import { openWriter } from '../support/ledgerBlocks.ts'
import { emptyDatabase } from '../support/ownDatabase.ts'
import { AIRDROP, BLOCK_HASH } from '../support/snapshotIds.ts'
import { getJson, startService } from '../support/startService.ts'

const PATHS = [
  '/blocks/849250/activity?limit=7&offset=30',
  `/blocks/0x${BLOCK_HASH.toUpperCase()}/activity?operation_type=mint`,
  `/transactions/${AIRDROP}/activity`,
  '/blocks/latest/activity',
  '/blocks/849250/activity?limit=0',
  '/',
]

test('the runes API has the same responses without its version, also for browsers', async () => {
  const origin = await startService({ pages: 'server-rendered' })
  for (const path of PATHS) {
    const [one, other] = await Promise.all(
      ['/runes/v1', '/runes'].map((prefix) =>
        fetch(origin + prefix + path, { headers: { Accept: 'text/html' }, redirect: 'error' }),
      ),
    )
    expect([other?.status, await other?.text()]).toEqual([one?.status, await one?.text()])
    for (const name of ['Content-Type', 'ETag', 'Cache-Tag', 'Access-Control-Allow-Origin']) {
      expect(other?.headers.get(name), name).toBe(one?.headers.get(name))
    }
  }
})

test('both forms of a path share a cache entry, the rate limit and preflights', async () => {
  const origin = await startService({ rateLimit: 4, monotonicMs: () => 0 })
  const path = '/blocks/849250/activity'
  const preflight = await fetch(`${origin}/runes${path}`, { method: 'OPTIONS' })
  expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(preflight.headers.get('Access-Control-Allow-Methods')).toBe('GET,HEAD')
  await fetch(`${origin}/runes/v1${path}`)
  const misses = await readMisses(origin)
  const { headers } = await fetch(`${origin}/runes${path}`, { method: 'HEAD' })
  expect(headers.get('RateLimit')).toBe('"default";r=1;t=60')
  expect(await readMisses(origin)).toBe(misses)
  expect((await fetch(`${origin}/runes${path}`)).status).toBe(429)
})

async function readMisses(origin: string): Promise<string | undefined> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  return metrics.split('cairn_cache_requests_total{result="miss"} ')[1]?.split('\n')[0]
}

test('the status has the newest block without samples, and follows it', async () => {
  const filled = await getJson(await startService(), '/runes/v1/')
  expect(filled.status).toBe(200)
  expect(filled.body).toEqual({
    server_version: 'cairn test',
    status: 'ready',
    block_height: 949_000,
  })

  const databaseUrl = await emptyDatabase()
  const origin = await startService({ databaseUrl })
  const read = async () => (await getJson(origin, '/runes/v1/')).body
  expect(await read()).toEqual({ server_version: 'cairn test', status: 'ready' })
  const writer = await openWriter(databaseUrl)
  for (const height of [850_000, 850_001]) {
    await writer.add({ height, hash: `${height}`.padStart(64, '0'), records: 3 })
    await expect.poll(async () => (await read()).block_height).toBe(height)
  }
  await writer.query('DELETE FROM ledger WHERE block_height = 850001', [])
  await expect.poll(async () => (await read()).block_height).toBe(850_000)
  expect((await getJson(origin, '/runes/v1')).body).toEqual(await read())
})

test('/runes without a slash belongs to the explorer', async () => {
  const origin = await startService({ pages: 'server-rendered' })
  const { headers } = await fetch(`${origin}/runes`, { headers: { Accept: 'text/html' } })
  expect(headers.get('Content-Type')).toContain('text/html')
})
