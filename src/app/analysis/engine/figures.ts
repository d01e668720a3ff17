import { type Rune, type RuneActivity, sidesOf } from '../../../contract/activity.ts'
import { compare, type Decimal, share, writeDecimal, ZERO } from './decimal.ts'
import {
  amountOf,
  groupBy,
  type NonEmpty,
  readable,
  type WholeRecord,
  type WholeRow,
} from './wholeRecord.ts'

export type Count = { records: number; transactions: number }
export type OperationCount = Count & { operation: string }
export type RuneCount = Count & { rune: Rune }

/** A stretch of the list, from its `offset`-th row on. */
export type Stretch = { offset: number; length: number; operations: Map<string, number> }

/** A record that moved units, and what part of the largest one of its rune that is. */
export type LargeMove = {
  position: number
  operation: string
  amount: string
  share: number
  from: string | undefined
  to: string | undefined
}

/** What a list of many transactions looks like in numbers. */
export type Figures = Count & {
  runes: number
  /** Transactions that mint, that transfer, and that do both. */
  minting: number
  transferring: number
  both: number
  operations: OperationCount[]
  stretches: Stretch[]
  byRecords: RuneCount[]
  byTransactions: RuneCount[]
  /** Of the runes with most records, which have any. Change, sent back to its own sender, is no move. */
  largest: { rune: Rune; moves: LargeMove[] }[]
}

const STRETCHES = 20
const MOST_RUNES = 8
const MOST_MOVES = 3

/** Counts rows as they stand in their list. */
export function countFigures(rows: WholeRow[]): Figures {
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
    stretches: cut(rows),
    byRecords: counts.toSorted((a, b) => b.records - a.records).slice(0, MOST_RUNES),
    byTransactions: counts.toSorted((a, b) => b.transactions - a.transactions).slice(0, MOST_RUNES),
    largest: runes
      .toSorted((a, b) => b.length - a.length)
      .slice(0, MOST_RUNES)
      .map((ofOne) => ({ rune: ofOne[0].record.rune, moves: largestMoves(ofOne) }))
      .filter(({ moves }) => moves.length > 0),
  }
}

function count(records: WholeRecord[]): Count {
  return { records: records.length, transactions: transactionsOf(records).size }
}

function transactionsOf(records: WholeRecord[]): Set<string> {
  return new Set(records.map(({ record }) => record.location.tx_id))
}

/** The list in stretches of one length, the last one as long as is left. */
function cut(rows: WholeRow[]): Stretch[] {
  const length = Math.max(1, Math.ceil(rows.length / STRETCHES))
  const stretches: Stretch[] = []
  for (let offset = 0; offset < rows.length; offset += length) {
    const stretch = rows.slice(offset, offset + length)
    const operations = groupBy(readable(stretch), ({ record }) => record.operation)
    const counts = [...operations].map(([operation, of]) => [operation, of.length] as const)
    stretches.push({ offset, length: stretch.length, operations: new Map(counts) })
  }
  return stretches
}

type Sized = { position: number; record: RuneActivity; amount: Decimal }

function largestMoves(records: NonEmpty<WholeRecord>): LargeMove[] {
  const moves = records.flatMap(({ position, record }): Sized[] => {
    const amount = isMove(record) ? amountOf(record) : undefined
    return amount === undefined ? [] : [{ position, record, amount }]
  })
  moves.sort((a, b) => compare(b.amount, a.amount))
  const largest = moves[0]?.amount ?? ZERO
  return moves.slice(0, MOST_MOVES).map(({ position, record, amount }) => ({
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
