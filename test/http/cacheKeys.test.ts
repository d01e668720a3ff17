import { expect, test } from 'vitest'
import { openWriter } from '../support/ledgerBlocks.ts'
import { emptyDatabase } from '../support/ownDatabase.ts'
import { requestWithHost } from '../support/requestWithHost.ts'
import { getJson, startService } from '../support/startService.ts'

const BLOCK = '/runes/v1/blocks/849250/activity'

/** A value reported by `/metrics`. */
async function metric(origin: string, series: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  return Number(metrics.split(`\n${series} `)[1]?.split('\n')[0])
}

test('requests that differ only in the identifier’s form, defaults or unknown parameters share a cached response', async () => {
  const origin = await startService()
  const hash = '000000000000000000013805b86c3d36697de1ca1fdab24edce264298fb7fcf3'
  for (const path of [
    BLOCK,
    `${BLOCK}?limit=20`,
    `${BLOCK}?offset=0&limit=20`,
    `${BLOCK}?utm_source=x&offset=0`,
    '/runes/v1/blocks/0849250/activity',
  ]) {
    expect((await fetch(origin + path)).status).toBe(200)
  }
  expect(await metric(origin, 'cairn_cache_entries')).toBe(1)
  for (const form of [hash, `0x${hash}`, hash.toUpperCase()]) {
    expect((await fetch(`${origin}/runes/v1/blocks/${form}/activity`)).status).toBe(200)
  }
  expect(await metric(origin, 'cairn_cache_entries')).toBe(2)
})

test('requests with many unknown parameters, hosts and searches do not evict cached responses', async () => {
  const origin = await startService({ pages: 'server-rendered' })
  const accept = { headers: { Accept: 'text/html' } }
  await fetch(`${origin}/block/849250`, accept)
  await fetch(`${origin}/block/849250`, { headers: { Accept: 'application/json' } })
  // A search without results says what the service has.
  await fetch(`${origin}/search?q=nothing-at-all`, accept)
  const entries = await metric(origin, 'cairn_cache_entries')
  for (let index = 0; index < 20; index++) {
    await fetch(`${origin}/block/849250?x=${index}`, accept)
    await fetch(`${origin}/search?q=nothing-${index}`, accept)
    const host = `host-${index}.example`
    await requestWithHost(origin, '/block/849250', { host })
    await requestWithHost(origin, '/block/849250', { host, accept: 'application/json' })
  }
  expect(await metric(origin, 'cairn_cache_entries')).toBe(entries)
})

test('a page for an unknown host contains that host and is not served to other clients', async () => {
  const origin = await startService({ pages: 'server-rendered' })
  const other = await requestWithHost(origin, '/block/849250', { host: 'other.example' })
  expect(other).toContain('href="http://other.example/block/849250"')
  const page = await fetch(`${origin}/block/849250`, { headers: { Accept: 'text/html' } })
  expect(await page.text()).not.toContain('other.example')
})

test('a page is not cached with data that is older than its cache key', async () => {
  const databaseUrl = await emptyDatabase()
  const writer = await openWriter(databaseUrl)
  await writer.add({ height: 900_000, hash: `00000000${'a'.repeat(56)}`, records: 30 })
  const [released, release] = createDeferred()
  let isHeld = true
  let heldReads = 0
  let seconds = 0
  const origin = await startService({
    databaseUrl,
    pages: 'server-rendered',
    monotonicMs: () => seconds * 1000,
    wrap: (database) => ({
      ...database,
      query: async (sql, parameters) => {
        const rows = await database.query(sql, parameters)
        if (!isHeld || !sql.includes('AS next')) return rows
        heldReads += 1
        await released
        return rows
      },
    }),
  })
  const neighbours = '/explorer/v1/blocks/900000/neighbours'
  const slow = fetch(origin + neighbours)
  await expect.poll(() => heldReads).toBe(1)
  isHeld = false
  await writer.add({ height: 900_001, hash: `00000000${'b'.repeat(56)}`, records: 40 })
  seconds += 2
  const readPage = async () =>
    (await fetch(`${origin}/block/900000`, { headers: { Accept: 'text/html' } })).text()
  const first = readPage()
  // The page must not wait for queries that started before the block was added.
  await expect.poll(async () => (await getJson(origin, neighbours)).body.next).toBe(900_001)
  release()
  await slow
  expect(await first).toContain('/block/900001')
  expect(await readPage()).toContain('/block/900001')
})

/** A promise and the function that resolves it. */
function createDeferred(): [Promise<void>, () => void] {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return [released, release]
}
