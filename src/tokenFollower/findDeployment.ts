import pLimit from 'p-limit'
import type { StacksNode, StacksTip } from '../stacks/node.ts'
import { StacksNodeError } from '../stacks/stacksConnection.ts'
import type { StacksTransaction } from '../stacks/transaction.ts'
import { OldBlocks } from './oldBlocks.ts'

/** Where a contract was deployed. A block from before Nakamoto has no time. */
export type Deployment = {
  height: number
  found: { txId: string; blockId: string; timestamp: number | undefined } | undefined
}

type Block = {
  id: string
  height: number
  timestamp: number | undefined
  transactions: StacksTransaction[]
}

/** Finds the transactions that deployed contracts. Every method throws StacksNodeError. */
export class DeploymentFinder {
  readonly #node: StacksNode
  /** What two readings need is read once. */
  readonly #one = pLimit(1)
  #old: OldBlocks | undefined

  constructor(node: StacksNode) {
    this.#node = node
  }

  /** Without `found` if no block of the node has it; undefined if the node does not know the contract. */
  async find(principal: string, tip: StacksTip): Promise<Deployment | undefined> {
    const published = await this.#node.publishHeight(principal, tip)
    if (published === undefined) return
    for (const height of [published, published - 1, published + 1]) {
      if (height < 1 || height > tip.height) continue
      const block = await this.#readBlock(height, tip)
      // A deployment that failed may come before the one that did not.
      const transaction = block?.transactions.findLast((one) => isDeployment(one, principal))
      if (block === undefined || transaction === undefined) continue
      const { id: blockId, timestamp } = block
      return { height, found: { txId: transaction.txId, blockId, timestamp } }
    }
    return { height: published, found: undefined }
  }

  async #readBlock(height: number, tip: StacksTip): Promise<Block | undefined> {
    const old = await this.#one(() => this.#oldBlocks(tip))
    const isOld = height <= old.height
    const block = isOld
      ? await this.#readOldBlock(await this.#one(() => old.idAt(height)))
      : await this.#node.nakamotoBlock(height, tip)
    if (block !== undefined && block.height !== height) throw otherBlock()
    return block
  }

  /** The transactions of the microblocks before a block were executed with it. */
  async #readOldBlock(id: string | undefined): Promise<Block | undefined> {
    const block = id === undefined ? undefined : await this.#node.oldBlock(id)
    if (id === undefined || block === undefined) return
    const { header, transactions } = block
    const before =
      header.microblock === undefined ? [] : await this.#node.microblocks(id, header.microblock)
    const all = [...(before ?? []), ...transactions]
    return { id, height: header.height, timestamp: undefined, transactions: all }
  }

  async #oldBlocks(tip: StacksTip): Promise<OldBlocks> {
    this.#old ??= await findOldBlocks(this.#node, tip)
    return this.#old
  }
}

function isDeployment({ origin, deploys }: StacksTransaction, principal: string): boolean {
  return deploys !== undefined && `${origin}.${deploys}` === principal
}

/** The blocks below the first Nakamoto block, which is found by bisection. */
async function findOldBlocks(node: StacksNode, tip: StacksTip): Promise<OldBlocks> {
  let [missing, first] = [0, await node.nakamotoBlock(tip.height, tip)]
  if (first === undefined) throw new StacksNodeError('contract', NO_BLOCKS)
  while (first.height - missing > 1) {
    const middle: number = Math.floor((missing + first.height) / 2)
    const block = await node.nakamotoBlock(middle, tip)
    if (block === undefined) missing = middle
    else if (block.height !== middle) throw otherBlock()
    else first = block
  }
  return new OldBlocks(node, { id: first.parentId, height: first.height - 1 })
}

const NO_BLOCKS =
  'The Stacks node does not serve its newest block by height: deployments need a node of version 3.0.0.0.3 or later.'

function otherBlock(): StacksNodeError {
  return new StacksNodeError('contract', 'The Stacks node sent the block of another height.')
}
