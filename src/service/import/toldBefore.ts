import { type Query, textOf } from '../database/database.ts'
import { createRowWriter } from '../database/rowWriter.ts'
import { inChunks } from './inChunks.ts'
import type { LedgerRecord } from './readRecord.ts'

type Row = LedgerRecord['row']
type Told = { block_hash: string; place: string }

/**
 * What the same file said before of some transactions and blocks, also before it was interrupted. The
 * records of a transaction have no numbers: only where all of them stand together, their order is
 * known. And a file that holds a block under two hashes, as one made of two readings does, holds the
 * valid one behind: the other does not come back.
 */
export class ToldBefore {
  readonly #id: string
  readonly #transactions = new Map<string, Told>()
  readonly #replaced = new Set<string>()
  readonly #news = new Map<string, Told>()

  private constructor(id: string) {
    this.#id = id
  }

  static async open(query: Query, id: string, rows: Row[]): Promise<ToldBefore> {
    const told = new ToldBefore(id)
    const before = [id]
    const txIds = [...new Set(rows.map((row) => row.tx_id))]
    for (const row of await inChunks(query, TRANSACTIONS, { before, values: txIds })) {
      const [block_hash, place] = [textOf(row, 'block_hash'), textOf(row, 'place')]
      told.#transactions.set(textOf(row, 'tx_id'), { block_hash, place })
    }
    const hashes = [...told.#transactions.values(), ...rows].map((row) => row.block_hash)
    const values = [...new Set(hashes)]
    for (const row of await inChunks(query, REPLACED, { before, values })) {
      told.#replaced.add(textOf(row, 'block_hash'))
    }
    return told
  }

  /** Why what the file says now cannot be right too. */
  findContradiction({ tx_id, block_hash, block_height }: Row): string | undefined {
    if (this.#replaced.has(block_hash)) {
      return `block ${block_height} came under another hash before, which replaced this one`
    }
    const told = this.#transactions.get(tx_id)
    if (told === undefined || this.#replaced.has(told.block_hash)) return
    return told.block_hash === block_hash
      ? `transaction ${tx_id} came before, at ${told.place}: its records have to stand together`
      : `transaction ${tx_id} came before, at ${told.place}, in another block`
  }

  note({ tx_id, block_hash }: Row, place: string): void {
    this.#transactions.set(tx_id, { block_hash, place })
    this.#news.set(tx_id, { block_hash, place })
  }

  noteReplaced(hash: string): void {
    this.#replaced.add(hash)
  }

  async write(query: Query): Promise<void> {
    const values = [...this.#news.keys()]
    await inChunks(query, FORGET, { before: [this.#id], values })
    const writer = createRowWriter(query)
    const insert = writer.into('import_transactions', ['import_id', 'tx_id', 'block_hash', 'place'])
    for (const [tx_id, told] of this.#news) await insert({ import_id: this.#id, tx_id, ...told })
    await writer.flush()
  }
}

const TRANSACTIONS = (list: string) =>
  `SELECT tx_id, block_hash, place FROM import_transactions
    WHERE import_id = $1 AND tx_id IN (${list})`

const REPLACED = (list: string) =>
  `SELECT block_hash FROM import_replaced_blocks WHERE import_id = $1 AND block_hash IN (${list})`

const FORGET = (list: string) =>
  `DELETE FROM import_transactions WHERE import_id = $1 AND tx_id IN (${list})`
