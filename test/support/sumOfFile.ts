import { inject, onTestFinished } from 'vitest'
import { openSqlite } from '../../src/service/database/sqlite.ts'

/** The sums of a CSV file's amounts in the smallest unit, by rune and operation. */
export function sumOfFile(rows: Record<string, string>[]) {
  const sums = new Map<string, bigint>()
  for (const { rune_id = '', operation, amount = '' } of rows) {
    const key = `${rune_id} ${operation}`
    sums.set(key, (sums.get(key) ?? 0n) + BigInt(amount.replace('.', '')))
  }
  return sums
}

/** The same sums for the sample block of 20,000 records, read from the database. */
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
