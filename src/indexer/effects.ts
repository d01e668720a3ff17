import type { Transaction } from '../bitcoin/block.ts'
import {
  type Cenotaph,
  compareRuneIds,
  type Edict,
  type Etching,
  type Flaw,
  OWN_RUNE,
  type RuneId,
  type Runestone,
} from '../bitcoin/runestone.ts'
import { isOpReturn } from '../bitcoin/script.ts'
import type { RefusalReason, RefusedPart } from '../database/refusals.ts'
import { mergeMoves } from './mergedMoves.ts'
import {
  type Burn,
  type HeldOutput,
  heldAfter,
  type Move,
  type Outputs,
  type Piece,
  type Receive,
  recordsOf,
  type Send,
  sumOf,
} from './moves.ts'

// What a transaction moves, once it is known what it etches and mints: one move after the other, or, if they are too
// many, rune by rune.

/** A transaction with more moves writes one record for each owner, rune and output, rune by rune. */
export const MAX_SINGLE_MOVES = 20_000

/**
 * A rune as it was etched. A cenotaph's has no parameters but its name. `payer` is the address that paid for the
 * commitment to the name, if that is known.
 */
export type EtchedRune = {
  id: RuneId
  name: bigint
  etching: Etching
  isCenotaph: boolean
  payer: string | undefined
}

/** A row of the ledger, which may be that of an address. `docs/api.md` describes the operations. */
export type LedgerRecord =
  | { operation: 'etching'; rune: RuneId; address?: undefined }
  | { operation: 'mint'; rune: RuneId; amount: bigint; address?: undefined }
  | Burn
  | Receive
  | Send

/** What a record adds to what its address holds or, if it has none, to what outputs without an address hold. */
export function changeOfBalance(record: LedgerRecord): bigint {
  switch (record.operation) {
    case 'etching':
    case 'mint':
      return 0n
    case 'receive':
      return record.amount
    case 'send':
      return -record.amount
    case 'burn':
      // New units that burn at once were in no output.
      return record.origin === 'spent' ? -record.amount : 0n
  }
}

/** What the runestone of a transaction does, besides moving what the inputs bring. */
export type Effects = {
  artifact: Runestone | Cenotaph | undefined
  outputs: Outputs
  flaw: Flaw | undefined
  etched: EtchedRune | undefined
  minted: Minted | undefined
  refusals: Verdict[]
}
/** What a runestone asked for and did not get: a mint of a rune, or an etching with a name. */
export type Verdict = {
  part: RefusedPart
  reason: RefusalReason
  rune?: RuneId | undefined
  /** With its spacers. */
  name?: string | undefined
  /** Of the commitment, if it is too young. */
  confirmations?: number | undefined
  /** The owner of the output that would have received: the one of the pointer, else the first. */
  address?: string | undefined
}
export type Minted = { rune: RuneId; amount: bigint }

/** The records of a transaction, and the outputs that hold runes after it. */
type Applied = { records: LedgerRecord[]; outputs: { vout: number; output: HeldOutput }[] }

/** Carries out one move after the other, each with its own records. */
export function applyEach(effects: Effects, pieces: (Piece & { rune: RuneId })[]): Applied {
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
  const own: LedgerRecord[] = [
    ...(etched ? [{ operation: 'etching', rune: etched.id } as const] : []),
    ...(minted ? [{ operation: 'mint', ...minted } as const] : []),
  ]
  if (!isCenotaph(artifact)) return { before: own, after: [] }
  const nowhere = { address: undefined, vout: undefined, origin: 'mint' } as const
  const burned = minted && minted.amount > 0n
  return {
    before: [],
    after: burned ? [...own, { operation: 'burn', ...minted, ...nowhere }] : own,
  }
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
export function restOf({
  artifact,
  outputs,
}: Pick<Effects, 'artifact' | 'outputs'>): number | undefined {
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
export function applyMerged(
  effects: Effects,
  pieces: (Piece & { rune: RuneId })[],
  maxRecords: number,
): Applied {
  const { before, after } = ownRecords(effects)
  const records = [...before]
  const amountsByVout = new Map<number, Map<RuneId, bigint>>()
  const all = byRune([...pieces, ...newPieces(effects)], ({ rune }) => rune)
  const edicts = edictsByRune(effects)
  for (const rune of [...all.keys()].sort(compareRuneIds)) {
    const own = { rune, pieces: all.get(rune) ?? [], edicts: edicts.get(rune) ?? [] }
    for (const arrival of arrivalsOf(effects, own)) {
      records.push(...arrival.records)
      if (records.length > maxRecords) return { records, outputs: [] }
      if (arrival.output === undefined) continue
      const amounts = amountsByVout.get(arrival.output.vout) ?? new Map<RuneId, bigint>()
      amountsByVout.set(arrival.output.vout, amounts.set(rune, arrival.output.amount))
    }
  }
  const outputs = [...amountsByVout].map(([vout, amounts]) => {
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
  output: { vout: number; amount: bigint } | undefined
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
      output: isHeld ? { vout, amount: sumOf(arrived) } : undefined,
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
