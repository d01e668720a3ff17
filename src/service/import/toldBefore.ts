import { type Query, textOf } from '../database/database.ts'
import { createRowWriter } from '../database/rowWriter.ts'
import { inChunks } from './inChunks.ts'
import type { LedgerRecord } from './readRecord.ts'

type Row = LedgerRecord['row']

/**
 * What the same file said before of some transactions and blocks, also before it was interrupted. The
 * records of a transaction have no numbers: only where all of them stand together, their order is
 * known. And a file that holds a block under two hashes, as one made of two readings does, holds the
 * valid one behind: the other does not come back.
 */
export class ToldBefore {
  readonly #id: string
  /** Where a transaction stands, in the block that it is of. */
  readonly #places = new Map<string, string>()
  readonly #news: { tx_id: string; block_hash: string; place: string }[] = []
  /** Hashes of blocks. */
  readonly #replaced = new Set<string>()

  private constructor(id: string) {
    this.#id = id
  }

  static async open(query: Query, id: string, rows: Row[]): Promise<ToldBefore> {
    const told = new ToldBefore(id)
    const before = [id]
    const txIds = [...new Set(rows.map((row) => row.tx_id))]
    for (const row of await inChunks(query, TRANSACTIONS, { before, values: txIds })) {
      const [tx_id, block_hash] = [textOf(row, 'tx_id'), textOf(row, 'block_hash')]
      told.#places.set(keyOf({ tx_id, block_hash }), textOf(row, 'place'))
    }
    const hashes = [...new Set(rows.map((row) => row.block_hash))]
    for (const row of await inChunks(query, REPLACED, { before, values: hashes })) {
      told.#replaced.add(textOf(row, 'block_hash'))
    }
    return told
  }

  /** Why what the file says now cannot be right too. */
  findContradiction(row: Row): string | undefined {
    if (this.#replaced.has(row.block_hash)) {
      return `block ${row.block_height} came under another hash after this one`
    }
    const place = this.#places.get(keyOf(row))
    if (place === undefined) return
    return `transaction ${row.tx_id} came before, at ${place}: its records have to stand together`
  }

  note({ tx_id, block_hash }: Row, place: string): void {
    this.#places.set(keyOf({ tx_id, block_hash }), place)
    this.#news.push({ tx_id, block_hash, place })
  }

  noteReplaced(hash: string): void {
    this.#replaced.add(hash)
  }

  async write(query: Query): Promise<void> {
    const writer = createRowWriter(query)
    const columns = ['import_id', 'tx_id', 'block_hash', 'place'] as const
    const insert = writer.into('import_transactions', columns)
    for (const told of this.#news) await insert({ ...told, import_id: this.#id })
    await writer.flush()
  }
}

function keyOf({ tx_id, block_hash }: Pick<Row, 'tx_id' | 'block_hash'>): string {
  return `${tx_id} ${block_hash}`
}

const TRANSACTIONS = (list: string) =>
  `SELECT tx_id, block_hash, place FROM import_transactions
    WHERE import_id = $1 AND tx_id IN (${list})`

const REPLACED = (list: string) =>
  `SELECT block_hash FROM import_replaced_blocks WHERE import_id = $1 AND block_hash IN (${list})`
