import type { Block, Outpoint } from '../bitcoin/block.ts'
import type { BitcoinNode } from '../bitcoin/node.ts'
import { etchedName } from '../bitcoin/runestone.ts'
import { type Commitment, committingInputs } from './rules.ts'

/** A block with more etchings that need it is asked for as a whole: one huge response instead of many. */
const MAX_SINGLE_CALLS = 20

/** Reads the spent outputs that may commit to the names that a block etches. The node reads them from disk. */
export async function readCommitments(
  node: BitcoinNode,
  { hash, transactions }: Block,
): Promise<Map<Outpoint, Commitment>> {
  const etchings = transactions.flatMap((transaction) => {
    const name = etchedName(transaction.runestone)
    const outpoints = name === undefined ? [] : committingInputs(transaction, name)
    return outpoints.length === 0 ? [] : [{ txid: transaction.txid, outpoints }]
  })
  const spent =
    etchings.length > MAX_SINGLE_CALLS
      ? [await node.blockSpentOutputs(hash)]
      : await Promise.all(etchings.map(({ txid }) => node.spentOutputs(txid, hash)))
  const commitments = new Map<Outpoint, Commitment>()
  for (const outpoint of etchings.flatMap(({ outpoints }) => outpoints)) {
    const output = spent.find((outputs) => outputs.has(outpoint))?.get(outpoint)
    if (output !== undefined) commitments.set(outpoint, output)
  }
  return commitments
}
