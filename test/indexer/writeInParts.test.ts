import { describe, expect, test } from 'vitest'
import type { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import type { FollowLimits } from '../../src/indexer/follow.ts'
import {
  createDemoNode,
  indexAfresh,
  openTemporary,
  replaceBlocks,
  serve,
  startFollowing,
} from '../support/indexFollower.ts'
import { readIndexTables } from '../support/indexTables.ts'
import { RandomChain } from '../support/randomChain.ts'

/** Most blocks are written in parts, and many of their transactions rune by rune. */
const TINY = { maxSingleMoves: 1, blockRecords: 1, partRecords: 4 }
const WHOLE = { maxSingleMoves: 1, blockRecords: 1_000_000, partRecords: 1_000_000 }

describe('A block that is written in parts', () => {
  test('gives the same index as one that is written whole', async () => {
    const node = createRandomNode(35)
    expect(await tablesOf(node, TINY)).toEqual(await tablesOf(node, WHOLE))
  })

  test('gives the same index during the first pass', async () => {
    const node = createRandomNode(25)
    const tiny = await tablesOf(node, { ...TINY, firstPassBlocks: 5 })
    expect(tiny).toEqual(await tablesOf(node, WHOLE))
  })

  test('reads runes again that it has forgotten since their mint state was foretold', async () => {
    const node = createRandomNode(25, 1)
    const limits = { maxSingleMoves: 2, blockRecords: 3, partRecords: 2, firstPassBlocks: 5 }
    expect(await tablesOf(node, limits)).toEqual(
      await tablesOf(node, { ...WHOLE, maxSingleMoves: 2 }),
    )
  })

  test('is not written at all if the follower stops between two parts', async () => {
    const node = createDemoNode(35)
    const store = openTemporary()
    const { url } = await serve(node)
    const first = startFollowing({
      node,
      url,
      store,
      limits: TINY,
      onEvent: (event) => {
        if (event.kind === 'large-block' && event.transactions > 3) void first.stop()
      },
    })
    await first.ended
    const [row] = await store.query('SELECT max(height) AS height FROM blocks')
    const height = Number(row?.height)
    const [record] = await store.query(
      `SELECT count(*) AS records, max(next_record) AS next_record FROM ledger, blocks WHERE height = $1`,
      [height],
    )
    expect(height).toBeLessThan(node.tip.height)
    expect(record?.records).toBe(record?.next_record)

    const second = startFollowing({ node, url, store, limits: TINY })
    await second.untilTip()
    await second.stop()
    const { undo: _, ...tables } = await readIndexTables(store)
    expect(tables).toEqual(await tablesOf(node, WHOLE))
  })

  test('is taken back part by part', async () => {
    const node = createDemoNode(35)
    const store = openTemporary()
    const { url } = await serve(node)
    const following = startFollowing({ node, url, store, limits: TINY })
    await following.untilTip()
    expect(following.events.some(({ kind }) => kind === 'large-block')).toBe(true)
    replaceBlocks(node, 12)
    await following.untilTip()
    await following.stop()
    const { undo: _, ...tables } = await readIndexTables(store)
    expect(tables).toEqual(await tablesOf(node, WHOLE))
  })
})

function createRandomNode(blocks: number, seed = 11): SimulatedNode {
  const chain = new RandomChain(seed, new Map())
  for (let block = 0; block < blocks; block++) chain.mine()
  return chain.node
}

/** Without what undoes blocks, which is there for each part. */
async function tablesOf(node: SimulatedNode, limits: Partial<FollowLimits>) {
  const { url } = await serve(node)
  const { undo: _, ...tables } = await indexAfresh(node, url, limits)
  return tables
}
