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

/** The same sums for a block, read from the database. */
export async function sumOfDatabase(height: number) {
  const database = openSqlite(inject('databaseFile'))
  onTestFinished(() => database.close())
  const rows = await database.query(
    'SELECT rune_id, operation, amount FROM ledger WHERE block_height = $1',
    [height],
  )
  const sums = new Map<string, bigint>()
  for (const { rune_id, operation, amount } of rows) {
    const key = `${rune_id} ${operation}`
    sums.set(key, (sums.get(key) ?? 0n) + BigInt(String(amount ?? 0)))
  }
  return sums
}
