import { describe, expect, test } from 'vitest'
import { numberOf } from '../../src/database/database.ts'
import { errorResponse, type ServeOptions } from '../../src/demo/serveRpc.ts'
import { type MinedBlock, SimulatedNode } from '../../src/demo/simulatedNode.ts'
import {
  createDeepNode,
  createDemoChain,
  createDemoNode,
  createShortChain,
  indexAfresh,
  LAST_DEMO_BLOCK,
  newFile,
  openDemoIndex,
  openTemporary,
  readStatus,
  replaceBlocks,
  serve,
  startFollowing,
} from '../support/indexFollower.ts'
import { readIndexTables } from '../support/indexTables.ts'

describe('The follower', { timeout: 180_000 }, () => {
  test('catches up in one transaction or block by block, with the same result', async () => {
    const node = createDemoNode()
    const { url } = await serve(node)
    const began = performance.now()
    const together = await indexAfresh(node, url)
    const seconds = (performance.now() - began) / 1000
    const { length } = together.ledger
    console.log({
      blocksPerSecond: (LAST_DEMO_BLOCK + 1) / seconds,
      recordsPerSecond: length / seconds,
    })
    expect(together.blocks).toHaveLength(LAST_DEMO_BLOCK + 1)
    expect(length).toBeGreaterThan(4_000)
    expect(await indexAfresh(node, url, { maxPendingRows: 1 })).toEqual(together)
  })

  test('tells how far it is', async () => {
    const node = createDemoNode()
    const { url } = await serve(node)
    const store = openTemporary()
    const following = startFollowing({ node, url, store, limits: { progressMs: 1 } })
    const { height, target, blocksPerSecond } = await following.next('progress')
    expect(target).toBe(LAST_DEMO_BLOCK)
    expect(height).toBeLessThan(target)
    expect(blocksPerSecond).toBeGreaterThan(0)
    await following.untilTip()
    const progress = following.events.filter(({ kind }) => kind === 'progress')
    const second = { secondsLeft: expect.any(Number), records: expect.any(Number) }
    expect(progress[1]).toMatchObject(second)
    expect(await readStatus(store)).toMatchObject({ node_height: LAST_DEMO_BLOCK })
  })

  test('indexes each new block', async () => {
    const chain = createDemoChain()
    const { url } = await serve(chain.node)
    const { store } = await openDemoIndex()
    const following = startFollowing({ node: chain.node, url, store, limits: { pollMs: 400 } })
    await following.untilTip()
    const times: number[] = []
    for (let blocks = 0; blocks < 5; blocks++) {
      const mined = performance.now()
      chain.mineNext()
      await following.untilTip()
      times.push(Math.round(performance.now() - mined))
      const [row] = await store.query('SELECT max(height) AS height FROM blocks')
      expect(row && numberOf(row, 'height')).toBe(chain.node.tip.height)
      expect(await readStatus(store)).toMatchObject({ node_height: chain.node.tip.height })
    }
    console.log({ millisecondsFromBlockToRow: times })
    await following.stop()
    expect(await readIndexTables(store)).toEqual(await indexAfresh(chain.node, url))
  })

  test('waits for a node that is behind on the same chain', async () => {
    const node = createShortChain()
    const options: ServeOptions = {}
    const { url } = await serve(node, options)
    const store = openTemporary()
    const first = startFollowing({ node, url, store })
    await first.untilTip()
    await first.stop()
    const tables = await readIndexTables(store)
    options.intercept = ({ method, params }, respond) => {
      if (method === 'getblockchaininfo') return chainInfo(respond(), node.blockAt(20))
      const isMissing = method === 'getblockhash' && Number(params[0]) > 20
      return isMissing ? errorResponse(-8, 'Block height out of range') : respond()
    }
    const second = startFollowing({ node, url, store })
    expect(await second.next('waiting')).toMatchObject({
      sentence:
        'The Bitcoin node is behind the index, which is at block 59: waiting until it has caught up.',
    })
    delete options.intercept
    await second.untilTip()
    await second.stop()
    expect(second.events.map(({ kind }) => kind)).toEqual(['waiting', 'resumed', 'tip'])
    expect(await readIndexTables(store)).toEqual(tables)
  })

  test('waits until another follower of the same index has ended', async () => {
    const node = new SimulatedNode()
    const { url } = await serve(node)
    const file = newFile()
    const first = startFollowing({ node, url, store: openTemporary(file) })
    await first.untilTip()
    const second = startFollowing({ node, url, store: openTemporary(file) })
    expect((await second.next('waiting')).sentence).toMatch(
      'Another program is writing to this database.',
    )
    await first.stop()
    await second.untilTip()
    expect(second.events.filter(({ kind }) => kind === 'waiting')).toHaveLength(1)
  })

  test.each([
    ['took back a block', 'DELETE FROM blocks WHERE height = 3'],
    ['began to rebuild the index', 'DELETE FROM blocks'],
  ])('writes nothing if another program %s although the index is locked', async (_, statement) => {
    const node = new SimulatedNode()
    for (let blocks = 0; blocks < 3; blocks++) node.mine()
    const { url } = await serve(node)
    const file = newFile()
    const limits = { retryMs: 60_000 }
    const following = startFollowing({ node, url, store: openTemporary(file), limits })
    await following.untilTip()
    const other = openTemporary(file)
    await other.query(statement)
    const tables = await readIndexTables(other)
    node.mine()
    expect((await following.next('waiting')).sentence).toBe(
      'Another program wrote to the index: only one can follow at a time.',
    )
    expect(await readIndexTables(other)).toEqual(tables)
  })

  test('begins at the first block of runes on mainnet, and waits until the node has it', async () => {
    const node = new SimulatedNode({ network: 'main', firstHeight: 839_998 })
    const { url } = await serve(node)
    const store = openTemporary()
    const following = startFollowing({ node, url, store })
    expect(await following.next('waiting')).toMatchObject({
      sentence:
        'The Bitcoin node is still syncing: it has not reached block 840000, where runes begin.',
    })
    for (let blocks = 0; blocks < 4; blocks++) node.mine()
    await following.untilTip()
    const rows = await store.query('SELECT height FROM blocks ORDER BY height')
    expect(rows).toEqual([{ height: 840_000 }, { height: 840_001 }, { height: 840_002 }])
  })
})

describe('At a reorganisation, the follower', { timeout: 180_000 }, () => {
  test.each([1, 3, 200])('replaces %i blocks', async (depth) => {
    const node = depth === 200 ? createDeepNode() : createDemoNode()
    const { height } = node.tip
    const { url } = await serve(node)
    const { store } = await openDemoIndex()
    const following = startFollowing({ node, url, store })
    await following.untilTip()
    replaceBlocks(node, depth)
    expect(await following.next('reorganised')).toEqual({
      kind: 'reorganised',
      from: height,
      to: height + 1,
      ancestor: height - depth,
    })
    await following.untilTip()
    await following.stop()
    expect(await readIndexTables(store)).toEqual(await indexAfresh(node, url))
  })

  test('stops if it goes back by more than 200 blocks', async () => {
    const node = createDeepNode()
    const { url } = await serve(node)
    const { store } = await openDemoIndex()
    const following = startFollowing({ node, url, store })
    await following.untilTip()
    const tables = await readIndexTables(store)
    replaceBlocks(node, 201)
    await expect(following.ended).rejects.toThrow(TOO_DEEP)
    expect(await readIndexTables(store)).toEqual(tables)
  })

  test('stops if it lacks what would undo the blocks', async () => {
    const node = createShortChain()
    const { url } = await serve(node)
    const store = openTemporary()
    const following = startFollowing({ node, url, store })
    await following.untilTip()
    await store.query('DELETE FROM undo WHERE height = 55')
    replaceBlocks(node, 10)
    await expect(following.ended).rejects.toThrow(TOO_DEEP)
    expect(await readStatus(store)).toMatchObject({ state: 'stopped', reason: 'too-deep' })
  })

  test('changes to a shorter branch', async () => {
    const node = createShortChain()
    const { url } = await serve(node)
    const store = openTemporary()
    const following = startFollowing({ node, url, store })
    await following.untilTip()
    node.invalidate(50)
    node.mine()
    await following.untilTip()
    await following.stop()
    expect(await readIndexTables(store)).toEqual(await indexAfresh(node, url))
  })

  test('changes to a chain that has no block in common', async () => {
    const node = createShortChain()
    const other = new SimulatedNode()
    for (let blocks = 0; blocks < 100; blocks++) other.mine()
    const [first, second] = [await serve(other), await serve(node)]
    const store = openTemporary()
    const before = startFollowing({ node: other, url: first.url, store })
    await before.untilTip()
    await before.stop()
    const after = startFollowing({ node, url: second.url, store })
    expect(await after.next('reorganised')).toMatchObject({ from: 100, ancestor: -1 })
    await after.untilTip()
    await after.stop()
    expect(await readIndexTables(store)).toEqual(await indexAfresh(node, second.url))
  })

  test.each([
    ['with indexes', 2000],
    ['with keys in memory', 10],
  ])('leaves a branch that is replaced while it catches up %s', async (_, firstPassBlocks) => {
    const node = createDeepNode()
    const ancestor = node.tip.height - 199
    const { url } = await serve(node)
    const store = openTemporary()
    let isReplaced = false
    const following = startFollowing({
      node,
      url,
      store,
      limits: { progressMs: 1, maxPendingRows: 1000, firstPassBlocks },
      onEvent(event) {
        // Some of the blocks that are replaced must be indexed.
        if (isReplaced || event.kind !== 'progress' || event.height < ancestor + 60) return
        isReplaced = true
        replaceBlocks(node, 199)
      },
    })
    expect(await following.next('reorganised')).toMatchObject({ ancestor })
    await following.untilTip()
    await following.stop()
    expect(await readIndexTables(store)).toEqual(await indexAfresh(node, url))
  })
})

/** The response of a node whose newest block is another one. */
async function chainInfo(response: Response, newest: MinedBlock | undefined): Promise<Response> {
  const { result } = await response.json()
  const changed = { blocks: newest?.height, bestblockhash: newest?.hash }
  return Response.json({ result: { ...result, ...changed }, error: null })
}

const TOO_DEEP =
  'The chain of the Bitcoin node differs from the index by more than 200 blocks. Check that it is the right node. If it is, rebuild the index with: npm run index -- --rebuild'
