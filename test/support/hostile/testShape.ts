import { expect } from 'vitest'
import type { Store } from '../../../src/database/database.ts'
import { SimulatedNode } from '../../../src/demo/simulatedNode.ts'
import { verifyIndex } from '../../../src/indexer/verifyIndex.ts'
import { serve, startFollowing } from '../indexFollower.ts'
import { readIndexTables } from '../indexTables.ts'
import { expectBalanced } from '../model/expectBalanced.ts'
import { addBlocks, modelOf } from '../model/models.ts'
import { compareHoldings } from './compareHoldings.ts'
import { expectTables } from './expectTables.ts'
import { Holdings } from './holdings.ts'
import { hostileLimits } from './limits.ts'
import type { Shape } from './shape.ts'

/**
 * Follows a chain into a hostile block, whose rows must all be those of the model; then out of it, by a
 * reorganisation, after which nothing of it is left; and into it again.
 */
export async function testShape({ build }: Shape, scale: number, store: Store): Promise<void> {
  const node = new SimulatedNode()
  const { transactions, ...options } = build(node, scale)
  const limits = hostileLimits(scale)
  const { url } = await serve(node)
  const following = startFollowing({ node, url, store, limits: limits.follower })
  await following.untilTip()
  const before = await readIndexTables(store)

  for (const times of ['first', 'again']) {
    node.mine(transactions, options)
    await following.untilTip()
    const ledger = modelOf(node, new Map(), limits.ledger)
    if (times === 'first') expectBalanced(ledger)
    await expectTables(store, ledger)
    const holdings = new Holdings(node.network)
    addBlocks(holdings, node)
    expect(await compareHoldings(store, holdings)).toEqual([])
    expect(await verifyIndex(store)).toBe(0)
    if (times === 'again') break
    node.invalidate(node.tip.height)
    node.mine()
    await following.untilTip()
    await expectTables(store, modelOf(node, new Map(), limits.ledger))
    expect(await readIndexTables(store)).toMatchObject(withoutBlocks(before))
  }
  await following.stop()
}

/** The tables that an empty block does not change. */
function withoutBlocks({
  ledger,
  txs,
  addresses,
  outputs,
  balances,
  rune_days,
  rune_blocks,
}: Awaited<ReturnType<typeof readIndexTables>>) {
  return { ledger, txs, addresses, outputs, balances, rune_days, rune_blocks }
}
