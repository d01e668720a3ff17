import type { Outpoint } from '../bitcoin/block.ts'
import type { NetworkName } from '../bitcoin/networks.ts'
import type { RuneId } from '../bitcoin/runestone.ts'
import { hexOf, numberOf, type Query, type Row, type Store } from '../database/database.ts'
import { insertRows, type NewRow } from '../database/rows.ts'
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

/** The newest block of the index, and the ids that the next one begins with. */
export type Tip = {
  height: number
  /** 64 hex digits. */
  hash: string
  /** The greatest timestamp so far, in Unix seconds. */
  latestTimestamp: number
  next: NextIds
}
export type NextIds = { tx: number; address: number; rune: number; record: number }

/** Another program wrote to the index, although this one had locked it. */
export class LostLock extends Error {
  override name = 'LostLock'
}

/** A reorganisation of more blocks than this stops the index. */
export const MAX_REORGANISATION = 200

/** The index in memory: the rows that blocks change and that are not written yet, and those read lately. */
export class IndexState {
  readonly store: Store
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
  /** The names of runes that are not written yet. */
  readonly newNames = new Set<bigint>()
  /** The runes whose mint state changes by itself before a block, of those that are not written yet. */
  readonly nextStates = new Map<number, Set<RuneState>>()
  /** The movements of the last 24 hours. */
  window: DayWindow
  finder: KeyFinder
  tip: Tip
  #writtenTip: Tip
  #pending: PendingRows = noRows()

  constructor(
    store: Store,
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

  addRune(rune: RuneState): RuneState {
    this.runeIds.set(rune.id, rune.runeId)
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

  /**
   * Writes all blocks since the last call in one transaction.
   * @throws {LostLock}
   */
  async write(): Promise<void> {
    if (this.#pending.blocks.length === 0) return
    const { engine } = this.store
    await this.store.transaction(async (query) => {
      await expectTip(query, this.#writtenTip)
      const { blocks, txs, ledger, undo } = this.#pending
      await insertRows({ engine, query }, 'blocks', blocks)
      await insertRows({ engine, query }, 'txs', txs)
      await insertRows({ engine, query }, 'ledger', ledger)
      await insertRows({ engine, query }, 'undo', undo)
      for (const cache of this.#caches) {
        const { table, key, fixed } = cache.mapping
        await insertRows({ engine, query }, table, cache.changedRows(), { key, fixed })
      }
      await query('DELETE FROM undo WHERE height <= $1', [this.tip.height - MAX_REORGANISATION])
    })
    for (const cache of this.#caches) cache.markWritten()
    this.newNames.clear()
    this.nextStates.clear()
    this.#pending = noRows()
    this.#writtenTip = this.tip
  }
}

/** The new rows of a block. */
export type BlockRows = { block: NewRow; txs: NewRow[]; ledger: NewRow[] }
type PendingRows = { blocks: NewRow[]; txs: NewRow[]; ledger: NewRow[]; undo: NewRow[] }

function noRows(): PendingRows {
  return { blocks: [], txs: [], ledger: [], undo: [] }
}

/** The newest block of the index; undefined if it has none. */
export async function readTip(query: Query): Promise<Tip | undefined> {
  const [row] = await query('SELECT * FROM blocks ORDER BY height DESC LIMIT 1')
  return row && tipOf(row)
}

export function tipOf(row: Row): Tip {
  return {
    height: numberOf(row, 'height'),
    hash: hexOf(row, 'hash'),
    latestTimestamp: numberOf(row, 'latest_timestamp'),
    next: {
      tx: numberOf(row, 'next_tx'),
      address: numberOf(row, 'next_address'),
      rune: numberOf(row, 'next_rune'),
      record: numberOf(row, 'next_record'),
    },
  }
}

/**
 * Begins every transaction that writes blocks: a lock can be lost, but the chain cannot be written twice.
 * @throws {LostLock}
 */
export async function expectTip(query: Query, { height, hash }: Tip): Promise<void> {
  // Another program that writes waits here until this transaction ends.
  await query("UPDATE meta SET value = value WHERE part = 'runes' AND name = 'version'")
  const stored = await readTip(query)
  const isExpected =
    stored === undefined ? hash === '' : stored.height === height && stored.hash === hash
  if (!isExpected) {
    throw new LostLock('Another program wrote to the index. Start again; only one can write to it.')
  }
}
