import type { Block, Outpoint, Transaction } from '../bitcoin/block.ts'
import { mintBounds } from '../bitcoin/mintTerms.ts'
import type { NetworkName } from '../bitcoin/networks.ts'
import type { SpentOutput } from '../bitcoin/node.ts'
import { commitmentOf, isReserved, lowestUnlockedName, reservedName } from '../bitcoin/runeNames.ts'
import {
  type Cenotaph,
  type Etching,
  etchedName,
  type Flaw,
  type RuneId,
  type Runestone,
  type Terms,
} from '../bitcoin/runestone.ts'
import { isTaproot, pushes } from '../bitcoin/script.ts'
import {
  applyEach,
  applyMerged,
  countMoves,
  type Effects,
  type EtchedRune,
  type LedgerRecord,
  MAX_SINGLE_MOVES,
  type Minted,
} from './effects.ts'
import { type HeldOutput, Outputs, type Piece } from './moves.ts'

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
  commitments: ReadonlyMap<Outpoint, SpentOutput>
  /** The records of a transaction with more moves are merged. */
  maxSingleMoves?: number
}

export type MintableRune = { height: number; terms: Terms | undefined; mints: bigint }

/** A block, and the spent outputs that may commit to the names that it etches. */
export type SourceBlock = { block: Block; commitments: ReadonlyMap<Outpoint, SpentOutput> }

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
  const { maxSingleMoves = MAX_SINGLE_MOVES } = state.chain
  const { records, outputs } =
    countMoves(transaction) + pieces.length > maxSingleMoves
      ? applyMerged(effects, pieces, state.recordsLeft)
      : applyEach(effects, pieces)
  state.recordsLeft -= records.length
  for (const { vout, output } of outputs) state.outputs.set(transaction.outpoint(vout), output)
  const { flaw, etched } = effects
  return records.length === 0 ? undefined : { transaction, flaw, etched, records, spent, outputs }
}

/** The effects of a transaction that is applied apart from the others of its block. */
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
function isAvailable(name: bigint, height: number, network: NetworkName): boolean {
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
