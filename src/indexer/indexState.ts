import type { Outpoint } from '../bitcoin/block.ts'
import type { NetworkName } from '../bitcoin/networks.ts'
import type { RuneId } from '../bitcoin/runestone.ts'
import { type NewRow, valuesOf } from '../database/rows.ts'
import type { DayWindow } from './dayWindow.ts'
import { createIndexFinder, type KeyFinder } from './keyFinder.ts'
import { RowCache } from './rowCache.ts'
import {
  type AddressState,
  addressRows,
  type BalanceState,
  balanceRows,
  ETCHED_COLUMNS,
  type OutputState,
  outputRows,
  type RuneDayState,
  type RuneState,
  runeDayRows,
  runeRows,
} from './states.ts'
import { type Batch, type IndexStore, type Tip, writeTo } from './writeBatch.ts'

/** The index in memory: the rows that blocks change and that are not written yet, and those read lately. */
export class IndexState {
  readonly store: IndexStore
  readonly network: NetworkName
  /** Of the first block that the index has. */
  readonly firstHeight: number
  readonly outputs = new RowCache<Outpoint, OutputState>({
    table: 'outputs',
    key: ['tx', 'vout', 'rune'],
    fixed: ['address', 'amount'],
    compare: (one, two) => one.tx - two.tx || one.vout - two.vout,
    toRows: outputRows,
  })
  readonly addresses = new RowCache<string, AddressState>({
    table: 'addresses',
    key: ['id'],
    fixed: ['address'],
    compare: (one, two) => one.id - two.id,
    toRows: addressRows,
  })
  readonly runes = new RowCache<RuneId, RuneState>({
    table: 'runes',
    key: ['id'],
    fixed: ETCHED_COLUMNS,
    compare: (one, two) => one.id - two.id,
    toRows: runeRows,
  })
  readonly balances = new RowCache<string, BalanceState>({
    table: 'balances',
    key: ['address', 'rune'],
    fixed: [],
    compare: (one, two) => one.address - two.address || one.rune.id - two.rune.id,
    toRows: balanceRows,
  })
  readonly days = new RowCache<string, RuneDayState>({
    table: 'rune_days',
    key: ['rune', 'day'],
    fixed: [],
    compare: (one, two) => one.rune.id - two.rune.id || one.day - two.day,
    toRows: runeDayRows,
  })
  /** The ids of the runes that were read, by their ids in the database. */
  readonly runeIds = new Map<number, RuneId>()
  /** Of the runes that may not be written yet: those since the last write began, and those before. */
  unwritten: UnwrittenRunes[] = [noRunes()]
  /** The movements of the last 24 hours. */
  window: DayWindow
  finder: KeyFinder
  tip: Tip
  #writtenTip: Tip
  #pending: PendingRows = noRows()
  #writing = Promise.resolve()

  constructor(
    store: IndexStore,
    network: NetworkName,
    { firstHeight, tip, window }: { firstHeight: number; tip: Tip; window: DayWindow },
  ) {
    this.store = store
    this.network = network
    this.firstHeight = firstHeight
    this.tip = tip
    this.window = window
    this.#writtenTip = tip
    this.finder = createIndexFinder(store.query)
  }

  get #caches() {
    // In this order, so that undoing restores what others refer to first.
    return [this.addresses, this.runes, this.outputs, this.balances, this.days]
  }

  /** `name` is its number. */
  addRune(rune: RuneState, name: bigint): RuneState {
    this.runeIds.set(rune.id, rune.runeId)
    this.unwritten[0]?.names.add(name)
    return this.runes.create(rune.runeId, rune)
  }

  /** Begins a block. With `isUndoable`, what it replaces is recorded. */
  beginBlock(isUndoable: boolean): void {
    if (isUndoable) for (const cache of this.#caches) cache.startRecording()
  }

  /** Ends a block: its new rows wait to be written. */
  endBlock(tip: Tip, rows: BlockRows, isUndoable: boolean): void {
    this.tip = tip
    this.#pending.blocks.push(rows.block)
    for (const row of rows.txs) this.#pending.txs.push(row)
    for (const row of rows.ledger) this.#pending.ledger.push(row)
    if (isUndoable) {
      const replaced = this.#caches.map((cache) => cache.stopRecording())
      this.#pending.undo.push({ height: tip.height, replaced: JSON.stringify(replaced) })
    }
  }

  /** The number of rows that wait to be written. */
  get pendingCount(): number {
    const changed = this.#caches.reduce((sum, { changedCount }) => sum + changedCount, 0)
    return changed + this.#pending.ledger.length + this.#pending.txs.length
  }

  /** Notes that the mint state of a rune changes by itself before a block. */
  addNextState(height: number, rune: RuneState): void {
    const [{ nextStates } = noRunes()] = this.unwritten
    nextStates.set(height, (nextStates.get(height) ?? new Set()).add(rune))
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
    const { blocks, txs, ledger, undo } = this.#pending
    const inserts: Batch['inserts'] = [
      { table: 'blocks', values: valuesOf('blocks', blocks) },
      { table: 'txs', values: valuesOf('txs', txs) },
      { table: 'ledger', values: valuesOf('ledger', ledger) },
      { table: 'undo', values: valuesOf('undo', undo) },
    ]
    for (const cache of this.#caches) {
      const { table, key, fixed } = cache.mapping
      inserts.push({
        table,
        values: valuesOf(table, cache.takeChanged()),
        conflict: { key, fixed },
      })
    }
    const batch = { after: this.#writtenTip, tip: this.tip, inserts }
    this.unwritten = [noRunes(), ...this.unwritten.slice(0, 1)]
    this.#pending = noRows()
    this.#writtenTip = this.tip
    return batch
  }
}

/** The numbers of their names, and those whose mint state changes by itself before a block. */
type UnwrittenRunes = { names: Set<bigint>; nextStates: Map<number, Set<RuneState>> }

function noRunes(): UnwrittenRunes {
  return { names: new Set(), nextStates: new Map() }
}

/** The new rows of a block. */
export type BlockRows = { block: NewRow; txs: NewRow[]; ledger: NewRow[] }
type PendingRows = { blocks: NewRow[]; txs: NewRow[]; ledger: NewRow[]; undo: NewRow[] }

function noRows(): PendingRows {
  return { blocks: [], txs: [], ledger: [], undo: [] }
}
