// The protocol and its records in the plainest way, in memory: what the index must agree with. It follows the
// rules as they are written down (docs/api.md, and `ord`), and shares no code with src/indexer.
import { addressOf } from '../../../src/bitcoin/addresses.ts'
import type { Block, Outpoint, Transaction } from '../../../src/bitcoin/block.ts'
import type { NetworkName } from '../../../src/bitcoin/networks.ts'
import type { Edict, Runestone } from '../../../src/bitcoin/runestone.ts'
import { isOpReturn } from '../../../src/bitcoin/script.ts'
import { groupBy } from './facts.ts'
import { type Commitments, RuneRegister } from './runeRegister.ts'
import type {
  ModelBlock,
  ModelOutput,
  ModelRecord,
  ModelRefusal,
  ModelRune,
  ModelTx,
  Rule,
} from './types.ts'

/** Units of a rune that a transaction has not allocated yet. `isNew`: minted or premined here. */
type Piece = { rune: ModelRune; amount: bigint; owner: string | undefined; isNew: boolean }

/** What arrives at an output, or burns at an OP_RETURN or, without `vout`, nowhere. */
type Move = { rune: ModelRune; vout: number | undefined; moved: Piece[] }

/** A transaction with more moves has its records merged. */
export type LedgerOptions = {
  maxSingleMoves?: number
  /** How many receivers an airdrop has, and how many holders the runes of large transfers and burns. */
  highlights?: { receivers: number; holders: number }
}

const MERGED_MOVES = 20_000

export class Ledger {
  readonly blocks: ModelBlock[] = []
  readonly records: ModelRecord[] = []
  readonly outputs: ModelOutput[] = []
  /** The place of each address in the order in which they appear first. */
  readonly addresses = new Map<string, number>()
  /** How often each rule ran. */
  rules: Map<Rule, number>
  readonly #register: RuneRegister
  readonly highlights: { receivers: number; holders: number }
  readonly #maxSingleMoves: number
  readonly #unspent = new Map<Outpoint, ModelOutput>()

  constructor(
    network: NetworkName,
    rules = new Map<Rule, number>(),
    {
      maxSingleMoves = MERGED_MOVES,
      highlights = { receivers: 20, holders: 100 },
    }: LedgerOptions = {},
  ) {
    this.rules = rules
    this.#register = new RuneRegister(network, (rule) => this.#count(rule))
    this.#maxSingleMoves = maxSingleMoves
    this.highlights = highlights
  }

  get network(): NetworkName {
    return this.#register.network
  }

  get refusals(): ModelRefusal[] {
    return this.#register.refusals
  }

  get runes(): ModelRune[] {
    return this.#register.runes
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
    const tx: ModelTx = { id: transaction.txid, index, block, flaw, scripts, records: [] }
    const pieces = this.#spend(transaction, tx)
    const minted = stone?.mint === undefined ? undefined : this.#register.mint(stone.mint, tx)
    const etched = stone && this.#register.etch(stone, transaction, { tx, commitments })
    this.#addressRefusals(transaction, tx)
    const isMerged = pieces.length + countMoves(transaction) > this.#maxSingleMoves
    if (stone?.kind === 'cenotaph') {
      const burns = pieces.map((piece) => ({ rune: piece.rune, vout: undefined, moved: [piece] }))
      for (const move of isMerged ? mergeMoves(burns) : burns) this.#burn(tx, move)
      if (etched) this.#record(tx, { operation: 'etching', rune: etched })
      // It burns what it mints.
      if (minted) this.#record(tx, { operation: 'mint', ...minted })
      if (minted && minted.amount > 0n) {
        this.#record(tx, { operation: 'burn', ...minted, fresh: minted.amount })
      }
    } else {
      if (etched) this.#record(tx, { operation: 'etching', rune: etched })
      if (etched && etched.premine > 0n) {
        this.#count('premine')
        pieces.push({ rune: etched, amount: etched.premine, owner: undefined, isNew: true })
      }
      if (minted) this.#record(tx, { operation: 'mint', ...minted })
      if (minted && minted.amount > 0n) pieces.push({ ...minted, owner: undefined, isNew: true })
      const moves = this.#allocate({ pieces, scripts, stone, etched })
      for (const move of isMerged ? mergeMoves(moves) : moves) this.#move(move, transaction, tx)
    }
    if (tx.records.length > 0) block.txs.push(tx)
  }

  /** What was refused would have gone to the output of the pointer, or to the first; a cenotaph's to none. */
  #addressRefusals({ outputs: scripts, runestone: stone }: Transaction, tx: ModelTx): void {
    if (stone?.kind !== 'runestone') return
    const script = scripts[stone.pointer ?? targetsOf(scripts)[0] ?? scripts.length]
    if (script === undefined) return
    const address = addressOf(script, this.network)
    for (const refusal of this.refusals.filter((one) => one.tx === tx)) refusal.address = address
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

  /** Which units go where, in the order in which they are moved. */
  #allocate({ pieces, scripts, stone, etched }: Allocation): Move[] {
    const targets = targetsOf(scripts)
    const isBurning = (vout: number | undefined) =>
      vout === undefined || isOpReturn(scripts[vout] ?? new Uint8Array())
    const byRune = groupBy(pieces, ({ rune }) => rune)
    const balanceOf = (rune: ModelRune) => sum(byRune.get(rune) ?? [])
    const moves: Move[] = []
    const move = (rune: ModelRune, amount: bigint, vout: number | undefined) => {
      const moved = this.#take(byRune.get(rune) ?? [], amount)
      if (moved.length > 0) moves.push({ rune, vout, moved })
    }

    for (const edict of stone?.edicts ?? []) {
      const rune = edict.id === '0:0' ? etched : this.#register.find(edict.id)
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
    const left = [...byRune.keys()].filter((rune) => balanceOf(rune) > 0n).sort(compareRunes)
    for (const rune of left) {
      this.#countRest(stone, rest, isBurning(rest))
      move(rune, balanceOf(rune), rest)
    }
    return moves
  }

  #move({ rune, vout, moved }: Move, transaction: Transaction, tx: ModelTx): void {
    const script = vout === undefined ? undefined : transaction.outputs[vout]
    if (vout === undefined || script === undefined || isOpReturn(script)) {
      this.#burn(tx, { rune, vout, moved })
      return
    }
    const address = addressOf(script, this.network)
    this.#receive(tx, { rune, vout, address, moved })
    this.#hold(transaction.outpoint(vout), { tx, vout, address }, { rune, amount: sum(moved) })
  }

  #burn(tx: ModelTx, { rune, vout, moved }: Move): void {
    for (const { amount, owner, isNew } of moved) {
      if (isNew) this.#count('burn: new units')
      const fresh = isNew ? amount : 0n
      this.#record(tx, { operation: 'burn', rune, amount, address: owner, vout, fresh })
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
  #take(pieces: Piece[], amount: bigint): Piece[] {
    const taken: Piece[] = []
    let missing = amount
    while (missing > 0n) {
      const [piece] = pieces
      if (piece === undefined) break
      const part = piece.amount < missing ? piece.amount : missing
      taken.push({ ...piece, amount: part })
      piece.amount -= part
      missing -= part
      if (piece.amount === 0n) pieces.shift()
      else this.#count('piece: split')
    }
    return taken
  }

  #record(
    tx: ModelTx,
    fields: Partial<ModelRecord> & Pick<ModelRecord, 'operation' | 'rune'>,
  ): void {
    const index = tx.records.length
    const record = { fresh: 0n, change: 0n, ...fields, tx, index }
    tx.records.push(record)
    this.records.push(record)
    for (const address of [record.address, record.receiver]) {
      if (address !== undefined && !this.addresses.has(address)) {
        this.addresses.set(address, this.addresses.size)
      }
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

/** Edicts times the outputs that they reach, whether or not there is anything to move. */
function countMoves({ outputs: scripts, runestone: stone }: Transaction): number {
  const edicts = stone?.kind === 'runestone' ? stone.edicts : []
  const toAll = edicts.filter(({ output }) => output === scripts.length).length
  return toAll * targetsOf(scripts).length + edicts.length - toAll
}

/** The outputs that can hold runes. */
function targetsOf(scripts: Uint8Array[]): number[] {
  return scripts.flatMap((script, vout) => (isOpReturn(script) ? [] : [vout]))
}

/** One move for each rune and output, in their order, nowhere last; of each, one piece for each owner. */
function mergeMoves(moves: Move[]): Move[] {
  const byRune = groupBy(moves, ({ rune }) => rune)
  return [...byRune.keys()].sort(compareRunes).flatMap((rune) => {
    const byOutput = groupBy(byRune.get(rune) ?? [], ({ vout }) => vout)
    const vouts = [...byOutput.keys()].sort((one = Infinity, two = Infinity) => one - two)
    return vouts.map((vout) => {
      const moved = (byOutput.get(vout) ?? []).flatMap((move) => move.moved)
      return { rune, vout, moved: mergePieces(moved) }
    })
  })
}

/** New units, and units of outputs without an address, are each like those of an owner. */
function mergePieces(pieces: Piece[]): Piece[] {
  const owners = groupBy(pieces, ({ owner, isNew }) => owner ?? (isNew ? 'new' : 'nobody'))
  return [...owners.values()].flatMap(([first, ...others]) => {
    return first === undefined ? [] : [{ ...first, amount: sum([first, ...others]) }]
  })
}

function compareRunes(one: ModelRune, two: ModelRune): number {
  return one.height - two.height || one.txIndex - two.txIndex
}

type Allocation = {
  pieces: Piece[]
  scripts: Uint8Array[]
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
