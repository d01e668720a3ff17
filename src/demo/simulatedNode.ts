import type { NetworkName } from '../bitcoin/networks.ts'
import { encodeBlock } from './encodeBlock.ts'
import {
  COINBASE_INPUT,
  encodeTransaction,
  type NewTransaction,
  txidOf,
} from './encodeTransaction.ts'
import { witnessKeyScript } from './scripts.ts'

type SimulatedNodeOptions = {
  network?: NetworkName
  /** The height of the first block, which the node has from the start. It has no transaction but the coinbase. */
  firstHeight?: number
  /** Unix seconds. */
  firstTimestamp?: number
}

type MineOptions = {
  /** Unix seconds; ten minutes after the block before if it is left out. */
  timestamp?: number | undefined
  coinbaseOutputs?: NewTransaction['outputs'] | undefined
}

/** Hashes are hex, as they are shown. The first transaction is the coinbase. */
export type MinedBlock = {
  height: number
  hash: string
  parent: string
  timestamp: number
  bytes: Buffer<ArrayBuffer>
  txids: string[]
  transactions: MinedTransaction[]
}

/** `spent` are the outputs that the inputs spend, none of a coinbase. */
type MinedTransaction = { transaction: NewTransaction; spent: CreatedOutput[] }

export type CreatedOutput = { script: Uint8Array; value: number; height: number }

const BLOCK_INTERVAL_SECONDS = 600
const SUBSIDY_SATOSHIS = 5_000_000_000

/**
 * A Bitcoin node in memory, for tests and the demo. Its blocks and transactions are real bytes, but it
 * checks nothing: no proof of work, no signatures, no amounts, no double spends. An input may spend an
 * output that never was; the node tells of it as an empty script at height 0.
 */
export class SimulatedNode {
  readonly network: NetworkName
  readonly firstHeight: number
  /** Blocks below are gone, as on a node that prunes. */
  pruneHeight: number | undefined
  readonly #chain: MinedBlock[] = []
  /** Those of removed branches too, as on a real node. */
  readonly #blocks = new Map<string, MinedBlock>()
  /** The transactions of the best chain. */
  readonly #transactions = new Map<string, { transaction: NewTransaction; height: number }>()
  readonly #mempool = new Map<string, NewTransaction>()
  readonly #feeRates = new Map<string, number>()
  readonly #seenAt = new Map<string, number>()
  #minedBlocks = 0

  constructor(options: SimulatedNodeOptions = {}) {
    const { network = 'regtest', firstHeight = 0, firstTimestamp = 1_700_000_000 } = options
    this.network = network
    this.firstHeight = firstHeight
    this.mine([], { timestamp: firstTimestamp })
  }

  /** The newest block. */
  get tip(): MinedBlock {
    const block = this.#chain.at(-1)
    if (block === undefined) throw new Error('A chain has at least one block.')
    return block
  }

  /** The block of the best chain at a height. */
  blockAt(height: number): MinedBlock | undefined {
    return this.#chain[height - this.firstHeight]
  }

  /** A block of the best chain or of a branch that was removed. */
  findBlock(hash: string): MinedBlock | undefined {
    return this.#blocks.get(hash)
  }

  /** An output of the best chain, spent or not. */
  findOutput({ txid, vout }: { txid: string; vout: number }): CreatedOutput | undefined {
    const found = this.#transactions.get(txid)
    const output = found?.transaction.outputs[vout]
    return found && output && { ...output, height: found.height }
  }

  /** Adds a block with these transactions, which leave the mempool. No two blocks have the same hash. */
  mine(transactions: NewTransaction[] = [], options: MineOptions = {}): MinedBlock {
    const parent = this.#chain.at(-1)
    const height = parent === undefined ? this.firstHeight : parent.height + 1
    const { timestamp = (parent?.timestamp ?? 0) + BLOCK_INTERVAL_SECONDS } = options
    const all = [this.#coinbase(options.coinbaseOutputs), ...transactions]
    const txids = all.map(txidOf)
    const mined = all.map((transaction, index) => {
      // A transaction may spend outputs of those before it in the block.
      this.#transactions.set(txids[index] ?? '', { transaction, height })
      this.#mempool.delete(txids[index] ?? '')
      return { transaction, spent: index === 0 ? [] : this.#spentBy(transaction) }
    })
    const header = { parent: parent?.hash ?? '0'.repeat(64), timestamp }
    const encoded = encodeBlock({ ...header, transactions: all.map(encodeTransaction), txids })
    const block = { ...header, ...encoded, height, txids, transactions: mined }
    this.#chain.push(block)
    this.#blocks.set(block.hash, block)
    return block
  }

  /** The lock time counts blocks, so that no two coinbases are equal, on different branches either. */
  #coinbase(outputs: NewTransaction['outputs'] | undefined): NewTransaction {
    return {
      inputs: [COINBASE_INPUT],
      outputs: outputs ?? [{ script: witnessKeyScript('miner'), value: SUBSIDY_SATOSHIS }],
      lockTime: this.#minedBlocks++,
    }
  }

  #spentBy({ inputs }: NewTransaction): CreatedOutput[] {
    return inputs.map(
      (input) => this.findOutput(input) ?? { script: new Uint8Array(), value: 0, height: 0 },
    )
  }

  /**
   * Removes the blocks from a height on, which must not be the first, and returns them. Their
   * transactions do not return to the mempool.
   */
  invalidate(height: number): MinedBlock[] {
    if (height <= this.firstHeight) throw new RangeError('The first block cannot be removed.')
    const removed = this.#chain.splice(height - this.firstHeight)
    for (const txid of removed.flatMap(({ txids }) => txids)) this.#transactions.delete(txid)
    return removed
  }

  /** `feeRate` is in satoshis a byte. Returns the id of the transaction. */
  addToMempool(transaction: NewTransaction, feeRate = 1): string {
    const txid = txidOf(transaction)
    this.#mempool.set(txid, transaction)
    this.#feeRates.set(txid, feeRate)
    this.#seenAt.set(txid, Math.floor(Date.now() / 1000))
    return txid
  }

  /** Removes a transaction from the mempool, and all that spend from it, as a replacement by fee does. */
  removeFromMempool(txid: string): void {
    if (!this.#mempool.delete(txid)) return
    for (const [other, { inputs }] of this.#mempool) {
      if (inputs.some((input) => input.txid === txid)) this.removeFromMempool(other)
    }
  }

  /** The transactions that wait for a block, by id. */
  get mempool(): ReadonlyMap<string, NewTransaction> {
    return this.#mempool
  }

  /** When a transaction came into the mempool, in Unix seconds. */
  seenAt(txid: string): number {
    return this.#seenAt.get(txid) ?? 0
  }

  /** What a transaction pays, in satoshis a byte: 1 if it never waited for a block. */
  feeRateOf(txid: string): number {
    return this.#feeRates.get(txid) ?? 1
  }
}
