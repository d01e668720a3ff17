import { expect, vi } from 'vitest'
import { readMeta } from '../../../src/database/meta.ts'
import { coinbaseOf } from '../../../src/demo/encodeStacksTransaction.ts'
import { blockAfter, type ServedBlock } from '../../../src/demo/stacksBlocks.ts'
import { databaseWith } from '../tokens/databases.ts'
import { startFollowingTokens } from './followTokens.ts'
import type { TestStacksNode } from './simulatedStacksNode.ts'

/** Mines a block on the newest one, or on another one, which the node leaves its branch for. */
export function mine(
  node: TestStacksNode,
  transactions: Uint8Array[] = [],
  { on = node.blocks.at(-1), tenure }: { on?: ServedBlock | undefined; tenure?: number } = {},
): ServedBlock {
  const height = (on?.height ?? 0) + 1
  node.leftBlocks.push(...node.blocks.filter((block) => block.height >= height))
  const salt = coinbaseOf(node.leftBlocks.length * 1_000_000 + height)
  const content = { transactions: [salt, ...transactions], ...(tenure && { tenure }) }
  const block = blockAfter(on, content)
  node.blocks = [...node.blocks.filter((one) => one.height < height), block]
  node.height = height
  return block
}

/** Makes a contract tell this supply. */
export function setSupply(node: TestStacksNode, principal: string, supply: number): void {
  const contract = node.contracts.get(principal)
  const hex = `0x0701${supply.toString(16).padStart(32, '0')}`
  if (contract) contract.answers.total_supply = { hex }
}

/** A follower of the blocks of a node. */
export async function followChain(node: TestStacksNode) {
  const { settings, store } = await databaseWith()
  const url = await node.serve()
  const following = startFollowingTokens({ store, url })
  /** Resolves when it has followed the newest block and read what is due. */
  const followed = () =>
    vi.waitFor(
      async () => {
        const tip = (await readMeta(store, 'tokens'))?.get('tip')
        expect(tip).toBe(`${node.height} ${node.tipId}`)
        const due = 'SELECT count(*) AS due FROM token_tasks WHERE due_at <= $1'
        expect(await store.query(due, [Math.floor(Date.now() / 1000)])).toEqual([{ due: 0 }])
      },
      { timeout: 10_000, interval: 10 },
    )
  await followed()
  return { settings, store, url, following, followed }
}
