import { type Rune, type RuneActivity, sidesOf } from '../../../contract/activity.ts'
import { compare, type Decimal, share, writeDecimal, ZERO } from './decimal.ts'
import {
  amountOf,
  groupBy,
  type ListRecord,
  type ListRow,
  type NonEmpty,
  readable,
} from './listRecord.ts'

type Count = { records: number; transactions: number }
type OperationCount = Count & { operation: string }
export type RuneCount = Count & { rune: Rune }

/** A part of the list, starting at the row with index `offset`. */
export type Interval = { offset: number; length: number; operations: Map<string, number> }

/** A send or burn; `share` is relative to the largest one of its rune. */
type LargeMove = {
  position: number
  operation: string
  amount: string
  share: number
  from: string | undefined
  to: string | undefined
}

/** Counts of a list's records. */
export type Summary = Count & {
  runes: number
  /** The number of transactions that mint, transfer, and do both. */
  minting: number
  transferring: number
  both: number
  operations: OperationCount[]
  intervals: Interval[]
  byRecords: RuneCount[]
  byTransactions: RuneCount[]
  /** The largest moves of the runes with the most records, without change. */
  largest: { rune: Rune; moves: LargeMove[] }[]
}

const INTERVALS = 20
const MAX_CHARTED_RUNES = 8
const MAX_MOVES = 3

/** Counts rows in the order of their list. */
export function summarise(rows: ListRow[]): Summary {
  const records = readable(rows)
  const operations = groupBy(records, ({ record }) => record.operation)
  const runes = [...groupBy(records, ({ record }) => record.rune.id).values()]
  const counts = runes.map((ofOne) => ({ rune: ofOne[0].record.rune, ...count(ofOne) }))
  const minting = transactionsOf(operations.get('mint') ?? [])
  const transferring = transactionsOf(operations.get('send') ?? [])
  return {
    ...count(records),
    runes: runes.length,
    minting: minting.size,
    transferring: transferring.size,
    both: [...minting].filter((txId) => transferring.has(txId)).length,
    operations: [...operations]
      .map(([operation, of]) => ({ operation, ...count(of) }))
      .sort((a, b) => b.records - a.records),
    intervals: cutIntervals(rows),
    byRecords: counts.toSorted((a, b) => b.records - a.records).slice(0, MAX_CHARTED_RUNES),
    byTransactions: counts
      .toSorted((a, b) => b.transactions - a.transactions)
      .slice(0, MAX_CHARTED_RUNES),
    largest: runes
      .toSorted((a, b) => b.length - a.length)
      .slice(0, MAX_CHARTED_RUNES)
      .map((ofOne) => ({ rune: ofOne[0].record.rune, moves: largestMoves(ofOne) }))
      .filter(({ moves }) => moves.length > 0),
  }
}

function count(records: ListRecord[]): Count {
  return { records: records.length, transactions: transactionsOf(records).size }
}

function transactionsOf(records: ListRecord[]): Set<string> {
  return new Set(records.map(({ record }) => record.location.tx_id))
}

/** Cuts the list into intervals of equal length. The last one may be shorter. */
function cutIntervals(rows: ListRow[]): Interval[] {
  const length = Math.max(1, Math.ceil(rows.length / INTERVALS))
  const intervals: Interval[] = []
  for (let offset = 0; offset < rows.length; offset += length) {
    const interval = rows.slice(offset, offset + length)
    const operations = groupBy(readable(interval), ({ record }) => record.operation)
    const counts = [...operations].map(([operation, of]) => [operation, of.length] as const)
    intervals.push({ offset, length: interval.length, operations: new Map(counts) })
  }
  return intervals
}

type Sized = { position: number; record: RuneActivity; amount: Decimal }

function largestMoves(records: NonEmpty<ListRecord>): LargeMove[] {
  const moves = records.flatMap(({ position, record }): Sized[] => {
    const amount = isMove(record) ? amountOf(record) : undefined
    return amount === undefined ? [] : [{ position, record, amount }]
  })
  moves.sort((a, b) => compare(b.amount, a.amount))
  const largest = moves[0]?.amount ?? ZERO
  return moves.slice(0, MAX_MOVES).map(({ position, record, amount }) => ({
    position,
    operation: record.operation,
    amount: writeDecimal(amount),
    share: share(amount, largest),
    ...sidesOf(record),
  }))
}

function isMove({ operation, address, receiver_address }: RuneActivity): boolean {
  return operation === 'burn' || (operation === 'send' && address !== receiver_address)
}
