import { describe, expect, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { readExampleRequests } from '../support/exampleRequests.ts'
import { createDeepNode, createShortChain } from '../support/indexFollower.ts'
import { isThorough } from '../support/isThorough.ts'
import { type FollowedData, followNode } from '../support/servedData.ts'
import { getJson, hastyClock, startService } from '../support/startService.ts'

const BLOCKS = '/explorer/v1/blocks'

async function readTip(origin: string, path = BLOCKS): Promise<number> {
  return (await getJson(origin + path)).body.results[0].block_height
}

/** The same data; what is read of the index reaches the service only when `deliver` allows it. */
function delivering(data: FollowedData, deliver: () => Promise<void>): FollowedData {
  const { runes } = data.databases
  const readTransaction: Database['readTransaction'] = async (work) => {
    const result = await runes.readTransaction(work)
    await deliver()
    return result
  }
  return { ...data, databases: { ...data.databases, runes: { ...runes, readTransaction } } }
}

test('once an answer was sent, no cached one is older, even if the service has not noticed the new block', async () => {
  const node = createShortChain()
  const data = await followNode(node)
  // The clock stands still, so the newest block is not looked up again.
  const origin = await startService({ data, monotonicMs: () => 0 })
  expect(await readTip(origin)).toBe(node.tip.height)
  const { height } = node.mine()
  await data.following.untilTip()
  expect(await readTip(origin)).toBe(height - 1)
  expect(await readTip(origin, `${BLOCKS}?limit=2`)).toBe(height)
  expect(await readTip(origin)).toBe(height)
  expect((await getJson(`${origin}/explorer/v1/about`)).body.tip.block_height).toBe(height)
  expect((await getJson(`${origin}/runes/v1/`)).body.block_height).toBe(height)
})

test('a slow answer is read again if a newer one was sent meanwhile', async () => {
  const node = createShortChain()
  const data = await followNode(node)
  let [isHeld, hold, release] = [true, () => {}, () => {}]
  const held = new Promise<void>((resolve) => {
    hold = resolve
  })
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const origin = await startService({
    data: delivering(data, async () => {
      if (!isHeld) return
      isHeld = false
      hold()
      await released
    }),
  })
  const slow = readTip(origin)
  await held
  const { height } = node.mine()
  await data.following.untilTip()
  expect(await readTip(origin, `${BLOCKS}?limit=2`)).toBe(height)
  release()
  expect(await slow).toBe(height)
})

describe('a replica that is behind', () => {
  /** A service whose database is a write behind for as many reads as the test says. */
  async function startBehind() {
    let [reads, now] = [0, 0]
    const origin = await startService({
      monotonicMs: () => now,
      wrap: (database) => ({
        ...database,
        query: async (sql, parameters) => {
          const rows = await database.query(sql, parameters)
          if (!/AS writes\s+FROM blocks/.test(sql) || reads === 0) return rows
          reads -= 1
          return rows.map((row) => ({ ...row, writes: Number(row.writes) - 1 }))
        },
      }),
    })
    return {
      origin,
      fallBehind: (count: number) => {
        reads = count
      },
      pass: (ms: number) => {
        now += ms
      },
    }
  }

  test('is asked again', async () => {
    const { origin, fallBehind } = await startBehind()
    const { status } = await getJson(origin + BLOCKS)
    fallBehind(1)
    expect([status, (await getJson(`${origin}${BLOCKS}?limit=2`)).status]).toEqual([200, 200])
  })

  test('gets a 503, while what was sent before is sent again; after ten seconds it counts', async () => {
    const { origin, fallBehind, pass } = await startBehind()
    const first = await getJson(origin + BLOCKS)
    fallBehind(Number.POSITIVE_INFINITY)
    const refused = await getJson(`${origin}${BLOCKS}?limit=2`)
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '1'])
    pass(1000)
    expect((await getJson(origin + BLOCKS)).body).toEqual(first.body)
    pass(10_000)
    await getJson(origin + BLOCKS)
    expect((await getJson(`${origin}${BLOCKS}?limit=2`)).status).toBe(200)
  })
})

/** What a service says about a path, in a form that is the same for all services. */
async function readAll(origin: string, paths: string[]): Promise<Record<string, string>> {
  const texts: [string, string][] = []
  for (const path of paths) {
    const accept =
      path.startsWith('/explorer') || path.startsWith('/runes/v1') ? '*/*' : 'text/html'
    const response = await fetch(origin + path, { headers: { Accept: accept }, redirect: 'manual' })
    texts.push([path, `${response.status} ${(await response.text()).replaceAll(origin, '')}`])
  }
  return Object.fromEntries(texts)
}

test('after a reorganisation, nothing old is left in the caches, pages included', async () => {
  const node = isThorough() ? createDeepNode() : createShortChain()
  const data = await followNode(node)
  const start = () => startService({ data, monotonicMs: hastyClock(), pages: 'server-rendered' })
  const origin = await start()
  for (const depth of isThorough() ? [1, 101, 199] : [1, 50]) {
    const requests = await readExampleRequests(origin)
    const heights = [0, 49, 50, 100, 198, 199].flatMap((below) =>
      below > node.tip.height ? [] : [node.tip.height - below],
    )
    const paths = [
      ...requests.map(({ path }) => path).filter((path) => !/^\/(metadata|health)/.test(path)),
      ...heights.flatMap((height) => [
        `${BLOCKS}/${height}`,
        `/runes/v1/blocks/${height}/activity`,
      ]),
      ...['/', '/blocks', '/runes', '/about', '/sitemap.xml', '/sitemaps/runes.xml'],
      `/block/${heights[0]}`,
    ]
    const before = await readAll(origin, paths)
    node.invalidate(node.tip.height - depth + 1)
    for (let block = 0; block <= depth; block++) node.mine()
    await data.following.untilTip()
    const after = await readAll(origin, paths)
    expect(after).toEqual(await readAll(await start(), paths))
    expect(after[`${BLOCKS}/${heights[0]}`]).not.toBe(before[`${BLOCKS}/${heights[0]}`])
  }
}, 240_000)
