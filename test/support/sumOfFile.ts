import { inject, onTestFinished } from 'vitest'
import { openSqlite } from '../../src/service/database/sqlite.ts'

/** Smallest units by rune and operation, with how many records gave no amount. */
export function sumOfFile(rows: Record<string, string>[]) {
  const sums = new Map<string, bigint>()
  for (const { rune_id = '', operation, amount = '' } of rows) {
    const key = `${rune_id} ${operation}`
    sums.set(key, (sums.get(key) ?? 0n) + BigInt(amount.replace('.', '')))
  }
  return sums
}

/** The same of the sample block of 20,000 records, as the database holds it. */
export async function sumOfDatabase() {
  const database = openSqlite(inject('databaseFile'))
  onTestFinished(() => database.close())
  const rows = await database.query(
    'SELECT rune_id, operation, amount FROM ledger WHERE block_height = 999999999',
    [],
  )
  const sums = new Map<string, bigint>()
  for (const { rune_id, operation, amount } of rows) {
    const key = `${rune_id} ${operation}`
    sums.set(key, (sums.get(key) ?? 0n) + BigInt(String(amount ?? 0)))
  }
  return sums
}
