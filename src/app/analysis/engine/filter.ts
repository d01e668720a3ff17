import { nameOfRune, type RuneActivity } from '../../../contract/activity.ts'
import { createRunePredicate } from './createRunePredicate.ts'
import { compare, parseDecimal } from './decimal.ts'
import { amountOf, type ListRow } from './listRecord.ts'

/** Which records to show. Missing and empty parts match all records. Amounts are decimal digits. */
export type Filter = {
  operations: string[]
  /** Rune ids, or parts of names, spaced or plain. */
  runes: string[]
  /** Part of the sender or receiver address. */
  address?: string
  min?: string
  max?: string
  /** An output's index, or `<tx id>:<index>`. */
  output?: string
  /** Part of any value of a record. */
  text?: string
}

export const NO_FILTER: Filter = { operations: [], runes: [] }

/** The rows that match. Unreadable rows match only an empty filter. */
export function filterRows(rows: ListRow[], filter: Filter): ListRow[] {
  if (isEmpty(filter)) return rows
  const matches = createPredicate(filter)
  return rows.filter(({ row }) => row.kind === 'record' && matches(row.record))
}

export function isEmpty({ operations, runes, ...parts }: Filter): boolean {
  return operations.length === 0 && runes.length === 0 && Object.keys(parts).length === 0
}

/** Returns a predicate of records. A record without an amount matches no range. */
export function createPredicate(filter: Filter): (record: RuneActivity) => boolean {
  const operations = new Set(filter.operations)
  const isOfRunes = createRunePredicate(filter.runes)
  const [min, max] = [filter.min, filter.max].map((digits) => parseDecimal(digits ?? ''))
  const address = filter.address?.toLowerCase()
  const text = filter.text?.toLowerCase()
  const isOfOutput = createOutputPredicate(filter.output)
  return (record) => {
    if (operations.size > 0 && !operations.has(record.operation)) return false
    if (!isOfRunes(record.rune)) return false
    if (address !== undefined && !addressesOf(record).some((own) => own.includes(address)))
      return false
    if (!isOfOutput(record)) return false
    if (min !== undefined || max !== undefined) {
      const amount = amountOf(record)
      if (amount === undefined) return false
      if (min !== undefined && compare(amount, min) < 0) return false
      if (max !== undefined && compare(amount, max) > 0) return false
    }
    return text === undefined || wordsOf(record).some((word) => word.includes(text))
  }
}

function createOutputPredicate(output: string | undefined): (record: RuneActivity) => boolean {
  if (output === undefined) return () => true
  const [vout = '', txId] = output.toLowerCase().replace(/^0x/, '').split(':').reverse()
  return ({ location }) =>
    location.vout === Number(vout) && (txId === undefined || location.tx_id === txId)
}

function namesOf({ rune }: RuneActivity): string[] {
  return [rune.id, rune.name ?? '', rune.spaced_name ?? '']
}

function addressesOf({ address = '', receiver_address = '' }: RuneActivity): string[] {
  return [address.toLowerCase(), receiver_address.toLowerCase()]
}

function wordsOf(record: RuneActivity): string[] {
  const { rune, operation, amount = '', location } = record
  const words = [nameOfRune(rune), ...namesOf(record), operation, amount, location.tx_id]
  return [...words.map((word) => word.toLowerCase()), ...addressesOf(record)]
}
