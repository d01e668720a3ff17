import type { LedgerRecord } from './effects.ts'
import { amountsOf, kindOfRecord } from './ledgerRow.ts'

/** A row of the ledger that the next block may add. Amounts are raw digits. */
export type PendingRecord = ReturnType<typeof recordOf>

export function recordOf(record: LedgerRecord) {
  const { rune, address } = record
  const receiver = record.operation === 'send' ? record.receiver : undefined
  return { kind: kindOfRecord(record), rune, address, receiver, ...amountsOf(record) }
}
