import type { Rune } from '../../../contract/activity.ts'
import { writeDecimal } from './decimal.ts'
import {
  compareRunes,
  groupBy,
  holderOf,
  type ListRecord,
  type NonEmpty,
  sumAmounts,
} from './listRecord.ts'

export const GROUPINGS = ['rune', 'operation', 'address', 'transaction'] as const
export type Grouping = (typeof GROUPINGS)[number]

/**
 * Records that share a key and a rune, because amounts of different runes cannot be added. `sums` are
 * exact digits by operation, undefined if an amount is missing.
 */
export type Group = {
  /** A rune's id, an operation, an address or a transaction id; '' for records without one. */
  key: string
  rune: Rune
  records: number
  transactions: number
  sums: { operation: string; records: number; sum: string | undefined }[]
}

/**
 * Groups records, the largest groups first. By address, a record belongs to the address that sent,
 * received or burned.
 */
export function groupRecords(records: ListRecord[], grouping: Grouping): Group[] {
  const keyOf = KEYS[grouping]
  const groups = groupBy(records, ({ record }) => `${keyOf(record)} ${record.rune.id}`)
  return [...groups.values()]
    .map((members) => sumGroup(members, keyOf(members[0].record)))
    .sort((a, b) => b.records - a.records || compareRunes(a.rune, b.rune))
}

const KEYS: Record<Grouping, (record: ListRecord['record']) => string> = {
  rune: ({ rune }) => rune.id,
  operation: ({ operation }) => operation,
  address: (record) => holderOf(record) ?? '',
  transaction: ({ location }) => location.tx_id,
}

function sumGroup(members: NonEmpty<ListRecord>, key: string): Group {
  const operations = groupBy(members, ({ record }) => record.operation)
  return {
    key,
    rune: members[0].record.rune,
    records: members.length,
    transactions: new Set(members.map(({ record }) => record.location.tx_id)).size,
    sums: [...operations].map(([operation, of]) => {
      const sum = operation === 'etching' ? undefined : sumAmounts(of)
      return { operation, records: of.length, sum: sum && writeDecimal(sum) }
    }),
  }
}
