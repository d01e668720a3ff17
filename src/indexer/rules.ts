import { addressOf } from '../bitcoin/addresses.ts'
import type { Block, Outpoint, Transaction } from '../bitcoin/block.ts'
import { areNeverOpen, mintBounds } from '../bitcoin/mintTerms.ts'
import { NETWORKS, type NetworkName } from '../bitcoin/networks.ts'
import {
  commitmentOf,
  isReserved,
  lowestUnlockedName,
  nameOfNumber,
  reservedName,
  spaceName,
} from '../bitcoin/runeNames.ts'
import {
  type Cenotaph,
  type Etching,
  etchedName,
  type Flaw,
  type RuneId,
  type Runestone,
  splitRuneId,
  type Terms,
} from '../bitcoin/runestone.ts'
import { isTaproot, pushes } from '../bitcoin/script.ts'
import type { SpentOutput } from '../bitcoin/spentOutputs.ts'
import type { RefusalReason } from '../database/refusals.ts'
import {
  applyEach,
  applyMerged,
  countMoves,
  type Effects,
  type EtchedRune,
  type LedgerRecord,
  MAX_SINGLE_MOVES,
  type Minted,
  restOf,
  type Verdict,
} from './effects.ts'
import { type HeldOutput, Outputs, type Piece } from './moves.ts'

// The runes protocol: what a block does to runes. Pure: what it needs to know is read beforehand. The rules
// are those of `ord` (src/index/updater/rune_updater.rs).

/** What the chain before a block holds, of what the block names. */
export type Chain = {
  network: NetworkName
  /** Of the first block of the index, if it lacks some: what was etched before is not known. */
  firstHeight?: number | undefined
  /** The outputs that the block spends and that hold runes. */
  outputs: ReadonlyMap<Outpoint, HeldOutput>
  /** The runes that the block mints. */
  runes: ReadonlyMap<RuneId, MintableRune>
  /** The names that the block etches and that are taken. */
  takenNames: ReadonlySet<bigint>
  /** The spent outputs that may commit to the names that the block etches. */
  commitments: Commitments
  /** The records of a transaction with more moves are merged. */
  maxSingleMoves?: number
}

export type MintableRune = {
  height: number
  terms: Terms | undefined
  mints: bigint
  isCenotaph: boolean
}

/**
 * A spent output that may commit to a name. `payer` is the script of the first output that its own transaction
 * spends, if that is known.
 */
export type Commitment = SpentOutput & { payer?: Uint8Array | undefined }
export type Commitments = ReadonlyMap<Outpoint, Commitment>

/** A block, and the spent outputs that may commit to the names that it etches. */
export type SourceBlock = { block: Block; commitments: Commitments }

/** What a transaction does to runes. */
export type TransactionChanges = {
  transaction: Transaction
  flaw: Flaw | undefined
  etched: EtchedRune | undefined
  refusals: Verdict[]
  /** There may be none, if something was refused. */
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
  const { maxSingleMoves = MAX_SINGLE_MOVES } = state.chain
  const { records, outputs } =
    countMoves(transaction) + pieces.length > maxSingleMoves
      ? applyMerged(effects, pieces, state.recordsLeft)
      : applyEach(effects, pieces)
  state.recordsLeft -= records.length
  for (const { vout, output } of outputs) state.outputs.set(transaction.outpoint(vout), output)
  const { flaw, etched, refusals } = effects
  if (records.length === 0 && refusals.length === 0) return
  return { transaction, flaw, etched, refusals, records, spent, outputs }
}

/** The effects of a transaction that is applied apart from the others of its block. */
export function effectsOfOne(transaction: Transaction, height: number, chain: Chain): Effects {
  return effectsOf(transaction, new State(height, chain, 0))
}

function effectsOf(transaction: Transaction, state: State): Effects {
  const { outputs: scripts, runestone: artifact } = transaction
  const outputs = new Outputs(scripts, state.chain.network)
  // A mint comes before the etching, so that no transaction mints the rune that it etches.
  const mint = artifact?.mint === undefined ? undefined : applyMint(artifact.mint, state)
  const etching = artifact && etch(transaction, artifact, state)
  const { etched } = etching ?? {}
  const isOwn = etched !== undefined && etched.id === artifact?.mint
  const refused = [
    mint?.refused && (isOwn ? { ...mint.refused, reason: 'own-rune' as const } : mint.refused),
    etching?.refused,
  ].filter((refusal) => refusal !== undefined)
  const rest = restOf({ artifact, outputs })
  const address = rest === undefined ? undefined : outputs.ownerOf(rest)
  return {
    artifact,
    outputs,
    flaw: artifact?.kind === 'cenotaph' ? artifact.flaw : undefined,
    minted: mint?.minted,
    etched,
    refusals: refused.map((refusal) => ({ ...refusal, address })),
  }
}

/** Those of a spent output, one for each rune. */
function piecesOf(output: HeldOutput | undefined): (Piece & { rune: RuneId })[] {
  const owner = output?.owner
  return [...(output?.amounts ?? [])].map(([rune, amount]) => {
    return { rune, owner, amount, origin: 'spent' }
  })
}

/** A refusal without the address that it concerns. */
type Refused = Omit<Verdict, 'address'>
type MintVerdict =
  | { minted: Minted; refused?: undefined }
  | { minted?: undefined; refused: Refused }

/** Mints a rune if its terms allow it in this block. */
function applyMint(id: RuneId, state: State): MintVerdict {
  const rune = state.runes.get(id)
  const reason = rune === undefined ? reasonOfUnknown(id, state.chain) : reasonOf(rune, state)
  if (rune === undefined || reason !== undefined) {
    return { refused: { part: 'mint', reason: reason ?? 'unknown-rune', rune: id } }
  }
  state.runes.set(id, { ...rune, mints: rune.mints + 1n })
  return { minted: { rune: id, amount: rune.terms?.amount ?? 0n } }
}

function reasonOfUnknown(id: RuneId, { network, firstHeight = 0 }: Chain): RefusalReason {
  const [height] = splitRuneId(id, BigInt)
  const isOlder = height >= NETWORKS[network].firstRuneHeight && height < firstHeight
  return isOlder ? 'older-rune' : 'unknown-rune'
}

/** Why a rune cannot be minted in a block; undefined if it can. Without a cap, its terms allow no mint. */
function reasonOf(rune: MintableRune, { height }: State): RefusalReason | undefined {
  if (rune.isCenotaph) return 'cenotaph-rune'
  const cap = rune.terms?.cap ?? 0n
  if (rune.terms === undefined || cap === 0n) return 'no-mint'
  if (areNeverOpen(rune.terms, rune.height)) return 'never-open'
  const { start, end } = mintBounds(rune.terms, rune.height)
  if (height < start) return 'before-start'
  if (end !== undefined && height >= end) return 'after-end'
  return rune.mints >= cap ? 'after-cap' : undefined
}

type EtchingVerdict =
  | { etched: EtchedRune; refused?: undefined }
  | { etched?: undefined; refused: Refused }

/** Etches a rune, unless its name is locked, reserved, taken or not committed to. */
function etch(
  transaction: Transaction,
  artifact: Runestone | Cenotaph,
  state: State,
): EtchingVerdict | undefined {
  const isCenotaph = artifact.kind === 'cenotaph'
  const chosen = etchedName(artifact)
  if (isCenotaph ? chosen === undefined : artifact.etching === undefined) return
  const etching: Etching = (isCenotaph ? undefined : artifact.etching) ?? { turbo: false }
  const refused = chosen === undefined ? undefined : refuseName(chosen, transaction, state)
  if (chosen !== undefined && refused !== undefined) {
    const name = spaceName(nameOfNumber(chosen), etching.spacers ?? 0)
    return { refused: { part: 'etching', name, ...refused } }
  }
  const name = chosen ?? reservedName(state.height, transaction.index)
  const id = `${state.height}:${transaction.index}`
  state.takenNames.add(name)
  state.runes.set(id, { height: state.height, terms: etching.terms, mints: 0n, isCenotaph })
  const payer = chosen === undefined ? undefined : payerOf(chosen, transaction, state)
  return { etched: { id, name, etching, isCenotaph, payer } }
}

/** Why a name cannot be etched by a transaction; undefined if it can. */
function refuseName(
  name: bigint,
  transaction: Transaction,
  { chain, height, takenNames }: State,
): Pick<Refused, 'reason' | 'confirmations'> | undefined {
  if (name < lowestUnlockedName(chain.network, height)) return { reason: 'name-locked' }
  if (isReserved(name)) return { reason: 'name-reserved' }
  if (takenNames.has(name)) return { reason: 'name-taken' }
  const ages = committingInputs(transaction, name).flatMap((outpoint) => {
    const commitment = chain.commitments.get(outpoint)
    const isCommitment = commitment !== undefined && isTaproot(commitment.script)
    return isCommitment ? [height - commitment.height + 1] : []
  })
  if (ages.length === 0) return { reason: 'no-commitment' }
  const confirmations = Math.max(...ages)
  if (confirmations >= COMMITMENT_CONFIRMATIONS) return
  return { reason: 'young-commitment', confirmations }
}

/** Who paid for the commitment with which a transaction etches a name. */
function payerOf(
  name: bigint,
  transaction: Transaction,
  { height, chain: { network, commitments } }: State,
): string | undefined {
  const outpoint = findCommitment(transaction, name, { height, commitments })
  const payer = outpoint === undefined ? undefined : commitments.get(outpoint)?.payer
  return payer && addressOf(payer, network)
}

/** The first spent output that commits to a name, is taproot, and is old enough at a height. */
export function findCommitment(
  transaction: Transaction,
  name: bigint,
  { height, commitments }: { height: number; commitments: Commitments },
): Outpoint | undefined {
  return committingInputs(transaction, name).find((outpoint) => {
    const commitment = commitments.get(outpoint)
    if (commitment === undefined || !isTaproot(commitment.script)) return false
    return height - commitment.height + 1 >= COMMITMENT_CONFIRMATIONS
  })
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
