import { createHash } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { Query } from '../../src/service/database/database.ts'
import { openDatabase } from '../../src/service/database/open.ts'
import { createRowWriter } from '../../src/service/database/rowWriter.ts'
import { ledgerWriter } from '../../src/service/import/writeBatch.ts'

/** A block with `records` records. Its transactions stand in other blocks of the same height, too. */
export type LedgerBlock = { height: number; hash: string; records: number }

const RECORDS_IN_TRANSACTION = 7

/** The id of the transaction in which the last records of a block stand in its list. */
export function firstTransaction(height: number): string {
  return transactionId(height, 1)
}

/** A connection of its own to a database, to write blocks with. */
export async function openWriter(databaseUrl: string) {
  const store = openDatabase(databaseUrl, { connections: 1, timeout: 0 })
  onTestFinished(() => store.close())
  if ('openForWriting' in store) await store.openForWriting()
  return {
    add: (block: LedgerBlock) => store.transaction((query) => insertBlock(query, block)),
    /** Puts a block in place of whatever stands at its height. */
    replace: (block: LedgerBlock) =>
      store.transaction(async (query) => {
        await query('DELETE FROM ledger WHERE block_height = $1', [block.height])
        await insertBlock(query, block)
      }),
    query: store.query,
  }
}

export async function insertBlock(query: Query, block: LedgerBlock): Promise<void> {
  const { height, hash, records } = block
  const writer = createRowWriter(query)
  const insert = ledgerWriter(writer)
  for (let index = 0; index < records; index++) {
    const txIndex = 1 + Math.floor(index / RECORDS_IN_TRANSACTION)
    await insert({
      rune_id: '840000:1',
      block_hash: hash,
      block_height: height,
      tx_index: txIndex,
      event_index: index,
      tx_id: transactionId(height, txIndex),
      // The record says which list it belongs to, and its place in that, the oldest first.
      amount: String(records * 1000 + index),
      operation: 'mint',
      timestamp: 1_720_000_000,
    })
  }
  await writer.flush()
}

function transactionId(height: number, txIndex: number): string {
  return createHash('sha256').update(`${height} ${txIndex}`).digest('hex')
}

/** The hashes of the blocks whose records a page shows, with 0x. */
export function hashesOf({ results }: Page): string[] {
  return [...new Set(results.map(({ location }) => location.block_hash))]
}

type Page = {
  total: number
  offset: number
  limit: number
  results: { amount: string; location: { block_hash: string; tx_id: string } }[]
}

/** What is wrong with a page of one of `blocks`: undefined if it shows one of them as it is. */
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
    : `other records than ${offset} and ${limit} ask for`
}
