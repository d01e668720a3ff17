import {
  type ActivityRow,
  type Operation,
  type Rune,
  type RuneActivity,
  sidesOf,
} from '../../../contract/activity.ts'
import { addAll, type Decimal, parseDecimal } from './decimal.ts'

/** A row of a list, at its place in it, counted from 1. */
export type WholeRow = { position: number; row: ActivityRow }

/** A row that could be read. */
export type WholeRecord = { position: number; record: RuneActivity }

/** The rows that could be read. */
export function readable(rows: WholeRow[]): WholeRecord[] {
  return rows.flatMap(({ position, row }) =>
    row.kind === 'record' ? [{ position, record: row.record }] : [],
  )
}

/** The exact amount of a record; undefined where the service does not give one that can be added up. */
export function amountOf({ amount }: RuneActivity): Decimal | undefined {
  return amount === undefined ? undefined : parseDecimal(amount)
}

/** The sum of records; undefined where one of the amounts is. */
export function sumAmounts(records: WholeRecord[]): Decimal | undefined {
  const amounts: Decimal[] = []
  for (const { record } of records) {
    const amount = amountOf(record)
    if (amount === undefined) return
    amounts.push(amount)
  }
  return addAll(amounts)
}

/** The operations that the ledger's rules know. */
export const OPERATIONS: string[] = [
  'etching',
  'mint',
  'burn',
  'send',
  'receive',
] satisfies Operation[]

/** Whose account a record is about: who received, or else who acted. */
export function holderOf(record: RuneActivity): string | undefined {
  return record.operation === 'receive' ? sidesOf(record).to : record.address
}

/** What a rune is called where people read: its spaced name, if it came with one. */
export function nameOf({ spaced_name, name, id }: Rune): string {
  return spaced_name ?? name ?? id
}

/** Runes by name, and those of one name by id. */
export function compareRunes(a: Rune, b: Rune): number {
  const [keyA, keyB] = [`${nameOf(a)} ${a.id}`, `${nameOf(b)} ${b.id}`]
  return keyA < keyB ? -1 : keyA > keyB ? 1 : 0
}

export type NonEmpty<Thing> = [Thing, ...Thing[]]

/** Things by a key, in the order in which each key came first. */
export function groupBy<Thing>(
  things: Iterable<Thing>,
  keyOf: (thing: Thing) => string,
): Map<string, NonEmpty<Thing>> {
  const groups = new Map<string, NonEmpty<Thing>>()
  for (const thing of things) {
    const key = keyOf(thing)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [thing])
    else group.push(thing)
  }
  return groups
}
