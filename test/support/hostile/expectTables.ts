import { expect } from 'vitest'
import { hexOf, numberOf, type Row, type Store } from '../../../src/database/database.ts'
import type { Ledger } from '../model/ledger.ts'
import type { TableRow } from './modelRows.ts'
import { modelTables } from './modelTables.ts'

const TABLES = [
  { table: 'blocks', key: 'height' },
  { table: 'txs', key: 'id' },
  { table: 'addresses', key: 'id' },
  { table: 'runes', key: 'id' },
  { table: 'ledger', key: 'id' },
  { table: 'outputs', key: 'tx, vout, rune' },
  { table: 'balances', key: 'address, rune' },
  { table: 'rune_days', key: 'rune, day' },
  { table: 'rune_blocks', key: 'rune, height' },
  { table: 'refusals', key: 'height, tx_index, part' },
] as const

/** Expects the rows of each table to be those of the model. Tells the first that differs. */
export async function expectTables({ query }: Store, ledger: Ledger): Promise<void> {
  const tables = modelTables(ledger)
  for (const { table, key } of TABLES) {
    const expected = tables[table]
    const rows = await query(`SELECT * FROM ${table} ORDER BY ${key}`)
    const read = rows.map((row, index) => readRow(row, expected[index] ?? {}))
    const index = expected.findIndex((row, at) => JSON.stringify(row) !== JSON.stringify(read[at]))
    if (index !== -1) expect([table, index, read[index]]).toEqual([table, index, expected[index]])
    expect([table, read.length]).toEqual([table, expected.length])
  }
}

/** With the columns of an expected row. The drivers return bytes in different forms. */
function readRow(row: Row, expected: TableRow): TableRow {
  return Object.fromEntries(
    Object.keys(expected).map((column) => {
      const value = row[column] ?? null
      if (typeof value === 'string' || value === null) return [column, value]
      return [column, typeof value === 'number' ? numberOf(row, column) : hexOf(row, column)]
    }),
  )
}
