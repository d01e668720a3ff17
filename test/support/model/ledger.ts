// The protocol and its records in the plainest way, in memory: what the index must agree with. It follows the
// rules as they are written down (docs/api.md, and `ord`), and shares no code with src/indexer.
import { addressOf } from '../../../src/bitcoin/addresses.ts'
import type { Block, Outpoint, Transaction } from '../../../src/bitcoin/block.ts'
import type { NetworkName } from '../../../src/bitcoin/networks.ts'
import {
  commitmentOf,
  isReserved,
  lowestUnlockedName,
  nameOfNumber,
  reservedName,
  spaceName,
} from '../../../src/bitcoin/runeNames.ts'
import type { Cenotaph, Edict, Runestone } from '../../../src/bitcoin/runestone.ts'
import { isOpReturn, isTaproot, readInstructions } from '../../../src/bitcoin/script.ts'

import {
  FIRST_RUNE,
  type ModelBlock,
  type ModelOutput,
  type ModelRecord,
  type ModelRune,
  type ModelTx,
  type Rule,
} from './types.ts'

type Piece = { rune: ModelRune; amount: bigint; owner: string | undefined; isNew: boolean }

type Commitments = ReadonlyMap<Outpoint, { script: Uint8Array; height: number }>

export class Ledger {
  readonly network: NetworkName
  readonly blocks: ModelBlock[] = []
  readonly runes: ModelRune[] = []
  readonly records: ModelRecord[] = []
  readonly outputs: ModelOutput[] = []
  /** The place of each address in the order in which they appear first. */
  readonly addresses = new Map<string, number>()
  /** How often each rune was minted, by cenotaphs too. */
  readonly mints = new Map<ModelRune, number>()
  /** How often each rule ran. */
  rules: Map<Rule, number>
  readonly #unspent = new Map<Outpoint, ModelOutput>()

  constructor(network: NetworkName, rules = new Map<Rule, number>()) {
    this.network = network
    this.rules = rules
    if (network === 'main') this.runes.push(FIRST_RUNE)
  }

  get tip(): ModelBlock {
    const tip = this.blocks.at(-1)
    if (tip === undefined) throw new Error('the chain is empty')
    return tip
  }

  add({ height, hash, timestamp, transactions }: Block, commitments: Commitments): void {
    const before = this.blocks.at(-1)?.latest ?? 0
    const latest = Math.max(before, timestamp)
    const block: ModelBlock = { height, hash, timestamp, latest, txs: [] }
    this.#countTimes(block, before)
    this.blocks.push(block)
    for (const transaction of transactions) this.#apply(transaction, block, commitments)
  }

  #apply(transaction: Transaction, block: ModelBlock, commitments: Commitments): void {
    const { outputs: scripts, runestone: stone, index } = transaction
    const flaw = stone?.kind === 'cenotaph' ? stone.flaw : undefined
    if (flaw !== undefined) this.#count(`flaw: ${flaw}`)
    const tx: ModelTx = { id: transaction.txid, index, block, flaw, records: [] }
    const pieces = this.#spend(transaction, tx)
    const minted = stone?.mint === undefined ? undefined : this.#mint(stone.mint, tx)
    const etched = stone && this.#etch(stone, transaction, { tx, commitments })
    if (stone?.kind === 'cenotaph') {
      for (const { rune, amount, owner } of pieces) {
        this.#record(tx, { operation: 'burn', rune, amount, address: owner })
      }
      if (etched) this.#record(tx, { operation: 'etching', rune: etched })
      if (minted) {
        const { rune, amount } = minted
        this.#record(tx, { operation: 'burn', rune, amount, fresh: amount, isMint: true })
      }
    } else {
      if (etched) this.#record(tx, { operation: 'etching', rune: etched })
      if (etched && etched.premine > 0n) {
        this.#count('premine')
        pieces.push({ rune: etched, amount: etched.premine, owner: undefined, isNew: true })
      }
      if (minted) this.#record(tx, { operation: 'mint', ...minted })
      if (minted && minted.amount > 0n) pieces.push({ ...minted, owner: undefined, isNew: true })
      this.#allocate(tx, { pieces, scripts, transaction, stone, etched })
    }
    if (tx.records.length > 0) block.txs.push(tx)
  }

  /** What the inputs bring: one piece for each rune of an output. */
  #spend(transaction: Transaction, tx: ModelTx): Piece[] {
    const pieces: Piece[] = []
    for (const outpoint of transaction.inputs) {
      const output = this.#unspent.get(outpoint)
      if (output === undefined) continue
      this.#unspent.delete(outpoint)
      output.spender = tx
      if (output.tx.block === tx.block) this.#count('spend: an output of this block')
      for (const [rune, amount] of [...output.amounts].sort(([a], [b]) => a.number - b.number)) {
        pieces.push({ rune, amount, owner: output.address, isNew: false })
        if (output.address === undefined) this.#count('piece: of an output without an address')
      }
    }
    return pieces
  }

  #mint(id: string, tx: ModelTx): { rune: ModelRune; amount: bigint } | undefined {
    const rune = this.runes.find((it) => it.id === id)
    if (rune === undefined) {
      const isOwn = id === `${tx.block.height}:${tx.index}`
      this.#count(isOwn ? 'mint: a rune etched here' : 'mint: no such rune')
      return
    }
    const refusal = this.#refusalOf(rune, tx.block.height)
    this.#count(refusal ?? (tx.flaw === undefined ? 'mint: open' : 'mint: by a cenotaph'))
    if (refusal !== undefined) return
    if (tx.index === 0) this.#count('a coinbase mints')
    const amount = rune.terms?.amount ?? 0n
    if (amount === 0n) this.#count('mint: amount 0')
    return { rune, amount }
  }

  /** Why a block cannot mint a rune. */
  #refusalOf(rune: ModelRune, height: number): Rule | undefined {
    const { terms, height: etchedAt } = rune
    if (terms === undefined) return 'mint: no terms'
    if (terms.cap === undefined || terms.cap === 0n) return 'mint: no cap'
    const { heightStart = 0n, offsetStart = 0n, heightEnd, offsetEnd } = terms
    const [now, etched] = [BigInt(height), BigInt(etchedAt)]
    if (now < heightStart || now < etched + offsetStart) return 'mint: too early'
    if (heightEnd !== undefined && now >= heightEnd) return 'mint: too late'
    if (offsetEnd !== undefined && now >= etched + offsetEnd) return 'mint: too late'
    return BigInt(this.mints.get(rune) ?? 0) >= terms.cap ? 'mint: the cap is reached' : undefined
  }

  #etch(
    stone: Runestone | Cenotaph,
    transaction: Transaction,
    { tx, commitments }: { tx: ModelTx; commitments: Commitments },
  ): ModelRune | undefined {
    const isCenotaph = stone.kind === 'cenotaph'
    const etching = isCenotaph ? { rune: stone.rune, turbo: false } : stone.etching
    if (etching === undefined || (isCenotaph && stone.rune === undefined)) return
    const { height } = tx.block
    const chosen = etching.rune
    const refusal =
      chosen === undefined ? undefined : this.#refuseName(chosen, transaction, { tx, commitments })
    if (refusal !== undefined) {
      this.#count(refusal)
      return
    }
    this.#count(chosen === undefined ? 'etch: without a name' : 'etch: with a name')
    if (isCenotaph) this.#count('etch: by a cenotaph')
    if (tx.index === 0) this.#count('a coinbase etches')
    const name = nameOfNumber(chosen ?? reservedName(height, tx.index))
    const parameters = isCenotaph
      ? { turbo: false }
      : { ...stone.etching, turbo: stone.etching?.turbo ?? false }
    const rune: ModelRune = {
      id: `${height}:${tx.index}`,
      height,
      txIndex: tx.index,
      number: this.runes.length,
      name,
      spacedName: spaceName(name, parameters.spacers ?? 0),
      divisibility: parameters.divisibility ?? 0,
      symbol: parameters.symbol,
      turbo: parameters.turbo,
      isCenotaph,
      premine: parameters.premine ?? 0n,
      terms: parameters.terms,
      tx,
    }
    this.runes.push(rune)
    return rune
  }

  #refuseName(
    number: bigint,
    { inputs, tapscripts }: Transaction,
    { tx, commitments }: { tx: ModelTx; commitments: Commitments },
  ): Rule | undefined {
    const { height } = tx.block
    if (isReserved(number)) return 'etch: the name is reserved'
    if (number < lowestUnlockedName(this.network, height)) return 'etch: the name is locked'
    const taker = this.runes.find(({ name }) => name === nameOfNumber(number))
    if (taker !== undefined) {
      return taker.height === height
        ? 'etch: the name was taken in this block'
        : 'etch: the name is taken'
    }
    const bytes = Buffer.from(commitmentOf(number))
    const revealed = inputs.flatMap((outpoint, input) => {
      const script = tapscripts[input]
      const isRevealed =
        script !== undefined &&
        [...readInstructions(script)].some(
          (it) => it.kind === 'push' && bytes.equals(script.subarray(it.start, it.end)),
        )
      const commitment = commitments.get(outpoint)
      return isRevealed && commitment !== undefined ? [commitment] : []
    })
    if (revealed.length === 0) return 'etch: no input commits'
    const taproot = revealed.filter(({ script }) => isTaproot(script))
    if (taproot.length === 0) return 'etch: the commitment is not taproot'
    const isMature = taproot.some((commitment) => height - commitment.height + 1 >= 6)
    return isMature ? undefined : 'etch: the commitment is too young'
  }

  #allocate(tx: ModelTx, { pieces, scripts, transaction, stone, etched }: Allocation): void {
    const targets = scripts.flatMap((script, vout) => (isOpReturn(script) ? [] : [vout]))
    const isBurning = (vout: number | undefined) =>
      vout === undefined || isOpReturn(scripts[vout] ?? new Uint8Array())
    const balanceOf = (rune: ModelRune) => sum(pieces.filter((it) => it.rune === rune))
    const move = (rune: ModelRune, amount: bigint, vout: number | undefined) => {
      const moved = this.#take(pieces, rune, amount)
      if (moved.length === 0) return
      if (vout === undefined || isBurning(vout)) {
        for (const { amount, owner, isNew } of moved) {
          if (isNew) this.#count('burn: new units')
          const fresh = isNew ? amount : 0n
          this.#record(tx, { operation: 'burn', rune, amount, address: owner, vout, fresh })
        }
        return
      }
      const address = addressOf(scripts[vout] ?? new Uint8Array(), this.network)
      this.#receive(tx, { rune, vout, address, moved })
      this.#hold(transaction.outpoint(vout), { tx, vout, address }, { rune, amount: sum(moved) })
    }

    for (const edict of stone?.edicts ?? []) {
      const rune = edict.id === '0:0' ? etched : this.runes.find(({ id }) => id === edict.id)
      const balance = rune === undefined ? 0n : balanceOf(rune)
      this.#countEdict(edict, { balance, outputs: scripts.length, targets, isBurning })
      if (rune === undefined || balance === 0n) continue
      if (edict.output < scripts.length) {
        move(rune, edict.amount === 0n ? balance : edict.amount, edict.output)
      } else {
        const count = BigInt(targets.length)
        for (const [place, vout] of targets.entries()) {
          const part = balance / count + (BigInt(place) < balance % count ? 1n : 0n)
          move(rune, edict.amount === 0n ? part : edict.amount, vout)
        }
      }
    }

    const rest = stone?.pointer ?? targets[0]
    const left = this.runes.filter((rune) => balanceOf(rune) > 0n)
    for (const rune of left) {
      this.#countRest(stone, rest, isBurning(rest))
      move(rune, balanceOf(rune), rest)
    }
  }

  #receive(
    tx: ModelTx,
    {
      rune,
      vout,
      address,
      moved,
    }: { rune: ModelRune; vout: number; address: string | undefined; moved: Piece[] },
  ): void {
    const isChange = ({ owner }: Piece) => owner !== undefined && owner === address
    const fresh = sum(moved.filter(({ isNew }) => isNew))
    const change = sum(moved.filter(isChange))
    if (moved.length > 1) this.#count('piece: several to one output')
    if (address === undefined) this.#count('receive: without an address')
    if (fresh > 0n && moved.some(({ isNew }) => !isNew))
      this.#count('receive: new units and others')
    this.#record(tx, {
      operation: 'receive',
      rune,
      amount: sum(moved),
      address,
      vout,
      fresh,
      change,
    })
    for (const piece of moved.filter(({ isNew }) => !isNew)) {
      if (isChange(piece)) this.#count('send: change')
      const { owner, amount } = piece
      this.#record(tx, { operation: 'send', rune, amount, address: owner, receiver: address, vout })
    }
  }

  #hold(
    outpoint: Outpoint,
    place: { tx: ModelTx; vout: number; address: string | undefined },
    { rune, amount }: { rune: ModelRune; amount: bigint },
  ): void {
    const known = this.#unspent.get(outpoint)
    const output = known ?? { ...place, amounts: new Map(), spender: undefined }
    if (known === undefined) {
      this.#unspent.set(outpoint, output)
      this.outputs.push(output)
    }
    output.amounts.set(rune, (output.amounts.get(rune) ?? 0n) + amount)
  }

  /** Takes units from the oldest pieces. */
  #take(pieces: Piece[], rune: ModelRune, amount: bigint): Piece[] {
    const taken: Piece[] = []
    let missing = amount
    for (const piece of [...pieces]) {
      if (piece.rune !== rune || missing === 0n) continue
      const part = piece.amount < missing ? piece.amount : missing
      taken.push({ ...piece, amount: part })
      piece.amount -= part
      missing -= part
      if (piece.amount === 0n) pieces.splice(pieces.indexOf(piece), 1)
      else this.#count('piece: split')
    }
    return taken
  }

  #record(
    tx: ModelTx,
    fields: Partial<ModelRecord> & Pick<ModelRecord, 'operation' | 'rune'>,
  ): void {
    const index = tx.records.length
    const record = { fresh: 0n, change: 0n, isMint: false, ...fields, tx, index }
    tx.records.push(record)
    this.records.push(record)
    for (const address of [record.address, record.receiver]) {
      if (address !== undefined && !this.addresses.has(address)) {
        this.addresses.set(address, this.addresses.size)
      }
    }
    if (record.operation === 'mint' || record.isMint) {
      this.mints.set(record.rune, (this.mints.get(record.rune) ?? 0) + 1)
    }
  }

  #count(rule: Rule): void {
    this.rules.set(rule, (this.rules.get(rule) ?? 0) + 1)
  }

  #countTimes({ timestamp, latest }: ModelBlock, before: number): void {
    const dayOf = (time: number) => Math.floor(time / 86_400)
    if (timestamp < before) this.#count('block: a time before the last one')
    if (dayOf(timestamp) < dayOf(before)) this.#count('block: a day before the last one')
    if (dayOf(latest) > dayOf(before)) this.#count('block: a new day')
  }

  #countEdict(
    { id, amount, output }: Edict,
    { balance, outputs, targets, isBurning }: EdictFacts,
  ): void {
    if (balance === 0n) {
      this.#count('edict: a rune that is not here')
      return
    }
    if (id === '0:0') this.#count('edict: the rune etched here')
    if (output === outputs) {
      if (targets.length === 0) this.#count('edict: all outputs, but there is none')
      else if (amount > 0n) this.#count('edict: an amount to each output')
      else if (balance % BigInt(targets.length) > 0n)
        this.#count('edict: equal parts with a remainder')
      return
    }
    if (isBurning(output)) this.#count('edict: to an OP_RETURN')
    if (amount === 0n) this.#count('edict: everything')
    else this.#count(amount > balance ? 'edict: more than there is' : 'edict: an amount')
  }

  #countRest(stone: Runestone | undefined, rest: number | undefined, isBurned: boolean): void {
    if (rest === undefined) this.#count('rest: to nowhere')
    else if (stone === undefined) this.#count('no runestone: all to the first output')
    else if (stone.pointer === undefined) this.#count('rest: to the first output')
    else this.#count(isBurned ? 'rest: to an OP_RETURN by the pointer' : 'rest: to the pointer')
  }
}

type Allocation = {
  pieces: Piece[]
  scripts: Uint8Array[]
  transaction: Transaction
  stone: Runestone | undefined
  etched: ModelRune | undefined
}
type EdictFacts = {
  balance: bigint
  outputs: number
  targets: number[]
  isBurning: (vout: number | undefined) => boolean
}

export function sum(amounts: { amount?: bigint }[]): bigint {
  return amounts.reduce((total, { amount = 0n }) => total + amount, 0n)
}
