import {
  type ActivityRow,
  nameOfRune,
  OPERATIONS,
  type Rune,
  type RuneActivity,
  sidesOf,
} from '../../../contract/activity.ts'
import { addAll, type Decimal, parseDecimal } from './decimal.ts'
import type { PositionedRow } from './listReader.ts'

export type ListRow = PositionedRow<ActivityRow>

/** A readable row, as its record. */
export type ListRecord = { position: number; record: RuneActivity }

/** The readable rows, as records. */
export function readable(rows: ListRow[]): ListRecord[] {
  return rows.flatMap(({ position, row }) =>
    row.kind === 'record' ? [{ position, record: row.record }] : [],
  )
}

/** The exact amount of a record; undefined if it is missing or malformed. */
export function amountOf({ amount }: RuneActivity): Decimal | undefined {
  return amount === undefined ? undefined : parseDecimal(amount)
}

/** The sum of the records' amounts; undefined if one of them is undefined. */
export function sumAmounts(records: ListRecord[]): Decimal | undefined {
  const amounts: Decimal[] = []
  for (const { record } of records) {
    const amount = amountOf(record)
    if (amount === undefined) return
    amounts.push(amount)
  }
  return addAll(amounts)
}

/** Whether the rules of the ledger cover an operation. */
export function isKnownOperation(operation: string): boolean {
  return OPERATIONS.some((known) => known === operation)
}

/** The address whose balance a record changes: the one that received, sent or burned. */
export function holderOf(record: RuneActivity): string | undefined {
  return record.operation === 'receive' ? sidesOf(record).to : record.address
}

/** Compares runes by name, then by id. */
export function compareRunes(a: Rune, b: Rune): number {
  const [keyA, keyB] = [`${nameOfRune(a)} ${a.id}`, `${nameOfRune(b)} ${b.id}`]
  return keyA < keyB ? -1 : keyA > keyB ? 1 : 0
}

export type NonEmpty<Value> = [Value, ...Value[]]

/** Groups values by a key, in the order of the first occurrences. */
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
