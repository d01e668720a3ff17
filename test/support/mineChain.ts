import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { type BuiltChain, buildChain } from './ordCases.ts'

/** A node of regtest with these blocks, and the ids of the transactions by their labels. */
export function mineBlocks(blocks: Parameters<typeof buildChain>[0]['blocks']) {
  const chain = buildChain({ network: 'regtest', firstHeight: 0, blocks })
  return { node: mineChain(chain), txids: chain.txids }
}

/** A node that has a chain. */
export function mineChain({ network, firstHeight, blocks }: BuiltChain): SimulatedNode {
  const node = new SimulatedNode({ network, firstHeight })
  for (const { coinbase, transactions } of blocks.slice(1)) {
    node.mine(transactions, { coinbaseOutputs: coinbase.outputs })
  }
  return node
}
