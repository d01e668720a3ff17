import { addressOf } from '../bitcoin/addresses.ts'
import type { Block, Outpoint, Transaction } from '../bitcoin/block.ts'
import { mintBounds } from '../bitcoin/mintTerms.ts'
import type { NetworkName } from '../bitcoin/networks.ts'
import { commitmentOf, isReserved, lowestUnlockedName, reservedName } from '../bitcoin/runeNames.ts'
import {
  type Cenotaph,
  compareRuneIds,
  type Edict,
  type Etching,
  etchedName,
  type Flaw,
  OWN_RUNE,
  type RuneId,
  type Runestone,
  type Terms,
} from '../bitcoin/runestone.ts'
import { isOpReturn, isTaproot, pushes } from '../bitcoin/script.ts'
import {
  type Burn,
  type HeldOutput,
  Moves,
  type Origin,
  type Piece,
  type Receive,
  type Send,
} from './moves.ts'

// The runes protocol: what a block does to runes. Pure: what it needs to know is read beforehand. The rules
// are those of `ord` (src/index/updater/rune_updater.rs).

/** What the chain before a block holds, of what the block names. */
export type Chain = {
  network: NetworkName
  /** The outputs that the block spends and that hold runes. */
  outputs: ReadonlyMap<Outpoint, HeldOutput>
  /** The runes that the block mints. */
  runes: ReadonlyMap<RuneId, MintableRune>
  /** The names that the block etches and that are taken. */
  takenNames: ReadonlySet<bigint>
  /** The spent outputs that may commit to the names that the block etches. */
  commitments: ReadonlyMap<Outpoint, Commitment>
}

export type MintableRune = { height: number; terms: Terms | undefined; mints: bigint }

/** The script of a spent output, and the height of the block that has its transaction. */
export type Commitment = { script: Uint8Array; height: number }

/** A rune as it was etched. A cenotaph's has no parameters but its name. */
export type EtchedRune = { id: RuneId; name: bigint; etching: Etching; isCenotaph: boolean }

/** A row of the ledger, which may be that of an address. `docs/api.md` describes the operations. */
export type LedgerRecord =
  | { operation: 'etching'; rune: RuneId; address?: undefined }
  | { operation: 'mint'; rune: RuneId; amount: bigint; address?: undefined }
  | Burn
  | Receive
  | Send
/** What a transaction does to runes. */
export type TransactionChanges = {
  transaction: Transaction
  flaw: Flaw | undefined
  etched: EtchedRune | undefined
  records: LedgerRecord[]
  spent: Outpoint[]
  outputs: { vout: number; output: HeldOutput }[]
}

/** A commitment is mature if five blocks follow its own before the block with the etching. */
export const COMMITMENT_CONFIRMATIONS = 6

/** What each transaction of a block does to runes, in order. Transactions that do nothing are left out. */
export function applyBlock(block: Block, chain: Chain): TransactionChanges[] {
  const state = new State(block.height, chain)
  return block.transactions.flatMap((transaction) => applyTransaction(transaction, state) ?? [])
}

/** The state of the chain within a block: what the transactions so far changed, before what was read. */
class State {
  readonly height: number
  readonly chain: Chain
  readonly outputs: Map<Outpoint, HeldOutput>
  readonly runes: Map<RuneId, MintableRune>
  readonly takenNames: Set<bigint>

  constructor(height: number, chain: Chain) {
    this.height = height
    this.chain = chain
    this.outputs = new Map(chain.outputs)
    this.runes = new Map(chain.runes)
    this.takenNames = new Set(chain.takenNames)
  }
}

function applyTransaction(transaction: Transaction, state: State): TransactionChanges | undefined {
  const { inputs, outputs: scripts, runestone: artifact } = transaction
  const isHeld = (outpoint: Outpoint) => state.outputs.has(outpoint)
  // Most transactions do nothing.
  if (artifact === undefined && !inputs.some(isHeld)) return
  const spent = [...new Set(inputs.filter(isHeld))]

  const unallocated = new Unallocated()
  for (const outpoint of spent) {
    unallocated.addOutput(state.outputs.get(outpoint))
    state.outputs.delete(outpoint)
  }
  const moves = new Moves((vout) => ownerOf(scripts[vout], state.chain.network))
  const minted = artifact?.mint === undefined ? undefined : mint(artifact.mint, state)
  const etched = artifact && etch(transaction, artifact, state)
  const records =
    artifact?.kind === 'cenotaph'
      ? applyCenotaph({ unallocated, moves, etched, minted })
      : applyRunestone({ unallocated, moves, etched, minted, scripts, runestone: artifact })
  const outputs = moves.outputs()
  for (const { vout, output } of outputs) state.outputs.set(transaction.outpoint(vout), output)
  return records.length === 0
    ? undefined
    : { transaction, flaw: flawOf(artifact), etched, records, spent, outputs }
}

function flawOf(artifact: Runestone | Cenotaph | undefined): Flaw | undefined {
  return artifact?.kind === 'cenotaph' ? artifact.flaw : undefined
}

/** An address, undefined if the output has none, or `burned` if it is an OP_RETURN. */
function ownerOf(script: Uint8Array | undefined, network: NetworkName) {
  if (script === undefined || isOpReturn(script)) return { isBurned: true as const }
  return { isBurned: false as const, owner: addressOf(script, network) }
}

type Minted = { rune: RuneId; amount: bigint }
type Effects = {
  unallocated: Unallocated
  moves: Moves
  etched: EtchedRune | undefined
  minted: Minted | undefined
}

/** A cenotaph burns all runes that it spends and mints. */
function applyCenotaph({ unallocated, moves, etched, minted }: Effects): LedgerRecord[] {
  for (const { rune, piece } of unallocated.all()) moves.burn(rune, [piece])
  const records: LedgerRecord[] = moves.records()
  if (etched) records.push({ operation: 'etching', rune: etched.id })
  if (minted) {
    const { rune, amount } = minted
    const burned = { address: undefined, vout: undefined, origin: 'mint', isMint: true } as const
    records.push({ operation: 'burn', rune, amount, ...burned })
  }
  return records
}

/** Without a runestone, all that is spent goes to the first output that is not an OP_RETURN. */
function applyRunestone({
  unallocated,
  moves,
  etched,
  minted,
  scripts,
  runestone,
}: Effects & { scripts: Uint8Array[]; runestone: Runestone | undefined }): LedgerRecord[] {
  const records: LedgerRecord[] = []
  if (etched) {
    records.push({ operation: 'etching', rune: etched.id })
    unallocated.add(etched.id, etched.etching.premine ?? 0n, 'premine')
  }
  if (minted) {
    records.push({ operation: 'mint', ...minted })
    unallocated.add(minted.rune, minted.amount, 'mint')
  }
  const destinations = scripts.flatMap((script, vout) => (isOpReturn(script) ? [] : [vout]))
  for (const edict of runestone?.edicts ?? []) {
    const rune = edict.id === OWN_RUNE ? etched?.id : edict.id
    if (rune !== undefined) {
      applyEdict({ ...edict, rune }, { unallocated, moves, destinations, scripts })
    }
  }
  const rest = runestone?.pointer ?? destinations[0]
  for (const rune of unallocated.runes()) {
    const pieces = unallocated.take(rune, unallocated.balance(rune))
    if (rest === undefined) moves.burn(rune, pieces)
    else moves.add(rune, pieces, rest)
  }
  return [...records, ...moves.records()]
}

/** The moves that the edicts of a transaction ask for: edicts times the outputs that they reach. Counted without making any. */
export function countMoves({ outputs, runestone }: Transaction): number {
  if (runestone?.kind !== 'runestone') return 0
  const destinations = outputs.filter((script) => !isOpReturn(script)).length
  return runestone.edicts.reduce(
    (count, { output }) => count + (output < outputs.length ? 1 : destinations),
    0,
  )
}

type EdictContext = Pick<Effects, 'unallocated' | 'moves'> & {
  destinations: number[]
  scripts: Uint8Array[]
}

/** An amount of 0 means everything: to one output, or in equal parts to all that are not OP_RETURN. */
function applyEdict(
  { rune, amount, output }: Omit<Edict, 'id'> & { rune: RuneId },
  { unallocated, moves, destinations, scripts }: EdictContext,
): void {
  const balance = unallocated.balance(rune)
  if (balance === 0n) return
  const allocate = (wanted: bigint, vout: number) => {
    const pieces = unallocated.take(rune, wanted)
    if (pieces.length > 0) moves.add(rune, pieces, vout)
  }
  if (output < scripts.length) {
    allocate(amount === 0n ? balance : amount, output)
    return
  }
  const count = BigInt(destinations.length)
  for (const [index, vout] of destinations.entries()) {
    const isExtra = BigInt(index) < balance % count
    allocate(amount === 0n ? balance / count + (isExtra ? 1n : 0n) : amount, vout)
  }
}

/** The runes that a transaction has not yet allocated to an output, in pieces by owner, first in first out. */
class Unallocated {
  readonly #queues = new Map<RuneId, { pieces: Piece[]; next: number; balance: bigint }>()
  readonly #order: { rune: RuneId; piece: Piece }[] = []

  addOutput(output: HeldOutput | undefined): void {
    for (const [rune, amount] of output?.amounts ?? []) {
      this.add(rune, amount, 'spent', output?.owner)
    }
  }

  add(rune: RuneId, amount: bigint, origin: Origin, owner?: string): void {
    if (amount === 0n) return
    const piece = { owner, amount, origin }
    const queue = this.#queues.get(rune) ?? { pieces: [], next: 0, balance: 0n }
    this.#queues.set(rune, queue)
    queue.pieces.push(piece)
    queue.balance += piece.amount
    this.#order.push({ rune, piece })
  }

  /** What was added, in order, whether or not it was taken. */
  all(): readonly { rune: RuneId; piece: Piece }[] {
    return this.#order
  }

  balance(rune: RuneId): bigint {
    return this.#queues.get(rune)?.balance ?? 0n
  }

  /** Takes an amount, or what there is, from the oldest pieces; the last one may be split. */
  take(rune: RuneId, amount: bigint): Piece[] {
    const queue = this.#queues.get(rune)
    const taken: Piece[] = []
    let missing = amount
    while (queue !== undefined && missing > 0n) {
      const piece = queue.pieces[queue.next]
      if (piece === undefined) break
      const isUsedUp = piece.amount <= missing
      const part = isUsedUp ? piece : { ...piece, amount: missing }
      if (isUsedUp) queue.next++
      else queue.pieces[queue.next] = { ...piece, amount: piece.amount - missing }
      taken.push(part)
      queue.balance -= part.amount
      missing -= part.amount
    }
    return taken
  }

  /** The runes that are left, in the order of their ids. */
  runes(): RuneId[] {
    const left = [...this.#queues].filter(([, { balance }]) => balance > 0n)
    return left.map(([rune]) => rune).sort(compareRuneIds)
  }
}

/** Mints a rune if its terms allow it in this block. Without a cap, they allow no mint. */
function mint(id: RuneId, state: State): Minted | undefined {
  const rune = state.runes.get(id)
  if (rune?.terms === undefined) return
  const { terms, height, mints } = rune
  const { start, end } = mintBounds(terms, height)
  const isOpen = state.height >= start && (end === undefined || state.height < end)
  if (!isOpen || mints >= (terms.cap ?? 0n)) return
  state.runes.set(id, { ...rune, mints: mints + 1n })
  return { rune: id, amount: terms.amount ?? 0n }
}

/** Etches a rune, unless its name is locked, reserved, taken or not committed to. */
function etch(
  transaction: Transaction,
  artifact: Runestone | Cenotaph,
  state: State,
): EtchedRune | undefined {
  const isCenotaph = artifact.kind === 'cenotaph'
  const chosen = etchedName(artifact)
  if (isCenotaph ? chosen === undefined : artifact.etching === undefined) return
  if (chosen !== undefined && !isAccepted(chosen, transaction, state)) return
  const name = chosen ?? reservedName(state.height, transaction.index)
  const etching: Etching = (isCenotaph ? undefined : artifact.etching) ?? { turbo: false }
  const id = `${state.height}:${transaction.index}`
  state.takenNames.add(name)
  state.runes.set(id, { height: state.height, terms: etching.terms, mints: 0n })
  return { id, name, etching, isCenotaph }
}

function isAccepted(name: bigint, transaction: Transaction, state: State): boolean {
  return (
    isAvailable(name, state.height, state.chain.network) &&
    !state.takenNames.has(name) &&
    committingInputs(transaction, name).some((outpoint) => {
      const commitment = state.chain.commitments.get(outpoint)
      if (commitment === undefined || !isTaproot(commitment.script)) return false
      return state.height - commitment.height + 1 >= COMMITMENT_CONFIRMATIONS
    })
  )
}

/** Whether a name can be etched at a height, if it is not taken. */
export function isAvailable(name: bigint, height: number, network: NetworkName): boolean {
  return name >= lowestUnlockedName(network, height) && !isReserved(name)
}

/** The inputs whose tapscript pushes the bytes of a name. Their outputs must also be taproot and old enough. */
export function committingInputs(transaction: Transaction, name: bigint): Outpoint[] {
  const commitment = commitmentOf(name)
  const { tapscripts } = transaction
  return transaction.inputs.filter((_, index) => {
    const tapscript = tapscripts[index]
    return tapscript !== undefined && pushes(tapscript, commitment)
  })
}
