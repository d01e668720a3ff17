import { expect, test } from 'vitest'
import { countWrite, readMeta } from '../../src/database/meta.ts'
import { watchFollower } from '../../src/following/watchFollower.ts'
import { openEvents } from '../support/openEvents.ts'
import { bundledData } from '../support/servedData.ts'
import { startFollowingTokens } from '../support/stacks/followTokens.ts'
import { TestStacksNode } from '../support/stacks/simulatedStacksNode.ts'
import { vmAnswers } from '../support/stacks/vmAnswers.ts'
import { getJson, hastyClock, startService } from '../support/startService.ts'
import { databaseWith } from '../support/tokens/databases.ts'
import { LONGCOIN } from '../support/tokens/snapshotTokens.ts'

const [CONTRACT] = vmAnswers()

/** A service in the process of the follower of tokens, and one that shares its database only. */
async function startBoth(
  node: TestStacksNode,
  index: 'bundled' | 'none' = 'bundled',
  monotonicMs = hastyClock(),
) {
  const { store } = await databaseWith()
  const candidates = CONTRACT === undefined ? [] : [CONTRACT.principal]
  const watch = watchFollower()
  const url = await node.serve()
  const following = startFollowingTokens({ store, url, candidates, onEvent: watch.note })
  const shared = bundledData()
  const data = {
    ...shared,
    databases: { tokens: store, runes: index === 'none' ? store : shared.databases.runes },
  }
  const origins = await Promise.all(
    [{ ...data, ownTokenFollower: watch.read }, data].map((it) =>
      startService({
        data: it,
        settings: { STACKS_NODE_URL: url },
        pages: 'server-rendered',
        monotonicMs,
      }),
    ),
  )
  return { following, origins, store }
}

test('health, about, status and metrics say what the follower of tokens does', async () => {
  const node = new TestStacksNode()
  if (CONTRACT !== undefined) node.add(CONTRACT)
  const { following, origins } = await startBoth(node)
  await following.untilRead()
  for (const origin of origins) {
    const health = async () => (await getJson(`${origin}/health`)).body
    expect(await health()).toMatchObject({
      status: 'ready',
      parts: { tokens: 'ready' },
      stacks_block_height: node.height,
      token_follower: { state: 'following' },
    })
    const about = (await getJson(`${origin}/explorer/v1/about`)).body
    expect(about.tokens).toMatchObject({
      total: 1,
      network: 'mainnet',
      follower: { state: 'following' },
    })
    expect(about.tokens.snapshot_date).toBeUndefined()
    const tip = { block_height: node.height, index_block_hash: `0x${node.tipId}` }
    for (const form of ['', '/compat']) {
      expect((await getJson(`${origin}${form}/metadata/v1/`)).body.chain_tip).toEqual(tip)
    }
    const metrics = await (await fetch(`${origin}/metrics`)).text()
    expect(metrics).toContain('cairn_token_follower_state{state="following"} 1')
    expect(metrics).toContain(`cairn_stacks_block_height ${node.height}`)
  }
})

test('the page about the index has the newest Stacks block, as the status of the token API', async () => {
  const node = new TestStacksNode()
  if (CONTRACT !== undefined) node.add(CONTRACT)
  const { following, origins } = await startBoth(node)
  await following.untilRead()
  for (const origin of origins) {
    const page = async () =>
      (await fetch(`${origin}/about`, { headers: { Accept: 'text/html' } })).text()
    const shown = async () => /stacks\.block_height[^>]*>([\d,]+)</.exec(await page())?.[1]
    expect(await shown()).toBe(node.height.toLocaleString('en'))
    node.height += 7
    const status = async () => (await getJson(`${origin}/metadata/v1/`)).body.chain_tip.block_height
    await expect.poll(status, { timeout: 5000 }).toBe(node.height)
    expect(await shown()).toBe(node.height.toLocaleString('en'))
  }
})

test('without an index of runes, readers are told at once what the follower of tokens does', async () => {
  const node = new TestStacksNode()
  if (CONTRACT !== undefined) node.add(CONTRACT)
  const { following, origins } = await startBoth(node, 'none')
  await following.untilRead()
  const streams = await Promise.all(origins.map((origin) => openEvents(origin)))
  for (const { nextOf } of streams) {
    expect(JSON.parse((await nextOf('ping'))?.data ?? '{}').token_follower).toEqual({
      state: 'following',
    })
  }
  node.intercept = () => new Response('', { status: 503 })
  await following.until((event) => event.kind === 'waiting')
  const waiting = { state: 'waiting', reason: 'node-busy' }
  const begin = performance.now()
  for (const { nextOf } of streams) {
    expect(JSON.parse((await nextOf('ping'))?.data ?? '{}').token_follower).toEqual(waiting)
  }
  // Unchanged, it is told again every 15 seconds.
  expect(performance.now() - begin).toBeLessThan(5000)
})

test('events tell that tokens have changed, every ten seconds at most', async () => {
  const node = new TestStacksNode()
  if (CONTRACT !== undefined) node.add(CONTRACT)
  let now = 0
  const { following, origins, store } = await startBoth(node, 'bundled', () => now)
  await following.untilRead()
  const streams = await Promise.all(origins.map((origin) => openEvents(origin)))
  const writes = async () => Number((await readMeta(store, 'tokens'))?.get('writes'))
  const told = async ({ nextOf }: (typeof streams)[number]) =>
    JSON.parse((await nextOf('tokens'))?.data ?? '{}')
  for (const stream of streams) expect(await told(stream)).toEqual({ writes: await writes() })
  for (const origin of origins) {
    now += 5000
    await countWrite(store.query, 'tokens')
    // A new stream begins with what all others are told.
    expect(await told(await openEvents(origin))).toEqual({ writes: await writes() })
  }
  now += 5000
  for (const stream of streams) expect(await told(stream)).toEqual({ writes: await writes() })
})

test('a node that fails degrades the tokens, which are served, and readers are told', async () => {
  const node = new TestStacksNode()
  if (CONTRACT !== undefined) node.add(CONTRACT)
  const { following, origins } = await startBoth(node)
  await following.untilRead()
  const streams = await Promise.all(origins.map((origin) => openEvents(origin)))
  node.intercept = () => new Response('', { status: 503 })
  await following.until((event) => event.kind === 'waiting')
  const waiting = { state: 'waiting', reason: 'node-busy' }
  for (const { next } of streams) {
    const told = async () => JSON.parse((await next())?.data ?? '{}').token_follower
    await expect.poll(told).toEqual(waiting)
  }
  for (const origin of origins) {
    await expect
      .poll(async () => (await getJson(`${origin}/health`)).body.token_follower)
      .toMatchObject(waiting)
    const { status, body } = await getJson(`${origin}/health`)
    expect([status, body.parts.tokens]).toEqual([200, 'degraded'])
    expect((await getJson(`${origin}/explorer/v1/about`)).body.tokens.follower).toEqual(waiting)
    expect((await getJson(`${origin}/metadata/v1/ft/${CONTRACT?.principal}`)).status).toBe(200)
  }
})

test('before the node was reached, the tokens are those that Cairn brings', async () => {
  const shared = bundledData()
  const origin = await startService({
    data: shared,
    settings: { STACKS_NODE_URL: 'http://127.0.0.1:9' },
  })
  expect((await getJson(`${origin}/health`)).body.parts.tokens).toBe('degraded')
  expect((await getJson(`${origin}/metadata/v1/`)).body.chain_tip).toBeNull()
  expect((await getJson(`${origin}/metadata/v1/ft/${LONGCOIN}`)).body.name).toBe('LONGcoin')
})
