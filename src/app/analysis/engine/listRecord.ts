import {
  type ActivityRow,
  type Operation,
  type Rune,
  type RuneActivity,
  sidesOf,
} from '../../../contract/activity.ts'
import { addAll, type Decimal, parseDecimal } from './decimal.ts'

/** A row of a list and its position in it, counted from 1. */
export type ListRow = { position: number; row: ActivityRow }

/** A row that could be read, as its record. */
export type ListRecord = { position: number; record: RuneActivity }

/** The rows that could be read. */
export function readable(rows: ListRow[]): ListRecord[] {
  return rows.flatMap(({ position, row }) =>
    row.kind === 'record' ? [{ position, record: row.record }] : [],
  )
}

/** The exact amount of a record; undefined if the service gives none that can be added up. */
export function amountOf({ amount }: RuneActivity): Decimal | undefined {
  return amount === undefined ? undefined : parseDecimal(amount)
}

/** The sum of the records' amounts; undefined if one of them is. */
export function sumAmounts(records: ListRecord[]): Decimal | undefined {
  const amounts: Decimal[] = []
  for (const { record } of records) {
    const amount = amountOf(record)
    if (amount === undefined) return
    amounts.push(amount)
  }
  return addAll(amounts)
}

/** The operations that the rules of the ledger cover. */
export const OPERATIONS: string[] = [
  'etching',
  'mint',
  'burn',
  'send',
  'receive',
] satisfies Operation[]

/** The address whose balance a record changes: the receiver, otherwise the address that acted. */
export function holderOf(record: RuneActivity): string | undefined {
  return record.operation === 'receive' ? sidesOf(record).to : record.address
}

/** The name shown for a rune: its spaced name, if the service sent one. */
export function nameOf({ spaced_name, name, id }: Rune): string {
  return spaced_name ?? name ?? id
}

/** Runes by name, and those of one name by id. */
export function compareRunes(a: Rune, b: Rune): number {
  const [keyA, keyB] = [`${nameOf(a)} ${a.id}`, `${nameOf(b)} ${b.id}`]
  return keyA < keyB ? -1 : keyA > keyB ? 1 : 0
}

export type NonEmpty<Value> = [Value, ...Value[]]

/** Groups values by a key, in the order in which the keys first occur. */
export function groupBy<Value>(
  values: Iterable<Value>,
  keyOf: (value: Value) => string,
): Map<string, NonEmpty<Value>> {
  const groups = new Map<string, NonEmpty<Value>>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [value])
    else group.push(value)
  }
  return groups
}
