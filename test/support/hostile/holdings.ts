// Who holds what after a block, without any records: amounts are added up for each rune and output, as `ord`
// does. This is fast enough for blocks whose records would not fit into memory.
import { addressOf } from '../../../src/bitcoin/addresses.ts'
import type { Block, Outpoint, Transaction } from '../../../src/bitcoin/block.ts'
import type { NetworkName } from '../../../src/bitcoin/networks.ts'
import type { Edict } from '../../../src/bitcoin/runestone.ts'
import { isOpReturn } from '../../../src/bitcoin/script.ts'
import { type Commitments, RuneRegister } from '../model/runeRegister.ts'
import type { ModelBlock, ModelRune, ModelTx } from '../model/types.ts'

type Amounts = Map<ModelRune, bigint>
type Holding = { address: string | undefined; amounts: Amounts }
/** Of one rune, by output. */
type Allocated = Map<ModelRune, bigint[]>

export class Holdings {
  readonly unspent = new Map<Outpoint, Holding>()
  readonly minted: Amounts = new Map()
  readonly burned: Amounts = new Map()
  readonly register: RuneRegister

  constructor(network: NetworkName) {
    this.register = new RuneRegister(network, () => {})
  }

  add({ height, hash, timestamp, transactions }: Block, commitments: Commitments): void {
    const block = { height, hash, timestamp, latest: timestamp, txs: [] }
    for (const transaction of transactions) this.#apply(transaction, block, commitments)
  }

  #apply(transaction: Transaction, block: ModelBlock, commitments: Commitments): void {
    const { runestone: stone, inputs, outputs: scripts, txid: id, index } = transaction
    const flaw = stone?.kind === 'cenotaph' ? stone.flaw : undefined
    const tx: ModelTx = { id, index, block, flaw, scripts, records: [] }
    const here = this.#spend(inputs)
    const minted = stone?.mint === undefined ? undefined : this.register.mint(stone.mint, tx)
    const etched = stone && this.register.etch(stone, transaction, { tx, commitments })
    if (minted) add(this.minted, minted.rune, minted.amount)
    if (minted) add(here, minted.rune, minted.amount)
    if (stone?.kind === 'cenotaph') {
      for (const [rune, amount] of here) add(this.burned, rune, amount)
      return
    }
    if (etched) add(here, etched, etched.premine)
    const allocated: Allocated = new Map()
    for (const edict of stone?.edicts ?? []) {
      const rune = edict.id === '0:0' ? etched : this.register.find(edict.id)
      if (rune !== undefined && here.has(rune)) allot(edict, rune, { here, allocated, scripts })
    }
    const first = scripts.findIndex((script) => !isOpReturn(script))
    const rest = stone?.pointer ?? (first === -1 ? scripts.length : first)
    for (const [rune, amount] of here) put(allocated, rune, rest, amount)
    this.#keep(transaction, allocated)
  }

  #spend(inputs: Outpoint[]): Amounts {
    const here: Amounts = new Map()
    for (const outpoint of inputs) {
      for (const [rune, amount] of this.unspent.get(outpoint)?.amounts ?? []) {
        add(here, rune, amount)
      }
      this.unspent.delete(outpoint)
    }
    return here
  }

  /** What is at an OP_RETURN, or at no output, is burned. */
  #keep(transaction: Transaction, allocated: Allocated): void {
    for (const [rune, amounts] of allocated) {
      for (const [key, amount] of Object.entries(amounts)) {
        const vout = Number(key)
        const script = transaction.outputs[vout]
        if (script === undefined || isOpReturn(script)) add(this.burned, rune, amount)
        else add(this.#holdingOf(transaction.outpoint(vout), script).amounts, rune, amount)
      }
    }
  }

  #holdingOf(outpoint: Outpoint, script: Uint8Array): Holding {
    const address = addressOf(script, this.register.network)
    const known = this.unspent.get(outpoint) ?? { address, amounts: new Map() }
    this.unspent.set(outpoint, known)
    return known
  }
}

/** Allots what an edict says, as long as there is something. */
function allot(
  { amount, output }: Edict,
  rune: ModelRune,
  { here, allocated, scripts }: { here: Amounts; allocated: Allocated; scripts: Uint8Array[] },
): void {
  const balance = here.get(rune) ?? 0n
  let left = balance
  const give = (wanted: bigint, vout: number) => {
    const part = wanted < left ? wanted : left
    left -= part
    put(allocated, rune, vout, part)
  }
  if (output < scripts.length) give(amount === 0n ? balance : amount, output)
  else {
    const targets = scripts.flatMap((script, vout) => (isOpReturn(script) ? [] : [vout]))
    const count = BigInt(targets.length)
    for (const [place, vout] of targets.entries()) {
      if (left === 0n) break
      const isExtra = amount === 0n && BigInt(place) < balance % count
      give(amount === 0n ? balance / count + (isExtra ? 1n : 0n) : amount, vout)
    }
  }
  if (left > 0n) here.set(rune, left)
  else here.delete(rune)
}

function put(allocated: Allocated, rune: ModelRune, vout: number, amount: bigint): void {
  if (amount === 0n) return
  const amounts = allocated.get(rune) ?? []
  allocated.set(rune, amounts)
  amounts[vout] = (amounts[vout] ?? 0n) + amount
}

function add(amounts: Amounts, rune: ModelRune, amount: bigint): void {
  if (amount > 0n) amounts.set(rune, (amounts.get(rune) ?? 0n) + amount)
}
