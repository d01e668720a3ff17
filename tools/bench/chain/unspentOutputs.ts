import type { Random } from '../../../src/demo/random.ts'

/** An unspent output that holds an amount of a rune. Owners and runes are numbers. */
export type UnspentOutput = {
  txid: string
  vout: number
  owner: number
  rune: number
  amount: number
}

const FIRST_CAPACITY = 65_536
const TXID_BYTES = 32

/** Millions of unspent outputs, of which one is drawn at random. Columns, because objects take ten times the memory. */
export class UnspentOutputs {
  #txids = Buffer.alloc(FIRST_CAPACITY * TXID_BYTES)
  #vouts = new Uint16Array(FIRST_CAPACITY)
  #owners = new Uint32Array(FIRST_CAPACITY)
  #runes = new Uint32Array(FIRST_CAPACITY)
  #amounts = new Float64Array(FIRST_CAPACITY)
  size = 0

  add({ txid, vout, owner, rune, amount }: UnspentOutput): void {
    if (this.size === this.#vouts.length) this.#grow()
    this.#txids.write(txid, this.size * TXID_BYTES, 'hex')
    this.#vouts[this.size] = vout
    this.#owners[this.size] = owner
    this.#runes[this.size] = rune
    this.#amounts[this.size] = amount
    this.size++
  }

  /** Takes any of them, all with the same probability. @throws {RangeError} if there are none. */
  take(random: Random): UnspentOutput {
    if (this.size === 0) throw new RangeError('There are no unspent outputs.')
    const taken = random.below(this.size)
    const output = this.#read(taken)
    // The last one fills the gap.
    this.size--
    this.#txids.copyWithin(taken * TXID_BYTES, this.size * TXID_BYTES, (this.size + 1) * TXID_BYTES)
    for (const column of [this.#vouts, this.#owners, this.#runes, this.#amounts]) {
      column[taken] = column[this.size] ?? 0
    }
    return output
  }

  #read(at: number): UnspentOutput {
    return {
      txid: this.#txids.toString('hex', at * TXID_BYTES, (at + 1) * TXID_BYTES),
      vout: this.#vouts[at] ?? 0,
      owner: this.#owners[at] ?? 0,
      rune: this.#runes[at] ?? 0,
      amount: this.#amounts[at] ?? 0,
    }
  }

  #grow(): void {
    const capacity = this.#vouts.length * 2
    const [txids, vouts, owners, runes, amounts] = [
      Buffer.alloc(capacity * TXID_BYTES),
      new Uint16Array(capacity),
      new Uint32Array(capacity),
      new Uint32Array(capacity),
      new Float64Array(capacity),
    ]
    txids.set(this.#txids)
    vouts.set(this.#vouts)
    owners.set(this.#owners)
    runes.set(this.#runes)
    amounts.set(this.#amounts)
    this.#txids = txids
    this.#vouts = vouts
    this.#owners = owners
    this.#runes = runes
    this.#amounts = amounts
  }
}
