import { type Block, displayHash, type Outpoint, splitOutpoint } from '../bitcoin/block.ts'
import type { BitcoinNode } from '../bitcoin/node.ts'
import { NodeError } from '../bitcoin/nodeConnection.ts'
import { etchedName } from '../bitcoin/runestone.ts'
import type { SpentOutput } from '../bitcoin/spentOutputs.ts'
import { type Commitment, committingInputs, findCommitment } from './rules.ts'

/** A block that more calls are about is asked for as a whole: one huge response instead of many. */
const MAX_SINGLE_CALLS = 20

/**
 * Reads the spent outputs that may commit to the names that a block etches, and who paid for those that do. The node
 * reads them from disk.
 */
export async function readCommitments(
  node: BitcoinNode,
  { hash, height, transactions }: Block,
): Promise<Map<Outpoint, Commitment>> {
  const etchings = transactions.flatMap((transaction) => {
    const name = etchedName(transaction.runestone)
    // A coinbase spends nothing.
    if (name === undefined || transaction.index === 0) return []
    const outpoints = new Set(committingInputs(transaction, name))
    return outpoints.size === 0 ? [] : [{ transaction, name, outpoints }]
  })
  const asked = etchings.map(({ transaction: { txid }, outpoints }) => ({ txid, outpoints }))
  const commitments = new Map<Outpoint, Commitment>(await readSpent(node, hash, asked))
  const accepted = etchings.flatMap(
    ({ transaction, name }) => findCommitment(transaction, name, { height, commitments }) ?? [],
  )
  return addPayers(node, commitments, accepted)
}

async function readSpent(
  node: BitcoinNode,
  blockHash: string,
  asked: { txid: string; outpoints: Set<Outpoint> }[],
): Promise<Map<Outpoint, SpentOutput>> {
  if (asked.length > MAX_SINGLE_CALLS) {
    const outpoints = new Set(asked.flatMap(({ outpoints }) => [...outpoints]))
    return node.blockSpentOutputs(outpoints, blockHash)
  }
  const spent = asked.map(({ txid, outpoints }) =>
    node.spentOutputs(outpoints, { txid, blockHash }),
  )
  return new Map((await Promise.all(spent)).flatMap((outputs) => [...outputs]))
}

/** Adds the payers of some commitments to them. */
async function addPayers(
  node: BitcoinNode,
  commitments: Map<Outpoint, Commitment>,
  accepted: Outpoint[],
): Promise<Map<Outpoint, Commitment>> {
  const txids = new Map<number, Set<string>>()
  for (const outpoint of accepted) {
    const { height = 0 } = commitments.get(outpoint) ?? {}
    txids.set(height, (txids.get(height) ?? new Set()).add(txidOf(outpoint)))
  }
  const read = await Promise.all([...txids].map((entry) => readPayers(node, ...entry)))
  const payers = new Map(read.flatMap((some) => [...some]))
  for (const outpoint of accepted) {
    const commitment = commitments.get(outpoint)
    const payer = payers.get(txidOf(outpoint))
    if (commitment && payer) commitments.set(outpoint, { ...commitment, payer: payer.script })
  }
  return commitments
}

function txidOf(outpoint: Outpoint): string {
  return displayHash(splitOutpoint(outpoint).txid)
}

/** The first outputs that transactions of a block spend, by their ids. Of a block that the node deleted, there are none. */
async function readPayers(
  node: BitcoinNode,
  height: number,
  txids: Set<string>,
): Promise<Map<string, SpentOutput | undefined>> {
  const blockHash = await node.blockHash(height)
  if (blockHash === undefined) {
    // The block that spends them left the node's best chain meanwhile.
    throw new NodeError('not-found', `The Bitcoin node no longer has a block ${height}.`)
  }
  try {
    if (txids.size > MAX_SINGLE_CALLS) return await node.blockFirstSpentOutputs(txids, blockHash)
    const read = [...txids].map(async (txid) => {
      return [txid, await node.firstSpentOutput({ txid, blockHash })] as const
    })
    return new Map(await Promise.all(read))
  } catch (error) {
    if (error instanceof NodeError && error.kind === 'pruned') return new Map()
    throw error
  }
}
