import type { Block, Transaction } from '../bitcoin/block.ts'
import type { SpentOutput } from '../bitcoin/node.ts'
import type { NodeReader } from './nodeReader.ts'
import type { CommitmentReader } from './readChain.ts'

/** A block with more etchings of names is asked for as a whole: one huge response instead of many. */
const MAX_SINGLE_CALLS = 20

/** Reads the outputs that a block's etchings spend from the node. */
export function createCommitmentReader(node: NodeReader, block: Block): CommitmentReader {
  const { hash, transactions } = block
  if (transactions.filter(etchesName).length <= MAX_SINGLE_CALLS) {
    return ({ txid }) => node.spentOutputs(txid, hash)
  }
  let reading: Promise<Map<string, SpentOutput>> | undefined
  return () => {
    reading ??= node.blockSpentOutputs(hash)
    return reading
  }
}

function etchesName({ runestone }: Transaction): boolean {
  if (runestone === undefined) return false
  return (runestone.kind === 'cenotaph' ? runestone.rune : runestone.etching?.rune) !== undefined
}
