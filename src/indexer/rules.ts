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
import { mergeMoves } from './mergedMoves.ts'
import {
  type Burn,
  type HeldOutput,
  heldAfter,
  type Move,
  Outputs,
  type Piece,
  type Receive,
  recordsOf,
  type Send,
  sumOf,
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
  /** The records of a transaction with more moves are merged. */
  maxMoves?: number
}

/** A transaction with more moves writes one record for each owner, rune and output, rune by rune. */
export const MAX_MOVES = 20_000

export type MintableRune = { height: number; terms: Terms | undefined; mints: bigint }

/** The script of a spent output, and the height of the block that has its transaction. */
export type Commitment = { script: Uint8Array; height: number }

/** A block, and the spent outputs that may commit to the names that it etches. */
export type SourceBlock = { block: Block; commitments: ReadonlyMap<Outpoint, Commitment> }

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
  return applyBlockWithin(block, chain, Number.POSITIVE_INFINITY) ?? []
}

/** The same; undefined if that is more than `maxRecords` records. It ends when it has made somewhat more. */
export function applyBlockWithin(
  block: Block,
  chain: Chain,
  maxRecords: number,
): TransactionChanges[] | undefined {
  const state = new State(block.height, chain, maxRecords)
  const changes: TransactionChanges[] = []
  for (const transaction of block.transactions) {
    const change = applyTransaction(transaction, state)
    if (state.recordsLeft < 0) return
    if (change !== undefined) changes.push(change)
  }
  return changes
}

/** The state of the chain within a block: what the transactions so far changed, before what was read. */
class State {
  readonly height: number
  readonly chain: Chain
  readonly outputs: Map<Outpoint, HeldOutput>
  readonly runes: Map<RuneId, MintableRune>
  readonly takenNames: Set<bigint>
  recordsLeft: number

  constructor(height: number, chain: Chain, maxRecords: number) {
    this.height = height
    this.chain = chain
    this.outputs = new Map(chain.outputs)
    this.runes = new Map(chain.runes)
    this.takenNames = new Set(chain.takenNames)
    this.recordsLeft = maxRecords
  }
}

function applyTransaction(transaction: Transaction, state: State): TransactionChanges | undefined {
  const { inputs, runestone: artifact } = transaction
  const isHeld = (outpoint: Outpoint) => state.outputs.has(outpoint)
  // Most transactions do nothing.
  if (artifact === undefined && !inputs.some(isHeld)) return
  const spent = [...new Set(inputs.filter(isHeld))]

  const pieces = spent.flatMap((outpoint) => piecesOf(state.outputs.get(outpoint)))
  for (const outpoint of spent) state.outputs.delete(outpoint)
  const effects = effectsOf(transaction, state)
  const { maxMoves = MAX_MOVES } = state.chain
  const { records, outputs } =
    countMoves(transaction) + pieces.length > maxMoves
      ? applyMerged(effects, pieces, state.recordsLeft)
      : applyEach(effects, pieces)
  state.recordsLeft -= records.length
  for (const { vout, output } of outputs) state.outputs.set(transaction.outpoint(vout), output)
  const { flaw, etched } = effects
  return records.length === 0 ? undefined : { transaction, flaw, etched, records, spent, outputs }
}

/** What the runestone of a transaction does, besides moving what the inputs bring. */
export type Effects = {
  artifact: Runestone | Cenotaph | undefined
  outputs: Outputs
  flaw: Flaw | undefined
  etched: EtchedRune | undefined
  minted: Minted | undefined
}
type Minted = { rune: RuneId; amount: bigint }

/** The same of a transaction that is applied apart from the others of its block. */
export function effectsOfOne(transaction: Transaction, height: number, chain: Chain): Effects {
  return effectsOf(transaction, new State(height, chain, 0))
}

function effectsOf(transaction: Transaction, state: State): Effects {
  const { outputs: scripts, runestone: artifact } = transaction
  const minted = artifact?.mint === undefined ? undefined : mint(artifact.mint, state)
  return {
    artifact,
    outputs: new Outputs(scripts, state.chain.network),
    flaw: artifact?.kind === 'cenotaph' ? artifact.flaw : undefined,
    minted,
    etched: artifact && etch(transaction, artifact, state),
  }
}

/** Those of a spent output, one for each rune. */
function piecesOf(output: HeldOutput | undefined): (Piece & { rune: RuneId })[] {
  const owner = output?.owner
  return [...(output?.amounts ?? [])].map(([rune, amount]) => {
    return { rune, owner, amount, origin: 'spent' }
  })
}

type Applied = Pick<TransactionChanges, 'records' | 'outputs'>

/** Carries out one move after the other, each with its own records. */
function applyEach(effects: Effects, pieces: (Piece & { rune: RuneId })[]): Applied {
  const { before, after } = ownRecords(effects)
  const moves = movesOf(effects, new Unallocated([...pieces, ...newPieces(effects)]))
  const records = moves.flatMap((move) => recordsOf(move, effects.outputs))
  return { records: [...before, ...records, ...after], outputs: heldAfter(moves, effects.outputs) }
}

/** The records of the runestone itself, before and after those of what it moves. */
export function ownRecords({ artifact, etched, minted }: Effects): {
  before: LedgerRecord[]
  after: LedgerRecord[]
} {
  const etching: LedgerRecord[] = etched ? [{ operation: 'etching', rune: etched.id }] : []
  if (minted === undefined) return isCenotaph(artifact) ? after(etching) : before(etching)
  if (!isCenotaph(artifact)) return before([...etching, { operation: 'mint', ...minted }])
  const burned = { address: undefined, vout: undefined, origin: 'mint', isMint: true } as const
  return after([...etching, { operation: 'burn', ...minted, ...burned }])
}

function before(records: LedgerRecord[]) {
  return { before: records, after: [] }
}

function after(records: LedgerRecord[]) {
  return { before: [], after: records }
}

function isCenotaph(artifact: Runestone | Cenotaph | undefined): artifact is Cenotaph {
  return artifact?.kind === 'cenotaph'
}

/** The units that a transaction premines and mints, behind those that its inputs bring. A cenotaph's burn at once. */
export function newPieces({ artifact, etched, minted }: Effects): (Piece & { rune: RuneId })[] {
  if (isCenotaph(artifact)) return []
  const owner = undefined
  const premine = etched?.etching.premine ?? 0n
  return [
    ...(etched ? [{ rune: etched.id, owner, amount: premine, origin: 'premine' as const }] : []),
    ...(minted ? [{ ...minted, owner, origin: 'mint' as const }] : []),
  ].filter(({ amount }) => amount > 0n)
}

/** A cenotaph burns all that it spends. */
function movesOf(effects: Effects, unallocated: Unallocated): Move[] {
  const { artifact, outputs } = effects
  if (isCenotaph(artifact)) {
    return unallocated.all.map(({ rune, ...piece }) => ({ rune, vout: undefined, pieces: [piece] }))
  }
  const moves: Move[] = []
  const allocate = (rune: RuneId, amount: bigint, vout: number | undefined) => {
    const pieces = unallocated.take(rune, amount)
    if (pieces.length > 0) moves.push({ rune, vout, pieces })
  }
  for (const edict of artifact?.edicts ?? []) {
    const rune = runeOf(edict, effects)
    if (rune !== undefined) applyEdict({ ...edict, rune }, { unallocated, outputs, allocate })
  }
  const rest = restOf(effects)
  for (const rune of unallocated.runes()) allocate(rune, unallocated.balance(rune), rest)
  return moves
}

function runeOf({ id }: Edict, { etched }: Effects): RuneId | undefined {
  return id === OWN_RUNE ? etched?.id : id
}

/** The output that gets what no edict moves: without a pointer, the first one that is not an OP_RETURN. */
function restOf({ artifact, outputs }: Effects): number | undefined {
  if (isCenotaph(artifact)) return
  return artifact?.pointer ?? outputs.destinations[0]
}

/** An amount of 0 means everything: to one output, or in equal parts to all that are not OP_RETURN. */
function applyEdict(
  { rune, amount, output }: Omit<Edict, 'id'> & { rune: RuneId },
  {
    unallocated,
    outputs,
    allocate,
  }: {
    unallocated: Unallocated
    outputs: Outputs
    allocate: (rune: RuneId, amount: bigint, vout: number) => void
  },
): void {
  const balance = unallocated.balance(rune)
  if (balance === 0n) return
  if (output < outputs.count) {
    allocate(rune, amount === 0n ? balance : amount, output)
    return
  }
  const count = BigInt(outputs.destinations.length)
  for (const [index, vout] of outputs.destinations.entries()) {
    const isExtra = BigInt(index) < balance % count
    allocate(rune, amount === 0n ? balance / count + (isExtra ? 1n : 0n) : amount, vout)
  }
}

/**
 * The moves that the edicts of a transaction ask for: edicts times the outputs that they reach. Counted without
 * making any.
 */
export function countMoves({ outputs, runestone }: Transaction): number {
  if (runestone?.kind !== 'runestone') return 0
  const destinations = outputs.filter((script) => !isOpReturn(script)).length
  return runestone.edicts.reduce(
    (count, { output }) => count + (output < outputs.length ? 1 : destinations),
    0,
  )
}

/** Carries out what would be too many moves, rune by rune. Ends when there are more than `maxRecords` records. */
function applyMerged(
  effects: Effects,
  pieces: (Piece & { rune: RuneId })[],
  maxRecords: number,
): Applied {
  const { before, after } = ownRecords(effects)
  const records = [...before]
  const held = new Map<number, Map<RuneId, bigint>>()
  const all = byRune([...pieces, ...newPieces(effects)], ({ rune }) => rune)
  const edicts = edictsByRune(effects)
  for (const rune of [...all.keys()].sort(compareRuneIds)) {
    const own = { rune, pieces: all.get(rune) ?? [], edicts: edicts.get(rune) ?? [] }
    for (const arrival of arrivalsOf(effects, own)) {
      records.push(...arrival.records)
      if (records.length > maxRecords) return { records, outputs: [] }
      if (arrival.held === undefined) continue
      const amounts = held.get(arrival.held.vout) ?? new Map<RuneId, bigint>()
      held.set(arrival.held.vout, amounts.set(rune, arrival.held.amount))
    }
  }
  const outputs = [...held].map(([vout, amounts]) => {
    return { vout, output: { owner: effects.outputs.ownerOf(vout), amounts } }
  })
  return { records: [...records, ...after], outputs }
}

/** The edicts about each rune, in their order. */
export function edictsByRune(effects: Effects): Map<RuneId, Edict[]> {
  const { artifact } = effects
  const edicts = artifact?.kind === 'runestone' ? artifact.edicts : []
  return byRune(edicts, (edict) => runeOf(edict, effects))
}

/** Groups values. Those without a rune are left out. */
function byRune<Value>(
  values: readonly Value[],
  runeOfValue: (value: Value) => RuneId | undefined,
): Map<RuneId, Value[]> {
  const groups = new Map<RuneId, Value[]>()
  for (const value of values) {
    const rune = runeOfValue(value)
    if (rune === undefined) continue
    const group = groups.get(rune)
    if (group === undefined) groups.set(rune, [value])
    else group.push(value)
  }
  return groups
}

/** The records of what arrives at an output, and what it holds then, if it is not burned. */
export type Arrival = {
  records: LedgerRecord[]
  held: { vout: number; amount: bigint } | undefined
}

/** What a transaction with merged records does to one rune, output by output. */
export function* arrivalsOf(
  effects: Effects,
  { rune, pieces, edicts }: { rune: RuneId; pieces: Piece[]; edicts: Edict[] },
): Generator<Arrival> {
  const { outputs } = effects
  for (const { vout, pieces: arrived } of mergeMoves({
    pieces,
    edicts,
    outputs,
    rest: restOf(effects),
  })) {
    const isHeld = vout !== undefined && !outputs.isBurning(vout)
    yield {
      records: recordsOf({ rune, vout, pieces: arrived }, outputs),
      held: isHeld ? { vout, amount: sumOf(arrived) } : undefined,
    }
  }
}

/** The runes that a transaction has not yet allocated to an output, in pieces by owner, first in first out. */
class Unallocated {
  /** What there was at first, in order. */
  readonly all: readonly (Piece & { rune: RuneId })[]
  readonly #queues = new Map<RuneId, { pieces: Piece[]; next: number; balance: bigint }>()

  constructor(all: readonly (Piece & { rune: RuneId })[]) {
    this.all = all
    for (const { rune, ...piece } of all) {
      const queue = this.#queues.get(rune) ?? { pieces: [], next: 0, balance: 0n }
      this.#queues.set(rune, queue)
      queue.pieces.push(piece)
      queue.balance += piece.amount
    }
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
  const isBroken = artifact.kind === 'cenotaph'
  const chosen = etchedName(artifact)
  if (isBroken ? chosen === undefined : artifact.etching === undefined) return
  if (chosen !== undefined && !isAccepted(chosen, transaction, state)) return
  const name = chosen ?? reservedName(state.height, transaction.index)
  const etching: Etching = (isBroken ? undefined : artifact.etching) ?? { turbo: false }
  const id = `${state.height}:${transaction.index}`
  state.takenNames.add(name)
  state.runes.set(id, { height: state.height, terms: etching.terms, mints: 0n })
  return { id, name, etching, isCenotaph: isBroken }
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
