import { createHash } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { Query } from '../../src/service/database/database.ts'
import { openDatabase } from '../../src/service/database/openDatabase.ts'
import { insertRows } from '../../src/service/database/replaceRows.ts'

/** A block with `records` records. Blocks of the same height contain the same transactions. */
export type LedgerBlock = { height: number; hash: string; records: number; timestamp?: number }

const RECORDS_IN_TRANSACTION = 7
/** The default time of a block in Unix seconds. */
export const BLOCK_TIMESTAMP = 1_720_000_000

/** The id of a block's first transaction. Its records are the last of the list. */
export function firstTransaction(height: number): string {
  return transactionId(height, 1)
}

/** Opens a separate database connection that writes blocks. */
export async function openWriter(databaseUrl: string) {
  const store = openDatabase(databaseUrl, { connections: 1, timeoutMs: 0 })
  onTestFinished(() => store.close())
  if ('openForWriting' in store) await store.openForWriting()
  return {
    add: (...blocks: LedgerBlock[]) =>
      store.transaction(async (query) => {
        for (const block of blocks) await insertBlock(query, block)
      }),
    /** Replaces all records at the block's height. */
    replace: (block: LedgerBlock) =>
      store.transaction(async (query) => {
        await query('DELETE FROM ledger WHERE block_height = $1', [block.height])
        await insertBlock(query, block)
      }),
    query: store.query,
  }
}

export async function insertBlock(query: Query, block: LedgerBlock): Promise<void> {
  const { height, hash, records, timestamp = BLOCK_TIMESTAMP } = block
  const rows = Array.from({ length: records }, (_, index) => {
    const txIndex = 1 + Math.floor(index / RECORDS_IN_TRANSACTION)
    return {
      rune_id: '840000:1',
      block_hash: hash,
      block_height: height,
      tx_index: txIndex,
      event_index: index,
      tx_id: transactionId(height, txIndex),
      // Identifies the list that the record belongs to, and its position from the oldest.
      amount: String(records * 1000 + index),
      operation: 'mint',
      timestamp,
    }
  })
  await insertRows(query, 'ledger', rows)
}

export function transactionId(height: number, txIndex: number): string {
  return createHash('sha256').update(`${height} ${txIndex}`).digest('hex')
}

/** The hashes, with 0x, of the blocks whose records a page contains. */
export function hashesOf({ results }: Page): string[] {
  return [...new Set(results.map(({ location }) => location.block_hash))]
}

type Page = {
  total: number
  offset: number
  limit: number
  results: { amount: string; location: { block_hash: string; tx_id: string } }[]
}

/** Describes how a page contradicts every block of `blocks`, or returns undefined if it matches one. */
export function findContradiction(page: Page, blocks: LedgerBlock[]): string | undefined {
  const { total, offset, limit, results } = page
  const [hash, ...others] = hashesOf(page)
  if (others.length > 0) return `records of ${others.length + 1} blocks`
  const block = blocks.find((it) =>
    hash === undefined ? it.records === total : `0x${it.hash}` === hash,
  )
  if (block === undefined) return `no block has ${hash} and a total of ${total}`
  if (total !== block.records) return `a total of ${total} beside records of ${block.records}`
  const expected = Array.from({ length: block.records }, (_, index) => String(total * 1000 + index))
  const amounts = results.map(({ amount }) => amount)
  const shown = expected.reverse().slice(offset, offset + limit)
  return amounts.join() === shown.join()
    ? undefined
    : `records that do not match offset ${offset} and limit ${limit}`
}
