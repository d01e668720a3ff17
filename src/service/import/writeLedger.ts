import type { LRUCache } from 'lru-cache'
import { type Query, textOf } from '../database/database.ts'
import { createRowWriter } from '../database/rowWriter.ts'
import { ledgerWriter } from '../snapshot/runeTables.ts'
import type { Entry, PlacedRecord } from './entries.ts'
import type { Refused, ReplacedBlock } from './importLog.ts'
import { inChunks } from './inChunks.ts'
import type { LedgerRecord } from './readRecord.ts'
import { Refusal } from './refusal.ts'
import { type HeldRune, RuneBook } from './runeBook.ts'
import { ToldBefore } from './toldBefore.ts'

export type LedgerOptions = {
  /** Of the import. */
  id: string
  /** A file has an order that must not contradict itself; each list of a service is whole. */
  from: 'file' | 'service'
  /** Those that the ledger takes, if not any. */
  operations: Set<string> | undefined
  /** The only hash under which records of a height are held, of the heights met last. */
  hashes: LRUCache<number, string>
}

export type WrittenLedger = { records: number; runes: HeldRune[]; refused: Refused[] }

/** Writes transactions and runes, to be run in one transaction. Each replaces what was held of it. */
export async function writeLedger(
  query: Query,
  entries: Entry[],
  options: LedgerOptions,
): Promise<WrittenLedger> {
  const batch = await LedgerBatch.open(query, entries, options)
  for (const entry of entries) {
    if (entry.kind === 'transaction') await batch.addTransaction(entry.lines)
    else if (entry.kind === 'block') await batch.clearBlock(entry)
    else if (entry.kind === 'rune') batch.addRune(entry)
  }
  return batch.end()
}

type LedgerRow = LedgerRecord['row'] & { rune_id: string; event_index: number }

class LedgerBatch {
  readonly #query: Query
  readonly #options: LedgerOptions
  readonly #book: RuneBook
  readonly #told: ToldBefore | undefined
  readonly #waiting: LedgerRow[] = []
  readonly #waitingTransactions = new Set<string>()
  readonly #refused: Refused[] = []
  #records = 0

  private constructor(
    query: Query,
    options: LedgerOptions,
    { book, told }: { book: RuneBook; told: ToldBefore | undefined },
  ) {
    this.#query = query
    this.#options = options
    this.#book = book
    this.#told = told
  }

  static async open(query: Query, entries: Entry[], options: LedgerOptions) {
    const records = entries.flatMap((entry) =>
      entry.kind === 'transaction' ? entry.lines.map(({ record }) => record) : [],
    )
    const lines = entries.flatMap((entry) => (entry.kind === 'rune' ? (entry.rune.id ?? []) : []))
    const book = await RuneBook.open(query, [...records.map(({ rune }) => rune.id), ...lines])
    const rows = records.map(({ row }) => row)
    const told =
      options.from === 'file' ? await ToldBefore.open(query, options.id, rows) : undefined
    return new LedgerBatch(query, options, { book, told })
  }

  addRune({ place, rune: { id, ...rune } }: Extract<Entry, { kind: 'rune' }>): void {
    if (id !== undefined) this.#refuseIfThrown(place, () => this.#book.learnLine({ id, ...rune }))
  }

  async addTransaction(lines: PlacedRecord[]): Promise<void> {
    const [first] = lines
    if (first === undefined) return
    const reason = this.#told?.findContradiction(first.record.row)
    if (reason !== undefined) return this.#refuseAll(lines, reason)
    const rows = this.#acceptedRows(lines)
    if (rows.length === 0) return
    const { row } = first.record
    await this.#settleBlock(row)
    this.#told?.note(row, first.place)
    if (this.#waitingTransactions.has(row.tx_id)) await this.#writeWaiting()
    this.#waitingTransactions.add(row.tx_id)
    for (const row of rows) this.#waiting.push(row)
  }

  /** What is held of a block goes: all of it follows. */
  async clearBlock({ height, hash }: { height: number; hash: string }): Promise<void> {
    await this.#replaceOthers(height, hash)
    await this.#query('DELETE FROM ledger WHERE block_height = $1', [height])
    this.#options.hashes.set(height, hash)
  }

  async end(): Promise<WrittenLedger> {
    await this.#writeWaiting()
    const runes = await this.#book.write(this.#query)
    await this.#told?.write(this.#query)
    return { records: this.#records, runes, refused: this.#refused }
  }

  /** The rows of the lines that can be written; without numbers they count down, newest first. */
  #acceptedRows(lines: PlacedRecord[]): LedgerRow[] {
    const isNumbered = lines.some(({ record }) => record.event_index !== undefined)
    const numbers = new Set<number>()
    // An etching comes last where the newest is first, after what it makes right.
    for (const { record } of lines) this.#book.meetEtching(record)
    const accepted = lines.filter(({ place, record }) =>
      this.#refuseIfThrown(place, () => {
        if (isNumbered) refuseOtherNumber(record.event_index, numbers)
        this.#refuseOperation(record)
        this.#book.learnFrom(record)
      }),
    )
    return accepted.map(({ record: { row, rune, event_index } }, index) => ({
      ...row,
      rune_id: rune.id,
      event_index: event_index ?? accepted.length - 1 - index,
    }))
  }

  #refuseOperation({ row: { operation } }: LedgerRecord): void {
    const { operations } = this.#options
    if (operations === undefined || operations.has(operation)) return
    throw new Refusal(`this database's ledger takes no operation ${JSON.stringify(operation)}`)
  }

  /** Of a height the records of one block are held: another hash replaces it whole. */
  async #settleBlock({ block_height, block_hash }: LedgerRecord['row']): Promise<void> {
    const { hashes } = this.#options
    if (hashes.get(block_height) === block_hash) return
    await this.#replaceOthers(block_height, block_hash)
    hashes.set(block_height, block_hash)
  }

  async #replaceOthers(height: number, hash: string): Promise<void> {
    if (this.#waiting.some((row) => row.block_height === height)) await this.#writeWaiting()
    const rows = await this.#query(OTHERS, [height, hash])
    if (rows.length === 0) return
    await this.#query('DELETE FROM ledger WHERE block_height = $1 AND block_hash <> $2', [
      height,
      hash,
    ])
    for (const row of rows) {
      const replaced = { height, hash: textOf(row, 'block_hash'), records: Number(row.records) }
      this.#told?.noteReplaced(replaced.hash)
      await this.#noteReplaced(replaced)
    }
  }

  #noteReplaced({ height, hash, records }: ReplacedBlock) {
    return this.#query(
      `INSERT INTO import_replaced_blocks (import_id, block_hash, block_height, records)
       VALUES ($1, $2, $3, $4) ON CONFLICT (import_id, block_hash)
       DO UPDATE SET records = import_replaced_blocks.records + excluded.records`,
      [this.#options.id, hash, height, records],
    )
  }

  async #writeWaiting(): Promise<void> {
    const rows = this.#waiting.splice(0)
    const values = [...this.#waitingTransactions]
    this.#waitingTransactions.clear()
    await inChunks(this.#query, (list) => `DELETE FROM ledger WHERE tx_id IN (${list})`, { values })
    const writer = createRowWriter(this.#query)
    const insert = ledgerWriter(writer)
    for (const row of rows) await insert(row)
    await writer.flush()
    this.#records += rows.length
  }

  #refuseAll(lines: PlacedRecord[], reason: string): void {
    for (const { place } of lines) this.#refused.push({ place, reason })
  }

  /** Whether it could be done; a refusal is noted. */
  #refuseIfThrown(place: string, work: () => void): boolean {
    try {
      work()
      return true
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      this.#refused.push({ place, reason: refusal.message })
      return false
    }
  }
}

const OTHERS = `SELECT block_hash, CAST(count(*) AS TEXT) AS records FROM ledger
  WHERE block_height = $1 AND block_hash <> $2 GROUP BY block_hash ORDER BY block_hash`

function refuseOtherNumber(number: number | undefined, numbers: Set<number>): void {
  if (number === undefined) {
    throw new Refusal('event_index is missing, which other records of its transaction have')
  }
  if (numbers.has(number)) throw new Refusal(`event_index ${number} came before in its transaction`)
  numbers.add(number)
}
