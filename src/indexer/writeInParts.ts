import { setImmediate } from 'node:timers/promises'
import type { Block, Outpoint, Transaction } from '../bitcoin/block.ts'
import type { Edict, RuneId } from '../bitcoin/runestone.ts'
import { countWrite } from '../database/meta.ts'
import { BlockWriter } from './applyChanges.ts'
import {
  arrivalsOf,
  countMoves,
  type Effects,
  edictsByRune,
  type LedgerRecord,
  newPieces,
  ownRecords,
} from './effects.ts'
import type { IndexState } from './indexState.ts'
import { loadAtEnd, loadChanged } from './loadChanged.ts'
import type { Piece } from './moves.ts'
import {
  countPieces,
  expectKnown,
  findOutputKeys,
  loadOutputsOfRunes,
  loadRunes,
  loadRunesById,
  type OutputKey,
  readChain,
  readChainWithin,
  readRunes,
} from './readChain.ts'
import {
  applyBlock,
  applyBlockWithin,
  effectsOfOne,
  type SourceBlock,
  type TransactionChanges,
} from './rules.ts'
import type { OutputState } from './states.ts'
import { deleteOldUndo, expectTip } from './writeBatch.ts'

export type PartOptions = {
  /** Whether what the block replaces is recorded. */
  isUndoable: boolean
  /** Stops between two parts; then nothing of the block is written. */
  signal?: AbortSignal | undefined
  onPart?: ((progress: PartProgress) => void) | undefined
}

/** How many of a block's transactions are written, and how many records. */
export type PartProgress = { height: number; transactions: number; of: number; records: number }

/**
 * Applies and writes the block after the tip in parts, in one database transaction, so that its size in memory
 * does not depend on the block. The row in `blocks` comes last. If it fails, the state in memory is void.
 * @throws {LostLock} and what else a write throws.
 */
export async function writeInParts(
  state: IndexState,
  source: SourceBlock,
  options: PartOptions,
): Promise<void> {
  await state.write()
  // From here on, runes that the cache forgets are read from the database.
  state.forgetUnwritten()
  await state.store.transaction(async (query) => {
    await expectTip(query, state.tip)
    state.query = query
    await new PartWriter(state, source, options).write()
    await deleteOldUndo(query, state.tip.height)
    await countWrite(query, 'runes')
  })
  state.query = state.store.query
  state.forgetUnwritten()
}

class PartWriter {
  readonly #state: IndexState
  readonly #block: Block
  readonly #commitments: SourceBlock['commitments']
  readonly #options: PartOptions
  readonly #writer: BlockWriter
  #part = 0
  #transactions = 0

  constructor(state: IndexState, { block, commitments }: SourceBlock, options: PartOptions) {
    this.#state = state
    this.#block = block
    this.#commitments = commitments
    this.#options = options
    this.#writer = new BlockWriter(state, block)
  }

  async write(): Promise<void> {
    const { transactions } = this.#block
    // As many transactions a part as fit into it.
    for (let count = transactions.length; this.#transactions < transactions.length; ) {
      const some = transactions.slice(this.#transactions, this.#transactions + count)
      if (await this.#writeTogether(some)) {
        this.#transactions += some.length
        count *= 2
      } else if (some.length > 1) {
        count = Math.ceil(some.length / 2)
      } else {
        for (const transaction of some) await this.#writeAlone(transaction)
        this.#transactions += 1
      }
    }
    await this.#finish()
  }

  /** Writes transactions as one part. Returns false if they make too many records for one. */
  async #writeTogether(transactions: Transaction[]): Promise<boolean> {
    const { partRecords } = this.#state.limits
    const block = { ...this.#block, transactions }
    const chain = await readChainWithin(this.#state, block, partRecords)
    const commitments = this.#commitments
    const changes = chain && applyBlockWithin(block, { ...chain, commitments }, partRecords)
    if (changes === undefined) return false
    await this.#writeChanges(changes)
    return true
  }

  async #writeChanges(changes: TransactionChanges[]): Promise<void> {
    const records = changes.flatMap((change) => change.records)
    await this.#writePart(records, () => {
      for (const change of changes) this.#writer.addTransaction(change)
    })
  }

  /** Writes a transaction that is too large for one part: some of its runes after the others. */
  async #writeAlone(transaction: Transaction): Promise<void> {
    const state = this.#state
    const block = { ...this.#block, transactions: [transaction] }
    // Its outputs are loaded in part from now on.
    state.outputs.clear()
    const outputKeys = await findOutputKeys(state, transaction.inputs)
    const counts = await countPieces(state, outputKeys)
    const pieceCount = [...counts.values()].reduce((sum, count) => sum + count, 0)
    const commitments = this.#commitments
    if (countMoves(transaction) + pieceCount <= state.limits.maxSingleMoves) {
      const chain = { ...(await readChain(state, block)), commitments }
      await this.#writeChanges(applyBlock(block, chain))
      return
    }
    const chain = { ...(await readRunes(state, block)), outputs: new Map(), commitments }
    const effects = effectsOfOne(transaction, block.height, chain)
    await new TransactionParts(transaction, effects, {
      state,
      writer: this.#writer,
      outputKeys,
      writePart: (records, apply) => this.#writePart(records, apply),
    }).write(counts)
  }

  /** Loads what the records touch, applies them, and writes and forgets what changed. */
  async #writePart(records: LedgerRecord[], apply: () => void): Promise<void> {
    await loadChanged(this.#state, records, this.#writer.day)
    this.#state.begin(this.#options.isUndoable)
    apply()
    await this.#insert()
    const { height, transactions } = this.#block
    const [written, of] = [this.#transactions, transactions.length]
    const { recordCount } = this.#writer
    this.#options.onPart?.({ height, transactions: written, of, records: recordCount })
    // Lets the request to stop in.
    await setImmediate()
    this.#options.signal?.throwIfAborted()
  }

  async #finish(): Promise<void> {
    await loadRunes(this.#state, this.#writer.unfinishedRunes)
    const dueRunes = await loadAtEnd(this.#state, this.#writer)
    this.#state.begin(this.#options.isUndoable)
    this.#writer.finish(dueRunes)
    this.#state.addBlock(...this.#writer.blockRow())
    await this.#insert()
  }

  async #insert(): Promise<void> {
    const { query, store } = this.#state
    this.#state.end(this.#writer.takeRows(), { height: this.#block.height, part: this.#part++ })
    for (const insertion of this.#state.takeInsertions()) await store.insert(query, insertion)
  }
}

type TransactionContext = {
  state: IndexState
  writer: BlockWriter
  /** Of the inputs that hold runes. */
  outputKeys: OutputKey[]
  writePart: (records: LedgerRecord[], apply: () => void) => Promise<void>
}

/** Writes a transaction whose records are merged, rune by rune, in parts. */
class TransactionParts {
  readonly #transaction: Transaction
  readonly #effects: Effects
  readonly #context: TransactionContext
  readonly #edicts: Map<RuneId, Edict[]>
  /** Undefined until the first part is applied. */
  #tx: TransactionWriter | undefined
  /** What the next part applies. */
  #next = noPart()
  /** The outputs that the key finder is told of at the end, each with its transaction. */
  readonly #spent = new Map<Outpoint, number>()
  readonly #created = new Set<Outpoint>()

  constructor(transaction: Transaction, effects: Effects, context: TransactionContext) {
    this.#transaction = transaction
    this.#effects = effects
    this.#context = context
    this.#edicts = edictsByRune(effects)
  }

  /** `counts`: how many pieces of each rune the inputs bring, by its id in the database. */
  async write(counts: Map<number, number>): Promise<void> {
    const { before, after } = ownRecords(this.#effects)
    this.#next.records.push(...before)
    for (const runes of this.#inParts(counts)) {
      await this.#moveSpent(runes)
      await this.#writeNext()
    }
    // The rune that is etched follows all others.
    const { etched } = this.#effects
    if (etched !== undefined) await this.#move(etched.id, [])
    this.#next.records.push(...after)
    this.#next.isLast = true
    await this.#writeNext()
    this.#updateFinder()
  }

  /**
   * The runes that the inputs bring, and the one that is minted, in the order of the chain, as are their ids in the
   * database. The pieces of each list fit into a part.
   */
  #inParts(counts: Map<number, number>): number[][] {
    const { state } = this.#context
    const minted = state.runes.get(this.#effects.minted?.rune ?? '')
    if (minted !== undefined && !counts.has(minted.id)) counts.set(minted.id, 0)
    const parts: number[][] = []
    let pieces = Number.POSITIVE_INFINITY
    for (const [rune, count] of [...counts].sort(([one], [two]) => one - two)) {
      pieces += count
      const isFull = pieces > state.limits.partRecords
      if (isFull) pieces = count
      if (isFull) parts.push([rune])
      else parts.at(-1)?.push(rune)
    }
    return parts
  }

  async #moveSpent(keys: number[]): Promise<void> {
    const { state, outputKeys } = this.#context
    const range = { first: keys[0] ?? 0, last: keys.at(-1) ?? 0 }
    const outputs = await loadOutputsOfRunes(state, outputKeys, range)
    const pieces = new Map<RuneId, Piece[]>()
    for (const outpoint of new Set(this.#transaction.inputs)) {
      const output = outputs.get(outpoint)
      if (output === undefined) continue
      this.#spent.set(outpoint, output.tx)
      this.#next.spent.push(output)
      for (const { rune, amount } of output.amounts) {
        const piece: Piece = { owner: output.owner?.address, amount, origin: 'spent' }
        const own = pieces.get(rune.runeId)
        if (own === undefined) pieces.set(rune.runeId, [piece])
        else own.push(piece)
      }
    }
    const runes = await loadRunesById(state, keys)
    for (const key of keys) {
      const { runeId } = expectKnown(runes.get(key))
      await this.#move(runeId, pieces.get(runeId) ?? [])
    }
  }

  async #move(rune: RuneId, spent: Piece[]): Promise<void> {
    const { partRecords } = this.#context.state.limits
    for (const { records, output } of arrivalsOf(this.#effects, this.#toMove(rune, spent))) {
      for (const record of records) this.#next.records.push(record)
      if (output !== undefined) this.#addAmount(output.vout, rune, output.amount)
      if (this.#next.records.length >= partRecords) await this.#writeNext()
    }
  }

  #toMove(rune: RuneId, spent: Piece[]) {
    const added = newPieces(this.#effects).filter((piece) => piece.rune === rune)
    return { rune, pieces: [...spent, ...added], edicts: this.#edicts.get(rune) ?? [] }
  }

  #addAmount(vout: number, rune: RuneId, amount: bigint): void {
    const amounts = this.#next.amountsByVout.get(vout) ?? new Map<RuneId, bigint>()
    this.#next.amountsByVout.set(vout, amounts.set(rune, amount))
  }

  async #writeNext(): Promise<void> {
    const { state, writer, writePart } = this.#context
    const { records, spent, amountsByVout, isLast } = this.#next
    this.#next = noPart()
    await writePart(records, () => {
      if (this.#tx === undefined) writer.addRefusals(this.#transaction, this.#effects)
      this.#tx ??= writer.beginTransaction(this.#transaction, this.#effects)
      const tx = this.#tx
      for (const record of records) tx.addRecord(record)
      tx.endRunes(records.at(-1)?.rune)
      for (const output of spent) tx.spend(output)
      for (const [vout, amounts] of amountsByVout) {
        const outpoint = this.#transaction.outpoint(vout)
        tx.addOutput(outpoint, vout, { owner: this.#effects.outputs.ownerOf(vout), amounts })
        this.#created.add(outpoint)
      }
      if (isLast) tx.end()
    })
    // They have only some of their runes.
    state.outputs.clear()
  }

  #updateFinder(): void {
    const { finder } = this.#context.state
    for (const [outpoint, tx] of this.#spent) finder.removeOutput(outpoint, tx)
    const { id } = expectKnown(this.#tx)
    for (const outpoint of this.#created) finder.addOutput(outpoint, id)
  }
}

type TransactionWriter = ReturnType<BlockWriter['beginTransaction']>

type NextPart = {
  records: LedgerRecord[]
  spent: OutputState[]
  /** The amounts that arrived at each output. */
  amountsByVout: Map<number, Map<RuneId, bigint>>
  /** Whether the transaction ends with this part. */
  isLast: boolean
}

function noPart(): NextPart {
  return { records: [], spent: [], amountsByVout: new Map(), isLast: false }
}
