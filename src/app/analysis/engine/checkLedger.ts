import { nameOfRune, type Rune } from '../../../contract/activity.ts'
import { createRunePredicate } from './createRunePredicate.ts'
import { compare, type Decimal, subtract, writeDecimal, ZERO } from './decimal.ts'
import type { Filter } from './filter.ts'
import {
  amountOf,
  groupBy,
  isKnownOperation,
  type ListRecord,
  type ListRow,
  type NonEmpty,
  readable,
  sumAmounts,
} from './listRecord.ts'

/** Whether one rune of one transaction follows the rules of the ledger. Sums are exact digits. */
export type Verdict = {
  tx_id: string
  rune: Rune
  kind: 'balanced' | 'unbalanced' | 'unknown'
  /** Why it is not balanced or cannot be checked, with the positions of the records concerned. */
  reasons: { text: string; positions: number[] }[]
  received?: string
  sent?: string
  minted?: string
  premined?: string
  burned?: string
  records: number
}

/**
 * Checks each rune of each transaction by the rules of the indexer's ledger: each output receives what
 * is sent to it, and more only if units are minted or premined; minted units are received or burned.
 * `rows` must contain all rows of their transactions. The verdict is `unknown` if an amount or a row
 * is missing.
 */
export function checkLedger(rows: ListRow[]): Verdict[] {
  const records = readable(rows)
  const moves = groupBy(records, ({ record }) => `${record.location.tx_id} ${record.rune.id}`)
  const verdicts = [...moves.values()]
    .filter(isComparable)
    .map((move) => checkMove(move, records.length < rows.length))
  return verdicts.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
}

/** A burn or an etching alone has no record to compare it with. */
function isComparable(records: ListRecord[]): boolean {
  return records.some(({ record }) => !/^(etching|burn)$/.test(record.operation))
}

const ORDER = ['unbalanced', 'unknown', 'balanced'] as const

function checkMove(records: NonEmpty<ListRecord>, unreadable: boolean): Verdict {
  const [{ record }] = records
  const move = { tx_id: record.location.tx_id, rune: record.rune, records: records.length }
  const unknownReasons = findUnknownReasons(records, unreadable)
  if (unknownReasons.length > 0) return { ...move, kind: 'unknown', reasons: unknownReasons }
  const sums = sumMove(records)
  const reasons = findFaults(records, sums)
  const { received, sent, minted, burned } = sums
  const hasEtching = records.some(({ record }) => record.operation === 'etching')
  const premined = subtract(subtract(received, sent), minted)
  return {
    ...move,
    kind: reasons.length === 0 ? 'balanced' : 'unbalanced',
    reasons,
    received: writeDecimal(received),
    sent: writeDecimal(sent),
    minted: writeDecimal(minted),
    burned: writeDecimal(burned),
    ...(hasEtching && compare(premined, ZERO) > 0 && { premined: writeDecimal(premined) }),
  }
}

type Reasons = Verdict['reasons']

/** Why a move cannot be checked. */
function findUnknownReasons(records: ListRecord[], unreadable: boolean): Reasons {
  const of = (test: (record: ListRecord['record']) => boolean) =>
    records.filter(({ record }) => test(record)).map(({ position }) => position)
  const reasons = [
    {
      text: 'some records have no usable amount',
      positions: of((record) => record.operation !== 'etching' && amountOf(record) === undefined),
    },
    {
      text: 'the rules do not cover some operations',
      positions: of(({ operation }) => !isKnownOperation(operation)),
    },
    {
      text: 'some records have no output',
      positions: of(
        ({ operation, location }) =>
          (operation === 'send' || operation === 'receive') && location.vout === undefined,
      ),
    },
  ].filter(({ positions }) => positions.length > 0)
  if (unreadable) {
    reasons.push({ text: 'some records of the list could not be read', positions: [] })
  }
  const isMinted = records.some(({ record }) => record.operation === 'mint')
  const isPassedOn = records.some(({ record }) => /^(receive|burn)$/.test(record.operation))
  if (isMinted && !isPassedOn) {
    reasons.push({
      text: 'no record shows who received the minted units',
      positions: [],
    })
  }
  return reasons
}

type Sums = { received: Decimal; sent: Decimal; minted: Decimal; burned: Decimal }

function sumMove(records: ListRecord[]): Sums {
  const sum = (operation: string) =>
    sumAmounts(records.filter(({ record }) => record.operation === operation)) ?? ZERO
  return { received: sum('receive'), sent: sum('send'), minted: sum('mint'), burned: sum('burn') }
}

/**
 * New units are what outputs received beyond what was sent to them. There are at least as many as were
 * minted and not burned. Only an etching, which may have a premine, allows more than were minted.
 */
function findFaults(records: ListRecord[], { received, sent, minted, burned }: Sums): Reasons {
  const isEtched = records.some(({ record }) => record.operation === 'etching')
  const isNew = isEtched || minted.units !== 0n
  const faults = findOutputFaults(records, isNew)
  if (!isNew || faults.length > 0) return faults
  const created = subtract(received, sent)
  const positions = records.flatMap(({ position, record }) =>
    record.operation === 'mint' ? [position] : [],
  )
  const text = `${writeDecimal(minted)} was minted, but outputs received ${writeDecimal(created)} more than was sent to them`
  if (!isEtched && compare(created, minted) > 0) return [{ text, positions }]
  const leastCreated = subtract(minted, burned)
  return compare(created, leastCreated) < 0 ? [{ text, positions }] : []
}

function findOutputFaults(records: ListRecord[], isNew: boolean): Reasons {
  const moves = records.filter(({ record }) => /^(send|receive)$/.test(record.operation))
  const outputs = groupBy(moves, ({ record }) => String(record.location.vout))
  return [...outputs].flatMap(([vout, atOutput]) => {
    const { received, sent } = sumMove(atOutput)
    const difference = compare(received, sent)
    if (difference === 0 || (difference > 0 && isNew)) return []
    return [
      {
        text: `output ${vout} received ${writeDecimal(received)}, but ${writeDecimal(sent)} was sent to it`,
        positions: atOutput.map(({ position }) => position),
      },
    ]
  })
}

/** Filters verdicts by the filter's runes, and by its text in the rune's name or the transaction id. */
export function filterVerdicts(verdicts: Verdict[], { runes, text = '' }: Filter): Verdict[] {
  const isOfRunes = createRunePredicate(runes)
  const isAbout = ({ rune, tx_id }: Verdict) =>
    `${tx_id} ${nameOfRune(rune)}`.toLowerCase().includes(text.toLowerCase())
  return verdicts.filter((verdict) => isOfRunes(verdict.rune) && isAbout(verdict))
}

/** Why verdicts are unknown, with counts; the most frequent reason first. */
export function countUnknownReasons(verdicts: Verdict[]): { text: string; count: number }[] {
  const reasons = verdicts.flatMap(({ kind, reasons }) => (kind === 'unknown' ? reasons : []))
  return [...groupBy(reasons, ({ text }) => text)]
    .map(([text, { length: count }]) => ({ text, count }))
    .sort((a, b) => b.count - a.count)
}
