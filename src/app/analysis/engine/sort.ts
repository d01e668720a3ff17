import { nameOfRune, type RuneActivity, sidesOf } from '../../../contract/activity.ts'
import { compare } from './decimal.ts'
import { amountOf, type ListRow } from './listRecord.ts'

export const SORT_COLUMNS = [
  'record',
  'operation',
  'rune',
  'amount',
  'from',
  'to',
  'output',
  'transaction',
] as const
type SortColumn = (typeof SORT_COLUMNS)[number]
export type Sort = { column: SortColumn; direction: 'ascending' | 'descending' }

export const LIST_ORDER: Sort = { column: 'record', direction: 'ascending' }

export function isListOrder({ column, direction }: Sort): boolean {
  return column === 'record' && direction === 'ascending'
}

/** Sorts rows, stably. Rows without a value come last in both directions. */
export function sortRows(rows: ListRow[], { column, direction }: Sort): ListRow[] {
  if (column === 'record') return direction === 'ascending' ? rows : rows.toReversed()
  const keyOf = KEYS[column]
  const keyed = rows.map((row) => ({
    row,
    key: row.row.kind === 'record' ? keyOf(row.row.record) : undefined,
  }))
  const sign = direction === 'ascending' ? 1 : -1
  keyed.sort((a, b) => {
    if (a.key === undefined || b.key === undefined)
      return Number(a.key === undefined) - Number(b.key === undefined)
    return sign * compareKeys(a.key, b.key)
  })
  return keyed.map(({ row }) => row)
}

type Key = ReturnType<typeof amountOf> | string | number

const KEYS: Record<Exclude<SortColumn, 'record'>, (record: RuneActivity) => Key> = {
  operation: ({ operation }) => operation,
  rune: ({ rune }) => `${nameOfRune(rune)} ${rune.id}`,
  amount: amountOf,
  from: (record) => sidesOf(record).from,
  to: (record) => sidesOf(record).to,
  output: ({ location }) => location.vout,
  transaction: ({ location }) => location.tx_index ?? location.tx_id,
}

function compareKeys(a: NonNullable<Key>, b: NonNullable<Key>): number {
  if (typeof a === 'object' && typeof b === 'object') return compare(a, b)
  // Transactions without an index come after those with one.
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}
