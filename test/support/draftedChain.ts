import { RandomChain } from './randomChain.ts'

const [SEED, BLOCKS, TRANSACTIONS] = [11, 30, 20]

/** A random chain, and transactions for its next block that its node does not have yet. */
export function createDraftedChain() {
  const chain = new RandomChain(SEED, new Map())
  for (let block = 0; block < BLOCKS; block++) chain.mine()
  let transactions = chain.draft()
  while (transactions.length < TRANSACTIONS) {
    chain.mine()
    transactions = chain.draft()
  }
  return { node: chain.node, transactions }
}
