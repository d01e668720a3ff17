import { addressOf } from '../bitcoin/addresses.ts'
import {
  displayHash,
  hashBytes,
  type Outpoint,
  splitOutpoint,
  toOutpoint,
} from '../bitcoin/block.ts'
import type { DemoState } from './demoState.ts'
import type { Coin, RuneCoin } from './demoTransactions.ts'
import type { NewTransaction } from './encodeTransaction.ts'
import type { Random } from './random.ts'
import type { MinedBlock, SimulatedNode } from './simulatedNode.ts'
import { pickScript } from './wallets.ts'

/** In satoshis. */
const COIN_VALUE = 100_000
/** Coins are spent this many blocks after their own: deeper than any reorganisation of the demo. */
const MATURITY = 10
const PAYOUTS = 64
const MAX_COINS = 5000
const MAX_TRIES = 12

/** What the next transactions of the demo chain can spend. */
export class Unspent {
  readonly #node: SimulatedNode
  readonly #state: DemoState
  readonly #random: Random
  /** Outputs of coinbases, the oldest first. */
  #coins: (Coin & { height: number })[] = []
  /** Spent by transactions that are in no block yet. */
  readonly #reserved = new Set<Outpoint>()

  constructor(node: SimulatedNode, state: DemoState, random: Random) {
    this.#node = node
    this.#state = state
    this.#random = random
  }

  /** The outputs of the next coinbase: a pool of miners pays its members, whose coins they are. */
  payouts(): NewTransaction['outputs'] {
    const length = this.#coins.length > MAX_COINS ? 1 : PAYOUTS
    return Array.from({ length }, () => ({ script: pickScript(this.#random), value: COIN_VALUE }))
  }

  addBlock({ height, txids: [txid = ''], transactions }: MinedBlock): void {
    const [coinbase, ...others] = transactions
    for (const [vout, { script, value }] of coinbase?.transaction.outputs.entries() ?? []) {
      if (value === COIN_VALUE) this.#coins.push({ txid, vout, script, height })
    }
    for (const { transaction } of others) {
      for (const input of transaction.inputs) this.#reserved.delete(outpointOf(input))
    }
  }

  /** Forgets the coins of the blocks from a height on. */
  removeBlocks(height: number): void {
    this.#coins = this.#coins.filter((coin) => coin.height < height)
  }

  /** A coin that pays for a transaction; undefined if none is mature. */
  takeCoin(): Coin | undefined {
    const [coin] = this.#coins
    if (coin === undefined || coin.height + MATURITY > this.#node.tip.height + 1) return
    return this.#coins.shift()
  }

  /** Outputs with runes that belong to somebody. */
  pickRuneCoins(limit: number): RuneCoin[] {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const coins = this.runeCoinsOf(pickScript(this.#random), limit)
      if (coins.length > 0) return coins
    }
    return []
  }

  runeCoinsOf(script: Uint8Array, limit: number): RuneCoin[] {
    return this.#ownedBy(addressOf(script, this.#node.network), limit)
  }

  /** Outputs with runes whose scripts have no address. */
  runeCoinsWithoutAddress(limit: number): RuneCoin[] {
    return this.#ownedBy(undefined, limit)
  }

  /** The outputs that transactions spend are not offered again. */
  reserve(transactions: NewTransaction[]): void {
    for (const { inputs } of transactions) {
      for (const input of inputs) this.#reserved.add(outpointOf(input))
    }
  }

  #ownedBy(owner: string | undefined, limit: number): RuneCoin[] {
    const coins: RuneCoin[] = []
    for (const outpoint of this.#state.owners.get(owner) ?? []) {
      if (coins.length === limit) break
      const amounts = this.#state.outputs.get(outpoint)?.amounts
      const output = coinOf(outpoint)
      const script = this.#node.findOutput(output)?.script
      if (script === undefined || amounts === undefined || this.#reserved.has(outpoint)) continue
      coins.push({ ...output, script, amounts })
    }
    return coins
  }
}

function outpointOf({ txid, vout }: { txid: string; vout: number }): Outpoint {
  return toOutpoint(hashBytes(txid), vout)
}

function coinOf(outpoint: Outpoint): { txid: string; vout: number } {
  const { txid, vout } = splitOutpoint(outpoint)
  return { txid: displayHash(txid), vout }
}
