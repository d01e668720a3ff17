import type { Outpoint } from '../bitcoin/block.ts'
import type { NetworkName } from '../bitcoin/networks.ts'
import type { RuneId } from '../bitcoin/runestone.ts'
import type { Insertion, Query } from '../database/database.ts'
import { highlights } from '../database/highlights.ts'
import { refusals } from '../database/refusals.ts'
import { valuesOf } from '../database/rows.ts'
import {
  addresses,
  balances,
  blocks,
  ledger,
  outputs,
  runeAlike,
  runeBlocks,
  runeDays,
  runes,
  txs,
  undo,
} from '../database/schema.ts'
import type { NewRow } from '../database/table.ts'
import type { AlikeNames } from './alikeNames.ts'
import type { DayWindow } from './dayWindow.ts'
import { MAX_SINGLE_MOVES } from './effects.ts'
import { createIndexFinder, type KeyFinder } from './keyFinder.ts'
import { RowCache } from './rowCache.ts'
import {
  type RuneBlockState,
  type RuneDayState,
  runeBlockRows,
  runeDayRows,
} from './runePeriods.ts'
import {
  type AddressState,
  addressRows,
  type BalanceState,
  balanceRows,
  ETCHED_COLUMNS,
  type OutputState,
  outputRows,
  type RuneState,
  runeRows,
} from './states.ts'
import { type Batch, type IndexStore, type IndexTip, writeTo } from './writeBatch.ts'

/** What bounds the memory for one block, and what stands out in one. Tests make them smaller. */
export type IndexLimits = {
  /** The records of a transaction with more moves are merged. */
  maxSingleMoves: number
  /** A block with more records is applied and written in parts. */
  blockRecords: number
  /** How many records a part has, about. */
  partRecords: number
  /** An airdrop has so many receivers. Large transfers and burns are of runes with so many holders. */
  highlights: { receivers: number; holders: number }
}

const LIMITS: IndexLimits = {
  maxSingleMoves: MAX_SINGLE_MOVES,
  blockRecords: 100_000,
  partRecords: 65_000,
  highlights: { receivers: 20, holders: 100 },
}

/** The index in memory: the rows that blocks change and that are not written yet, and those read lately. */
export class IndexState {
  readonly store: IndexStore
  /** Reads the database; within the transaction that writes a block in parts, what it has written so far. */
  query: Query
  readonly network: NetworkName
  /** Of the first block that the index has. */
  readonly firstHeight: number
  readonly limits: IndexLimits
  readonly outputs = new RowCache<Outpoint, OutputState, typeof outputs>({
    table: outputs,
    fixed: ['address', 'amount'],
    compare: (one, two) => one.tx - two.tx || one.vout - two.vout,
    toRows: outputRows,
    isCut: ({ tx }, next) => tx >= next.tx,
  })
  readonly addresses = new RowCache<string, AddressState, typeof addresses>({
    table: addresses,
    fixed: ['address'],
    compare: (one, two) => one.id - two.id,
    toRows: addressRows,
    isCut: ({ id }, next) => id >= next.address,
  })
  readonly runes = new RowCache<RuneId, RuneState, typeof runes>({
    table: runes,
    fixed: ETCHED_COLUMNS,
    compare: (one, two) => one.id - two.id,
    toRows: runeRows,
    isCut: ({ id }, next) => id >= next.rune,
  })
  readonly balances = new RowCache<string, BalanceState, typeof balances>({
    table: balances,
    fixed: [],
    compare: (one, two) => one.address - two.address || one.rune.id - two.rune.id,
    toRows: balanceRows,
    isCut: ({ address }, next) => address >= next.address,
  })
  readonly days = new RowCache<string, RuneDayState, typeof runeDays>({
    table: runeDays,
    fixed: [],
    compare: (one, two) => one.rune.id - two.rune.id || one.day - two.day,
    toRows: runeDayRows,
    isCut: ({ rune }, next) => rune.id >= next.rune,
  })
  /** Each is created once, at the end of its block. */
  readonly runeBlocks = new RowCache<string, RuneBlockState, typeof runeBlocks>({
    table: runeBlocks,
    fixed: [],
    compare: (one, two) => one.rune.id - two.rune.id || one.height - two.height,
    toRows: runeBlockRows,
    isCut: ({ rune }, next) => rune.id >= next.rune,
  })
  /** The ids of the runes that were read, by their ids in the database. */
  readonly runeIds = new Map<number, RuneId>()
  /** Of the runes that may not be written yet: those since the last write began, and those before. */
  unwritten: UnwrittenRunes[] = [noRunes()]
  /** The names of all runes; undefined until a block may etch one. */
  names: AlikeNames | undefined
  /** The movements of the last 24 hours. */
  window: DayWindow
  finder: KeyFinder
  tip: IndexTip
  #writtenTip: IndexTip
  #pending: PendingRows = noRows()
  #writing = Promise.resolve()

  constructor(
    store: IndexStore,
    network: NetworkName,
    {
      firstHeight,
      tip,
      window,
      limits,
    }: {
      firstHeight: number
      tip: IndexTip
      window: DayWindow
      limits?: Partial<IndexLimits> | undefined
    },
  ) {
    this.store = store
    this.query = store.query
    this.network = network
    this.firstHeight = firstHeight
    this.limits = { ...LIMITS, ...limits }
    this.tip = tip
    this.window = window
    this.#writtenTip = tip
    this.finder = createIndexFinder(this)
  }

  get #caches() {
    // In this order, so that undoing restores what others refer to first.
    return [this.addresses, this.runes, this.outputs, this.balances, this.days, this.runeBlocks]
  }

  /** `name` is its number. */
  addRune(rune: RuneState, name: bigint): void {
    this.runeIds.set(rune.id, rune.runeId)
    this.unwritten[0]?.names.add(name)
    for (const other of this.names?.add(rune.name, rune.id) ?? []) {
      this.#pending.alike.push({ rune: rune.id, other }, { rune: other, other: rune.id })
    }
    this.runes.create(rune.runeId, rune)
  }

  /** Begins a block, or a part of it. With `isUndoable`, what it replaces is recorded. */
  begin(isUndoable: boolean): void {
    if (isUndoable) for (const cache of this.#caches) cache.startRecording(this.tip.next)
  }

  /** Ends it: its new rows wait to be written. */
  end(
    { txs, ledger, refusals, highlights }: BlockRows,
    { height, part }: { height: number; part: number },
  ): void {
    for (const row of txs) this.#pending.txs.push(row)
    for (const row of ledger) this.#pending.ledger.push(row)
    for (const row of refusals) this.#pending.refusals.push(row)
    for (const row of highlights) this.#pending.highlights.push(row)
    const replaced = this.#caches.flatMap((cache) => cache.stopRecording() ?? [])
    if (replaced.length === 0) return
    this.#pending.undo.push({ height, part, replaced: JSON.stringify(replaced) })
  }

  /** Adds the row of a block, whose other rows are added. */
  addBlock(tip: IndexTip, row: NewRow<typeof blocks>): void {
    this.tip = tip
    this.#pending.blocks.push(row)
  }

  /** The number of rows that wait to be written. */
  get pendingCount(): number {
    const changed = this.#caches.reduce((sum, { changedCount }) => sum + changedCount, 0)
    const { ledger, txs, refusals, alike } = this.#pending
    return changed + ledger.length + txs.length + refusals.length + alike.length
  }

  /** Notes that the mint state of a rune changes by itself before a block. */
  addNextState(height: number, rune: Readonly<RuneState>): void {
    const [{ nextStates } = noRunes()] = this.unwritten
    nextStates.set(height, (nextStates.get(height) ?? new Set()).add(rune.id))
  }

  /**
   * Begins to write all blocks since the last call in one transaction, when the one before has ended. Blocks can
   * be indexed meanwhile: what is written stays in memory until the next write.
   * @throws {LostLock} and what else the write before throws.
   */
  async beginWrite(): Promise<void> {
    await this.#writing
    if (this.#pending.blocks.length === 0) return
    const { writeBatch = writeTo(this.store) } = this.store
    this.#writing = writeBatch(this.#takeBatch())
    // Whoever waits for it gets the error.
    this.#writing.catch(() => {})
  }

  /** Writes all blocks since the last call. @throws {LostLock} */
  async write(): Promise<void> {
    await this.beginWrite()
    await this.#writing
  }

  /** Waits until nothing is written, however it ends. */
  async waitForWrite(): Promise<void> {
    await this.#writing.catch(() => {})
  }

  #takeBatch(): Batch {
    const batch = { after: this.#writtenTip, tip: this.tip, insertions: this.takeInsertions() }
    this.unwritten = [noRunes(), ...this.unwritten.slice(0, 1)]
    this.#writtenTip = this.tip
    return batch
  }

  /** Takes the rows that wait to be written. */
  takeInsertions(): Insertion[] {
    const pending = this.#pending
    this.#pending = noRows()
    return [
      { table: blocks, values: valuesOf(blocks, pending.blocks) },
      { table: txs, values: valuesOf(txs, pending.txs) },
      { table: ledger, values: valuesOf(ledger, pending.ledger) },
      { table: refusals, values: valuesOf(refusals, pending.refusals) },
      { table: highlights, values: valuesOf(highlights, pending.highlights) },
      { table: runeAlike, values: valuesOf(runeAlike, pending.alike) },
      { table: undo, values: valuesOf(undo, pending.undo) },
      ...this.#caches.map((cache) => cache.takeChanged()),
    ]
  }

  /** Call it when all that is known of the runes is written, in a transaction that has ended. */
  forgetUnwritten(): void {
    this.unwritten = [noRunes()]
    this.#writtenTip = this.tip
  }
}

/** The numbers of their names, and the ids of those whose mint state changes by itself before a block. */
type UnwrittenRunes = { names: Set<bigint>; nextStates: Map<number, Set<number>> }

function noRunes(): UnwrittenRunes {
  return { names: new Set(), nextStates: new Map() }
}

/** The new rows of a block, or of a part of it. */
export type BlockRows = {
  txs: NewRow<typeof txs>[]
  ledger: NewRow<typeof ledger>[]
  refusals: NewRow<typeof refusals>[]
  highlights: NewRow<typeof highlights>[]
}
type PendingRows = BlockRows & {
  blocks: NewRow<typeof blocks>[]
  alike: NewRow<typeof runeAlike>[]
  undo: NewRow<typeof undo>[]
}

function noRows(): PendingRows {
  return { blocks: [], txs: [], ledger: [], refusals: [], highlights: [], alike: [], undo: [] }
}
