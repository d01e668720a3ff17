import type { Block, Outpoint } from '../bitcoin/block.ts'
import type { BitcoinNode, SpentOutput } from '../bitcoin/node.ts'
import { etchedName } from '../bitcoin/runestone.ts'
import { committingInputs } from './rules.ts'

/** A block with more etchings that need it is asked for as a whole: one huge response instead of many. */
const MAX_SINGLE_CALLS = 20

/** Reads the spent outputs that may commit to the names that a block etches. The node reads them from disk. */
export async function readCommitments(
  node: BitcoinNode,
  { hash, transactions }: Block,
): Promise<Map<Outpoint, SpentOutput>> {
  const etchings = transactions.flatMap((transaction) => {
    const name = etchedName(transaction.runestone)
    // A coinbase spends nothing.
    if (name === undefined || transaction.index === 0) return []
    const outpoints = new Set(committingInputs(transaction, name))
    return outpoints.size === 0 ? [] : [{ txid: transaction.txid, outpoints }]
  })
  if (etchings.length > MAX_SINGLE_CALLS) {
    const outpoints = new Set(etchings.flatMap(({ outpoints }) => [...outpoints]))
    return node.blockSpentOutputs(outpoints, hash)
  }
  const spent = etchings.map(({ txid, outpoints }) =>
    node.spentOutputs(outpoints, { txid, blockHash: hash }),
  )
  return new Map((await Promise.all(spent)).flatMap((outputs) => [...outputs]))
}
