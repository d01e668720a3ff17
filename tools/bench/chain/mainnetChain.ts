import { addressOf } from '../../../src/bitcoin/addresses.ts'
import {
  airdrop,
  burn,
  type Coin,
  cenotaph,
  etch,
  mint,
  moveAll,
  type RuneCoin,
  transfer,
} from '../../../src/demo/demoTransactions.ts'
import { encodeBlock } from '../../../src/demo/encodeBlock.ts'
import {
  COINBASE_INPUT,
  encodeTransaction,
  type NewTransaction,
  txidOf,
} from '../../../src/demo/encodeTransaction.ts'
import { Random } from '../../../src/demo/random.ts'
import { taprootScript } from '../../../src/demo/scripts.ts'
import { Fillers } from './fillers.ts'
import { type UnspentOutput, UnspentOutputs } from './unspentOutputs.ts'

export const FIRST_HEIGHT = 840_000
const FIRST_TIMESTAMP = 1_713_571_767
const BLOCK_INTERVAL_SECONDS = 600
const TRANSACTIONS = 3000
const FILLERS_PER_TRANSACTION = 3

/** The transactions of a block that move runes. They write 1,500 records. */
const MIX = {
  etchings: 18,
  mints: 330,
  transfers: 180,
  wholeSends: 25,
  merges: 10,
  burns: 5,
  cenotaphs: 2,
}
/** What one of these transactions writes on average, measured. */
export const RECORDS_PER_BLOCK = 1500

/** The first rune gets this share of the mints, and so of all records. */
const BUSY_RUNE_SHARE = 0.53
const BUSY_RUNE = 0
/** This owner gets the premine of all runes, and a part of the mints and transfers. */
const BUSY_OWNER = 0
const BUSY_OWNER_SHARE = 0.09
/** The share of mints and transfers that go to an address that is not in the index yet. */
const NEW_OWNER_SHARE = 0.5

const PREMINE = 1_000_000_000
const MINT_AMOUNT = 100_000
const CAP = 10n ** 15n

/** In this block, a transaction pays to many. */
const AIRDROP_HEIGHT = FIRST_HEIGHT + 10
const AIRDROP_RECIPIENTS = 5000

export type ChainBlock = { height: number; hash: string; bytes: Buffer<ArrayBuffer> }
/** Unspent units of a transaction: the output, its owner and what it holds. */
type Held = Omit<UnspentOutput, 'txid'>

/** What the chain has a lot of. */
export const BUSY = {
  /** The rune with half of all records. */
  rune: `${FIRST_HEIGHT}:1`,
  /** Holds all runes, and has a tenth of the records. */
  address: addressOf(scriptOf(BUSY_OWNER), 'main') ?? '',
  /** Has a transaction with 10,000 records. */
  block: AIRDROP_HEIGHT,
}

/**
 * Blocks like those of mainnet since runes began: 1.5 MB, 3,000 transactions, 1,500 records. What is spent is
 * drawn over all unspent outputs, however old. Equal seeds give equal blocks.
 */
export class MainnetChain {
  readonly #random: Random
  readonly #fillers: Fillers
  readonly #unspent = new UnspentOutputs()
  /** The ids of the runes, by number. */
  readonly #runes: string[] = []
  #owners = 1
  #height = FIRST_HEIGHT
  #parent = '0'.repeat(64)
  #transactions: Uint8Array[] = []
  #txids: string[] = []

  constructor(seed: number) {
    this.#random = new Random(seed)
    this.#fillers = new Fillers(this.#random)
  }

  get unspentOutputs(): number {
    return this.#unspent.size
  }

  next(): ChainBlock {
    this.#transactions = []
    this.#txids = []
    const coinbase = { inputs: [COINBASE_INPUT], outputs: [], lockTime: this.#height }
    this.#push(encodeTransaction(coinbase), txidOf(coinbase))
    this.#repeat(MIX.etchings, () => this.#etch())
    if (this.#height === AIRDROP_HEIGHT) this.#airdrop()
    // The first blocks have little to spend.
    const canSpend = this.#height >= AIRDROP_HEIGHT
    this.#repeat(canSpend ? MIX.mints : TRANSACTIONS / 5, () => this.#mint())
    if (canSpend) this.#spend()
    while (this.#transactions.length < TRANSACTIONS) this.#addFiller()
    return this.#mine()
  }

  #spend(): void {
    this.#repeat(MIX.transfers, () => this.#transfer())
    this.#repeat(MIX.wholeSends, () => this.#sendWhole(1))
    this.#repeat(MIX.merges, () => this.#sendWhole(2))
    this.#repeat(MIX.burns, () => this.#burn())
    this.#repeat(MIX.cenotaphs, () => this.#burnByFlaw())
  }

  #etch(): void {
    const id = `${this.#height}:${this.#transactions.length}`
    const etching = {
      divisibility: this.#random.below(9),
      symbol: '⧉',
      premine: BigInt(PREMINE),
      terms: { amount: BigInt(MINT_AMOUNT), cap: CAP },
      turbo: false,
    }
    const rune = this.#runes.push(id) - 1
    this.#add(etch(this.#coin(), { runestone: { etching }, owners: [scriptOf(BUSY_OWNER)] }), [
      { vout: 0, owner: BUSY_OWNER, rune, amount: PREMINE },
    ])
  }

  #mint(): void {
    const isBusy = this.#random.chance(BUSY_RUNE_SHARE)
    // Runes can be minted from the block after their own.
    const rune = isBusy
      ? BUSY_RUNE
      : this.#random.below(Math.max(1, this.#runes.length - MIX.etchings))
    const owner = this.#pickOwner()
    this.#add(mint(this.#coin(owner), this.#runeId(rune)), [
      { vout: 0, owner, rune, amount: MINT_AMOUNT },
    ])
  }

  /** A part of an output to somebody, and the rest back. */
  #transfer(): void {
    const spent = this.#unspent.take(this.#random)
    const receiver = this.#pickOwner()
    const amount = Math.ceil(spent.amount * this.#random.next())
    const payment = {
      rune: this.#runeId(spent.rune),
      amount: BigInt(amount),
      script: scriptOf(receiver),
    }
    this.#add(transfer(this.#coin(), [this.#runeCoin(spent)], [payment]), [
      { ...spent, vout: 0, amount: spent.amount - amount },
      { ...spent, vout: 1, owner: receiver, amount },
    ])
  }

  /** Without a runestone. Of several runes in the new output, only one is remembered here. */
  #sendWhole(inputs: number): void {
    const spent = Array.from({ length: inputs }, () => this.#unspent.take(this.#random))
    const owner = this.#pickOwner()
    const coins = spent.map((output) => this.#runeCoin(output))
    const held = spent.slice(0, 1).map((output) => ({ ...output, vout: 0, owner }))
    this.#add(moveAll(this.#coin(), coins, scriptOf(owner)), held)
  }

  #burn(): void {
    const spent = this.#unspent.take(this.#random)
    const amount = Math.ceil(spent.amount / 2)
    const transaction = burn(
      this.#coin(),
      this.#runeCoin(spent),
      this.#runeId(spent.rune),
      BigInt(amount),
    )
    this.#add(transaction, [{ ...spent, vout: 0, amount: spent.amount - amount }])
  }

  #burnByFlaw(): void {
    const coin = this.#runeCoin(this.#unspent.take(this.#random))
    this.#add(cenotaph(this.#coin(), [coin], { flaw: 'unrecognized-even-tag' }))
  }

  #airdrop(): void {
    const spent = this.#unspent.take(this.#random)
    const owners = Array.from({ length: AIRDROP_RECIPIENTS }, () => this.#pickOwner())
    const rune = this.#runeId(spent.rune)
    const transaction = airdrop(this.#coin(), this.#runeCoin(spent), {
      rune,
      amount: 1n,
      recipients: owners.map(scriptOf),
    })
    this.#add(
      transaction,
      owners.map((owner, index) => ({ vout: index + 1, owner, rune: spent.rune, amount: 1 })),
    )
  }

  #repeat(times: number, act: () => void): void {
    for (let time = 0; time < times; time++) act()
  }

  /** Adds a transaction with runes, and others without, in their proportion. */
  #add(transaction: NewTransaction, held: Held[] = []): void {
    const txid = txidOf(transaction)
    this.#push(encodeTransaction(transaction), txid)
    for (const output of held) {
      if (output.amount > 0) this.#unspent.add({ ...output, txid })
    }
    this.#repeat(FILLERS_PER_TRANSACTION, () => this.#addFiller())
  }

  #addFiller(): void {
    if (this.#transactions.length >= TRANSACTIONS) return
    const { bytes, txid } = this.#fillers.next()
    this.#push(bytes, txid)
  }

  #push(bytes: Uint8Array, txid: string): void {
    this.#transactions.push(bytes)
    this.#txids.push(txid)
  }

  #mine(): ChainBlock {
    const height = this.#height++
    const timestamp = FIRST_TIMESTAMP + (height - FIRST_HEIGHT) * BLOCK_INTERVAL_SECONDS
    const [transactions, txids] = [this.#transactions, this.#txids]
    const { bytes, hash } = encodeBlock({ parent: this.#parent, timestamp, transactions, txids })
    this.#parent = hash
    return { height, hash, bytes }
  }

  #pickOwner(): number {
    if (this.#random.chance(BUSY_OWNER_SHARE)) return BUSY_OWNER
    return this.#random.chance(NEW_OWNER_SHARE) ? this.#owners++ : this.#random.below(this.#owners)
  }

  #runeId(rune: number): string {
    return this.#runes[rune] ?? BUSY.rune
  }

  #runeCoin({ txid, vout, owner, rune, amount }: UnspentOutput): RuneCoin {
    const amounts = new Map([[this.#runeId(rune), BigInt(amount)]])
    return { txid, vout, script: scriptOf(owner), amounts }
  }

  /** An output without runes that pays for a transaction. It is not among those of the chain. */
  #coin(owner = BUSY_OWNER): Coin {
    const txid = Array.from({ length: 8 }, () =>
      Math.floor(this.#random.next() * 2 ** 32)
        .toString(16)
        .padStart(8, '0'),
    ).join('')
    return { txid, vout: 0, script: scriptOf(owner) }
  }
}

function scriptOf(owner: number): Buffer {
  return taprootScript(`owner ${owner}`)
}
