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

test('a new or replaced block is visible everywhere after two seconds', async () => {
  const databaseUrl = await emptyDatabase()
  const writer = await openWriter(databaseUrl)
  const old = { height: 900_000, hash: `00000000${'a'.repeat(56)}`, records: 30 }
  await writer.add(old)
  let seconds = 0
  const clock = () => seconds * 1000
  const origin = await startService({ databaseUrl, pages: 'server-rendered', clock })

  async function readAll(height: number) {
    const page = await fetch(`${origin}/block/${height}`, { headers: { Accept: 'text/html' } })
    return {
      activity: (await getJson(origin, `/runes/v1/blocks/${height}/activity`)).body.total,
      page: /([\d,]+) records?/.exec(await page.text())?.[1],
      newest: (await getJson(origin, '/explorer/v1/about')).body.highest_block_height,
      next: (await getJson(origin, '/explorer/v1/blocks/900000/neighbours')).body.next,
      found: (await getJson(origin, `/explorer/v1/search?q=${height}`)).body.results[0]?.id,
    }
  }

  expect(await readAll(900_000)).toMatchObject({ activity: 30, page: '30', newest: 900_000 })
  await readAll(900_001)
  await writer.add({ height: 900_001, hash: `00000000${'b'.repeat(56)}`, records: 40 })
  seconds += 2
  const added = { activity: 40, page: '40', newest: 900_001, next: 900_001, found: '900001' }
  expect(await readAll(900_001)).toEqual(added)
  await writer.replace({ height: 900_001, hash: `00000000${'c'.repeat(56)}`, records: 50 })
  seconds += 2
  expect(await readAll(900_001)).toEqual({ ...added, activity: 50, page: '50' })
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
    clock: () => seconds * 1000,
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

test('error responses at the path of a page are not cached and have a Vary header', async () => {
  const origin = await startService({ pages: 'server-rendered' })
  const init = { headers: { Accept: 'application/json' } }
  for (const [path, status] of [
    ['/block/849250?limit=5000', 400],
    ['/nowhere', 404],
  ] as const) {
    const refused = await getJson(origin, path, init)
    expect(refused.status).toBe(status)
    expect(refused.headers.get('Vary')).toContain('Accept')
    expect(refused.headers.get('Cache-Control')).toBe('no-store')
  }
})

test('the build manifest is not public', async () => {
  const origin = await startService({ pages: 'server-rendered' })
  const headers = { Accept: 'application/json' }
  expect((await fetch(`${origin}/.vite/manifest.json`, { headers })).status).toBe(404)
})

/** A promise and the function that resolves it. */
function createDeferred(): [Promise<void>, () => void] {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return [released, release]
}
