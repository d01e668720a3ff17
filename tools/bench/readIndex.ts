import { hexOf, numberOf, type Query, textOf } from '../../src/database/database.ts'
import type { BenchDatabase } from './benchDatabase.ts'
import { BUSY } from './chain/mainnetChain.ts'

/** Runs queries on a connection of their own. */
async function withQuery<Result>(
  database: BenchDatabase,
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  const store = database.open()
  try {
    return await work(store.query)
  } finally {
    await store.close()
  }
}

/** The newest block, and how many records there are up to it. */
export async function readTip(query: Query): Promise<{ height: number; records: number }> {
  const [row] = await query('SELECT height, next_record FROM blocks ORDER BY height DESC LIMIT 1')
  if (row === undefined) return { height: 0, records: 0 }
  return { height: numberOf(row, 'height'), records: numberOf(row, 'next_record') }
}

export async function countRecords(database: BenchDatabase): Promise<number> {
  return (await withQuery(database, readTip)).records
}

/** The transaction with the most records in the block with the most. */
export function readBusyTransaction(database: BenchDatabase): Promise<string> {
  return withQuery(database, async (query) => {
    const [row] = await query(
      'SELECT txid FROM txs WHERE height = $1 ORDER BY records DESC, id LIMIT 1',
      [BUSY.block],
    )
    return row === undefined ? '' : hexOf(row, 'txid')
  })
}

/** Identifiers of many things, spread over the whole index. */
export type Samples = {
  blocks: string[]
  transactions: string[]
  runes: string[]
  addresses: string[]
}

export function readSamples(database: BenchDatabase, count: number): Promise<Samples> {
  return withQuery(database, async (query) => {
    const every = async (table: string, columns: string) => {
      const [last] = await query(`SELECT max(id) AS id FROM ${table}`)
      const ids = spread(last === undefined ? 0 : numberOf(last, 'id'), count)
      return query(`SELECT ${columns} FROM ${table} WHERE id IN (${ids}) ORDER BY id`)
    }
    const { height } = await readTip(query)
    const blocks = spread(height - BUSY.block, count).map((step) => String(BUSY.block + step))
    const transactions = await every('txs', 'txid')
    const runes = await every('runes', 'height, tx_index')
    const addresses = await every('addresses', 'address')
    return {
      blocks,
      transactions: transactions.map((row) => hexOf(row, 'txid')),
      // The first rune is older than the chain.
      runes: runes.slice(1).map((row) => `${row.height}:${row.tx_index}`),
      addresses: addresses.map((row) => textOf(row, 'address')),
    }
  })
}

/** Numbers from 0 to `max` with equal steps, `count` at most. */
function spread(max: number, count: number): number[] {
  const step = Math.max(1, max / count)
  const numbers = Array.from({ length: count }, (_, index) => Math.floor(index * step))
  return [...new Set(numbers)].filter((number) => number <= max)
}
