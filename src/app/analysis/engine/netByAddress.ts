import { nameOfRune, type Rune } from '../../../contract/activity.ts'
import { createRunePredicate } from './createRunePredicate.ts'
import { compare, type Decimal, subtract, writeDecimal } from './decimal.ts'
import type { Filter } from './filter.ts'
import { isSendToSelf } from './findChange.ts'
import {
  compareRunes,
  groupBy,
  holderOf,
  isKnownOperation,
  type ListRecord,
  type ListRow,
  type NonEmpty,
  readable,
  sumAmounts,
} from './listRecord.ts'
import type { Subject } from './subject.ts'

/**
 * How much of a rune an address gained or lost: `net = received − sent − burned`, as exact digits. A
 * sum is undefined if one of its records has no amount.
 */
export type NetRow = {
  rune: Rune
  address: string
  received: string | undefined
  sent: string | undefined
  burned: string | undefined
  net: string | undefined
  records: number
}

/**
 * The net changes of all addresses and runes, the largest gain of each rune first. Change, which is
 * sent back to its sender, counts as neither sent nor received. Of the filter, only runes, address and
 * text apply: a net change of only some operations would be wrong.
 */
export function netByAddress(records: ListRecord[], filter: Filter): NetRow[] {
  const { runes, text, address } = filter
  const isOfRunes = createRunePredicate(runes)
  const addressed = records.filter(
    ({ record }) => holderOf(record) !== undefined && isOfRunes(record.rune) && isSummed(record),
  )
  const accounts = groupBy(addressed, ({ record }) => `${record.rune.id} ${holderOf(record)}`)
  const parts = [address, text].filter((part) => part !== undefined)
  return [...accounts.values()]
    .map(sumAccount)
    .filter(({ net }) => parts.every((part) => isAbout(net, part.toLowerCase())))
    .sort(byRuneAndGain)
    .map(({ net }) => net)
}

/** What selects the net changes of a list: those of an address's list are its own. */
export function netFilter(subject: Subject | undefined, filter: Filter): Filter {
  return subject?.kind === 'address' ? { ...filter, address: subject.address } : filter
}

/** A mint has no address, an etching moves no units, and other operations are unknown. */
function isSummed({ operation }: ListRecord['record']): boolean {
  return operation === 'send' || operation === 'receive' || operation === 'burn'
}

/** How many rows are not counted although they may have moved units. */
export function countLeftOut(rows: ListRow[]): { unreadable: number; unknown: number } {
  const records = readable(rows)
  return {
    unreadable: rows.length - records.length,
    unknown: records.filter(({ record }) => !isKnownOperation(record.operation)).length,
  }
}

type Account = { net: NetRow; gain: Decimal | undefined }

/** Sums the records of one address and rune. */
function sumAccount(records: NonEmpty<ListRecord>): Account {
  const change = records.filter(({ record }) => isSendToSelf(record))
  const sums = {
    received: sumOf(records, 'receive'),
    sent: sumOf(records, 'send'),
    burned: sumOf(records, 'burn'),
    change: sumAmounts(change),
  }
  const [{ record }] = records
  const received = subtractKnown(sums.received, sums.change)
  const sent = subtractKnown(sums.sent, sums.change)
  const gain = subtractKnown(subtractKnown(received, sent), sums.burned)
  return {
    net: {
      rune: record.rune,
      address: holderOf(record) ?? '',
      received: received && writeDecimal(received),
      sent: sent && writeDecimal(sent),
      burned: sums.burned && writeDecimal(sums.burned),
      net: gain && writeDecimal(gain),
      records: records.length,
    },
    gain,
  }
}

function sumOf(records: ListRecord[], operation: string): Decimal | undefined {
  return sumAmounts(records.filter(({ record }) => record.operation === operation))
}

/** Undefined if either is. */
function subtractKnown(a: Decimal | undefined, b: Decimal | undefined): Decimal | undefined {
  return a && b && subtract(a, b)
}

function isAbout({ rune, address }: NetRow, part: string): boolean {
  return [address, rune.id, nameOfRune(rune)].some((word) => word.toLowerCase().includes(part))
}

/** Unknown gains come last. */
function byRuneAndGain(a: Account, b: Account): number {
  const byRune = compareRunes(a.net.rune, b.net.rune)
  if (byRune !== 0) return byRune
  if (a.gain === undefined || b.gain === undefined)
    return Number(a.gain === undefined) - Number(b.gain === undefined)
  return compare(b.gain, a.gain)
}
