import { expect, onTestFinished, test, vi } from 'vitest'
import { errorResponse, type ServeOptions } from '../../src/demo/serveRpc.ts'
import type { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { watchFollower } from '../../src/following/watchFollower.ts'
import { createDeepNode, createShortChain, replaceBlocks } from '../support/indexFollower.ts'
import { openEvents } from '../support/openEvents.ts'
import { type FollowedData, followNode } from '../support/servedData.ts'
import { getJson, hastyClock, startService } from '../support/startService.ts'

const ABOUT = '/explorer/v1/about'

/** A service in the process of the follower, and one that shares its database only. */
async function startBoth(data: FollowedData) {
  const { ownFollower: _, ...shared } = data
  return Promise.all(
    [data, shared].map((it) => startService({ data: it, monotonicMs: hastyClock() })),
  )
}

async function startFollowing(node: SimulatedNode, serving: ServeOptions = {}) {
  const data = await followNode(node, { serving })
  return { data, origins: await startBoth(data) }
}

const changeNetwork: ServeOptions['intercept'] = async ({ method }, respond) => {
  if (method !== 'getblockchaininfo') return respond()
  const { result } = await respond().json()
  return Response.json({ result: { ...result, chain: 'signet' }, error: null })
}

type Fault = (node: SimulatedNode, serving: ServeOptions) => void

const FAULTS: [reason: string, state: string, fault: Fault][] = [
  [
    'pruned',
    'waiting',
    (node) => {
      for (let blocks = 0; blocks < 20; blocks++) node.mine()
      node.pruneHeight = node.tip.height - 3
    },
  ],
  [
    'other-network',
    'waiting',
    (_, serving) => {
      serving.intercept = changeNetwork
    },
  ],
  [
    'node-refuses',
    'waiting',
    (_, serving) => {
      Object.assign(serving, { user: 'cairn', password: 'changed' })
    },
  ],
  [
    'node-warming-up',
    'waiting',
    (_, serving) => {
      serving.intercept = () => errorResponse(-28, 'Loading block index…')
    },
  ],
  ['too-deep', 'stopped', (node) => replaceBlocks(node, 201)],
]

test.each(FAULTS)('%s: health, the page data, metrics and events say so', async (...fault) => {
  const [reason, state, begin] = fault
  const serving: ServeOptions = {}
  const node = reason === 'too-deep' ? createDeepNode() : createShortChain()
  const { data, origins } = await startFollowing(node, serving)
  const [origin = ''] = origins
  const { next } = await openEvents(origin)
  await next()
  expect(JSON.parse((await next())?.data)).toEqual({
    is_live: true,
    follower: { state: 'following' },
  })
  for (const origin of origins) {
    expect((await getJson(origin + ABOUT)).body).toMatchObject({ is_live: true })
  }
  begin(node, serving)
  if (state === 'waiting') await data.following.next('waiting')
  else await data.following.ended.catch(() => {})
  expect(JSON.parse((await next())?.data)).toEqual({ is_live: false, follower: { state, reason } })
  for (const origin of origins) {
    const health = () => getJson(`${origin}/health`)
    await expect.poll(async () => (await health()).body.follower?.reason).toBe(reason)
    const { status, body } = await health()
    expect([status, body.status, body.parts.follower]).toEqual([200, 'ready', 'degraded'])
    expect(body.follower).toEqual({ state, reason, heartbeat_age: expect.any(Number) })
    expect(body.blocks_behind).toBe(reason === 'pruned' ? 20 : undefined)
    const about = (await getJson(origin + ABOUT)).body
    expect(about).toMatchObject({ is_live: false, follower: { state, reason } })
    expect(JSON.stringify([body, about])).not.toMatch(/127\.0\.0\.1|password|cookie/)
    const metrics = await (await fetch(`${origin}/metrics`)).text()
    expect(metrics).toContain(`\ncairn_follower_state{state="${state}"} 1`)
    expect(metrics).toContain('\ncairn_follower_state{state="following"} 0')
  }
})

test('a heartbeat older than 30 seconds is degraded, and the height of the node unknown', async () => {
  const { data, origins } = await startFollowing(createShortChain())
  await data.following.stop()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  for (const [seconds, part, follower] of [
    [20, 'ready', { state: 'following' }],
    [60, 'degraded', { state: 'stopped', reason: 'no-heartbeat' }],
  ] as const) {
    vi.setSystemTime(Date.now() + seconds * 1000)
    for (const origin of origins) {
      const { status, body } = await getJson(`${origin}/health`)
      expect([status, body.parts.follower]).toEqual([200, part])
      expect(body.follower).toMatchObject(follower)
      expect(body.follower.heartbeat_age).toBeGreaterThanOrEqual(seconds)
      expect(body.blocks_behind).toBe(part === 'ready' ? 0 : undefined)
      expect((await getJson(origin + ABOUT)).body).toMatchObject({ is_live: part === 'ready' })
    }
  }
})

test('while nothing happens, a heartbeat comes every five seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { origins } = await startFollowing(createShortChain())
  vi.advanceTimersByTime(60_000)
  for (const origin of origins) {
    await expect
      .poll(async () => (await getJson(`${origin}/health`)).body.follower.heartbeat_age)
      .toBeLessThanOrEqual(5)
  }
})

test('a follower of another process takes over from one that has stopped', async () => {
  const node = createShortChain()
  const data = await followNode(node)
  const watch = watchFollower()
  watch.note({ kind: 'stopped', reason: 'too-deep', sentence: 'Rebuild the index.' })
  const own = { data: { ...data, ownFollower: watch.read }, monotonicMs: hastyClock() }
  const origin = await startService(own)
  const read = async () => (await getJson(`${origin}/health`)).body.follower
  expect(await read()).toMatchObject({ state: 'stopped', reason: 'too-deep' })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2000 })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  node.mine()
  await expect.poll(read).toMatchObject({ state: 'following' })
})

test('the progress of a large block is shown as long as it is written', async () => {
  const data = await followNode(createShortChain())
  const watch = watchFollower()
  watch.note({ kind: 'status', status: { state: 'following', node_height: 60, heartbeat: 1 } })
  watch.note({ kind: 'large-block', height: 60, transactions: 2, of: 9, records: 70_000 })
  const origin = await startService({
    data: { ...data, ownFollower: watch.read },
    monotonicMs: hastyClock(),
  })
  const read = async () => (await getJson(`${origin}/health`)).body
  expect(await read()).toMatchObject({
    parts: { follower: 'ready' },
    large_block: { block_height: 60, transactions: 2, of: 9, records: 70_000 },
  })
  watch.note({ kind: 'block', height: 61 })
  expect(await read()).not.toHaveProperty('large_block')
})

test.each([
  [2, true],
  [3, false],
])('an index that lacks %i blocks: live is %s', async (missing, isLive) => {
  const node = createShortChain()
  const serving: ServeOptions = {}
  const { data, origins } = await startFollowing(node, serving)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  serving.intercept = async ({ method }, respond) => {
    if (method === 'rest/block') await released
    return respond()
  }
  for (let blocks = 0; blocks < missing; blocks++) node.mine()
  for (const origin of origins) {
    await expect
      .poll(async () => (await getJson(`${origin}/health`)).body.blocks_behind)
      .toBe(missing)
    expect((await getJson(origin + ABOUT)).body.is_live).toBe(isLive)
  }
  release()
  await data.following.untilTip()
  for (const origin of origins) {
    expect((await getJson(origin + ABOUT)).body.is_live).toBe(true)
  }
})
