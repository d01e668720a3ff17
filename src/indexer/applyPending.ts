import { setImmediate } from 'node:timers/promises'
import { type Outpoint, parseTransaction, type Transaction } from '../bitcoin/block.ts'
import { isNetworkName, type NetworkName } from '../bitcoin/networks.ts'
import { etchedName, type Flaw, type RuneId } from '../bitcoin/runestone.ts'
import type { Store } from '../database/database.ts'
import { readMeta } from '../database/meta.ts'
import { withoutCommitments } from './applyTransaction.ts'
import { DayWindow } from './dayWindow.ts'
import type { LedgerRecord, Verdict } from './effects.ts'
import { type ExpectedMovement, pendingMovementsOf } from './expectedMovement.ts'
import { IndexState } from './indexState.ts'
import { createIndexFinder } from './keyFinder.ts'
import {
  MAX_TRANSACTION_MOVES,
  type MempoolTransaction,
  type MempoolTransactions,
} from './mempoolTransactions.ts'
import type { HeldOutput } from './moves.ts'
import { readChain } from './readChain.ts'
import { applyBlock, type Chain, type MintableRune, type TransactionChanges } from './rules.ts'
import { type IndexTip, readIndexTip } from './writeBatch.ts'

/** What transactions of the mempool do, by their ids, after the block with the hash `tip`. */
export type AppliedPending = {
  tip: string
  movements: ExpectedMovement[]
  records: ReadonlyMap<string, LedgerRecord[]>
  /** The outputs with runes that each of them spends. */
  spent: ReadonlyMap<string, ReadonlyMap<Outpoint, HeldOutput>>
  /** Of those with a malformed runestone. */
  flaws: ReadonlyMap<string, Flaw>
  /** What of their runestones is refused, but for what only commitments to a name decide. */
  refusals: ReadonlyMap<string, Verdict[]>
  /** Those that are left out, because they or others ask for too many moves. */
  skipped: ReadonlySet<string>
  isOverBudget: boolean
}

/** Of all transactions together. */
const MAX_PENDING_MOVES = 200_000
/** What they spend is read together. */
const TRANSACTIONS_A_READ = 1000
const MOVES_BETWEEN_PAUSES = 1000

/**
 * Applies the rules to transactions of the mempool, as if the block after the newest one had them: each after those
 * that it spends from, and otherwise those with the highest fee rates first.
 */
export function applyPending(
  transactions: MempoolTransactions,
  store: Store,
): Promise<AppliedPending> {
  return store.readTransaction(async (query) => {
    const [tip, meta] = [await readIndexTip(query), await readMeta({ ...store, query }, 'runes')]
    const network = meta?.get('network') ?? ''
    const firstHeight = Number(meta?.get('first_height'))
    if (tip === undefined || !isNetworkName(network)) {
      return { ...NOTHING, tip: tip?.hash ?? '' }
    }
    const index = { store: { ...store, query }, network, tip, firstHeight }
    const block = new PendingBlock(transactions, index)
    const ordered = inOrder(transactions.moving())
    for (let at = 0; at < ordered.length; at += TRANSACTIONS_A_READ) {
      await block.add(ordered.slice(at, at + TRANSACTIONS_A_READ))
    }
    const { movements, records, spent, flaws, refusals, skipped, isOverBudget } = block
    return { tip: tip.hash, movements, records, spent, flaws, refusals, skipped, isOverBudget }
  })
}

const NOTHING = {
  movements: [],
  records: new Map(),
  spent: new Map(),
  flaws: new Map(),
  refusals: new Map(),
  skipped: new Set<string>(),
  isOverBudget: false,
}

type Entry = [id: string, transaction: MempoolTransaction]
type Rank = { feeRate: number; position: number; depth: number }

/** A child counts as paying no more than those that it spends from, and as listed no earlier. It comes after them. */
function inOrder(transactions: ReadonlyMap<string, MempoolTransaction>): Entry[] {
  const ranks = new Map<string, Rank>()
  function rankOf(id: string): Rank | undefined {
    const transaction = transactions.get(id)
    const known = ranks.get(id)
    if (transaction === undefined || known !== undefined) return known
    const rank = { feeRate: transaction.feeRate ?? 0, position: transaction.position, depth: 0 }
    for (const parent of transaction.parents) {
      const { feeRate, position, depth } = rankOf(parent) ?? rank
      rank.feeRate = Math.min(rank.feeRate, feeRate)
      rank.position = Math.max(rank.position, position)
      rank.depth = Math.max(rank.depth, depth + 1)
    }
    ranks.set(id, rank)
    return rank
  }
  const ranked = [...transactions].flatMap((entry) => {
    const rank = rankOf(entry[0])
    return rank === undefined ? [] : [{ entry, rank }]
  })
  ranked.sort(({ rank: one }, { rank: two }) => {
    return two.feeRate - one.feeRate || one.position - two.position || one.depth - two.depth
  })
  return ranked.map(({ entry }) => entry)
}

type IndexOptions = { store: Store; network: NetworkName; tip: IndexTip; firstHeight: number }
type Applicable = {
  id: string
  known: MempoolTransaction
  spent: Outpoint[]
  transaction: Transaction
}

/** What the transactions so far do. Their moves are counted before they are made. */
class PendingBlock {
  readonly movements: ExpectedMovement[] = []
  readonly records = new Map<string, LedgerRecord[]>()
  readonly spent = new Map<string, ReadonlyMap<Outpoint, HeldOutput>>()
  readonly flaws = new Map<string, Flaw>()
  readonly refusals = new Map<string, Verdict[]>()
  readonly skipped = new Set<string>()
  isOverBudget = false
  readonly #transactions: MempoolTransactions
  readonly #index: IndexOptions
  #moves = 0
  /** The outputs of these transactions that hold runes and that none of them spends. */
  readonly #outputs = new Map<Outpoint, HeldOutput>()
  readonly #runes = new Map<RuneId, MintableRune>()
  readonly #takenNames = new Set<bigint>()

  constructor(transactions: MempoolTransactions, index: IndexOptions) {
    this.#transactions = transactions
    this.#index = index
  }

  async add(entries: Entry[]): Promise<void> {
    const applicable = this.#select(entries)
    const outputs = await this.#readOutputs(applicable)
    let pausedAt = this.#moves
    for (const one of applicable) {
      this.#apply(one, outputs)
      if (this.#moves - pausedAt < MOVES_BETWEEN_PAUSES) continue
      // This thread answers others meanwhile.
      await setImmediate()
      pausedAt = this.#moves
    }
  }

  /** Leaves out what is too much before it is read from the index. */
  #select(entries: Entry[]): Applicable[] {
    let moves = this.#moves
    return entries.flatMap(([id, known]): Applicable[] => {
      const inputs = this.#transactions.heldInputs(known)
      const asked = countMovesOf(
        known,
        inputs.reduce((sum, [, runes]) => sum + runes, 0),
      )
      if (!this.#admits(id, known, { asked, before: moves })) return []
      moves += asked
      const bytes = Buffer.from(known.moving?.bytes ?? '', 'latin1')
      const spent = inputs.map(([outpoint]) => outpoint)
      return [{ id, known, spent, transaction: parseTransaction(bytes, 0) }]
    })
  }

  #admits(
    id: string,
    { parents }: MempoolTransaction,
    { asked, before }: { asked: number; before: number },
  ): boolean {
    const isTooLarge = asked > MAX_TRANSACTION_MOVES
    const isOverBudget = !isTooLarge && before + asked > MAX_PENDING_MOVES
    if (isOverBudget) this.isOverBudget = true
    if (!isTooLarge && !isOverBudget && !parents.some((parent) => this.skipped.has(parent))) {
      return true
    }
    this.skipped.add(id)
    return false
  }

  /** The outputs of the index that they spend. Also reads the runes that they mint. */
  async #readOutputs(applicable: Applicable[]): Promise<Map<Outpoint, HeldOutput>> {
    const { store, network, tip, firstHeight } = this.#index
    const spent = new Set(applicable.flatMap((one) => one.spent))
    const state = new IndexState(store, network, { firstHeight, tip, window: new DayWindow() })
    const finder = createIndexFinder(store)
    state.finder = { ...finder, mayHaveOutput: (outpoint) => spent.has(outpoint) }
    const transactions = applicable.map(({ transaction }) => transaction)
    const { outputs, runes, takenNames } = await readChain(state, this.#blockOf(transactions))
    for (const name of takenNames) this.#takenNames.add(name)
    for (const [id, rune] of runes) {
      if (!this.#runes.has(id)) this.#runes.set(id, rune)
    }
    return new Map(outputs)
  }

  #apply({ id, known, transaction }: Applicable, indexOutputs: Map<Outpoint, HeldOutput>): void {
    const outputs = new Map<Outpoint, HeldOutput>()
    for (const outpoint of transaction.inputs) {
      const output = this.#outputs.get(outpoint) ?? indexOutputs.get(outpoint)
      if (output !== undefined) outputs.set(outpoint, output)
    }
    const runes = [...outputs.values()].reduce((sum, { amounts }) => sum + amounts.size, 0)
    const asked = countMovesOf(known, runes)
    if (!this.#admits(id, known, { asked, before: this.#moves })) return
    this.#moves += asked
    this.spent.set(id, outputs)
    const { runestone } = transaction
    if (runestone?.kind === 'cenotaph') this.flaws.set(id, runestone.flaw)
    for (const outpoint of outputs.keys()) {
      this.#outputs.delete(outpoint)
      indexOutputs.delete(outpoint)
    }
    const chain = this.#chainOf(transaction, outputs)
    for (const changes of applyBlock(this.#blockOf([transaction]), chain)) {
      this.refusals.set(id, withoutCommitments(changes.refusals))
      if (changes.records.length > 0) this.#note(id, changes)
    }
  }

  #blockOf(transactions: Transaction[]) {
    const { height, hash } = this.#index.tip
    return { height: height + 1, hash: '', parent: hash, timestamp: 0, transactions }
  }

  /** Commitments to names are left out: only blocks prove them. */
  #chainOf({ runestone }: Transaction, outputs: Chain['outputs']): Chain {
    const rune = this.#runes.get(runestone?.mint ?? '')
    const runes = new Map(runestone?.mint && rune ? [[runestone.mint, rune]] : [])
    const { network, firstHeight } = this.#index
    // The rules copy it for each transaction.
    const name = etchedName(runestone)
    const isTaken = name !== undefined && this.#takenNames.has(name)
    const takenNames = new Set(isTaken ? [name] : [])
    return { network, firstHeight, outputs, runes, takenNames, commitments: new Map() }
  }

  #note(txId: string, { transaction, records, outputs }: TransactionChanges): void {
    // An etching without a name needs no commitment. Its rune is not known until a block has it.
    const etched = `${this.#index.tip.height + 1}:${transaction.index}`
    for (const { vout, output } of outputs) {
      const known = output.amounts.has(etched) ? without(output, etched) : output
      if (known.amounts.size > 0) this.#outputs.set(transaction.outpoint(vout), known)
    }
    const known = records.filter(({ rune }) => rune !== etched)
    this.records.set(txId, known)
    for (const record of known) {
      if (record.operation === 'mint') this.#countMint(record.rune)
    }
    for (const movement of pendingMovementsOf(txId, known)) this.movements.push(movement)
  }

  #countMint(id: RuneId): void {
    const rune = this.#runes.get(id)
    if (rune) this.#runes.set(id, { ...rune, mints: rune.mints + 1n })
  }
}

function without(output: HeldOutput, etched: RuneId): HeldOutput {
  return { ...output, amounts: new Map([...output.amounts].filter(([rune]) => rune !== etched)) }
}

/** Each rune of a spent output is moved at least once, and each transaction counts. */
function countMovesOf({ moving }: MempoolTransaction, runes: number): number {
  return Math.max(1, (moving?.edictMoves ?? 0) + runes)
}
