import { setImmediate } from 'node:timers/promises'
import type { ParametersOf } from '../../contract/endpoints.ts'
import type { AddressHistory, AddressSeries } from '../../contract/schemas/address.ts'
import { numberOf, optionalNumberOf, textOf } from '../../database/database.ts'
import {
  ADDRESS_MOVEMENTS,
  KIND_NAMES,
  KINDS,
  kindNamed,
  sumOfCounts,
} from '../../database/kinds.ts'
import { FIRST_BLOCKS } from '../../database/schema.ts'
import { badRequest } from '../http/httpProblem.ts'
import { selectRecordAt } from './addresses.ts'
import { applyDivisibility } from './applyDivisibility.ts'
import { RECEIVES } from './balances.ts'
import { DAY, dateOf, MAX_DAYS_BY_BLOCK } from './history.ts'
import type { Index } from './indexReader.ts'
import { isOlder, runeLabelOf } from './labels.ts'
import { countRowsBefore, selectNewestPlace } from './ledger.ts'
import { expectRune, type LocatedAddress, locateAddress } from './locate.ts'
import { recordBoundsOf } from './spans.ts'

/** More records of an address and a rune are not added up. */
const MAX_SERIES_RECORDS = 100_000

/**
 * What an address had of a rune at the end of each day, or block, with records of both.
 * @throws {HttpProblem} 404; 400 above 100,000 such records.
 */
export async function readAddressSeries(
  index: Index,
  { address, rune, step }: ParametersOf<'addressSeries'>,
): Promise<AddressSeries> {
  const { key, divisibility, row } = await expectRune(index, rune)
  const located = await locateAddress(index, address)
  const axis = await readAxis(index, located, step)
  const periods = located ? await readPeriods(index, located, key) : []
  const hasBalance = !isOlder(row, index)
  const steps = axis.step === 'day' ? joinDays(periods) : periods.filter(isShownBlock(index))
  const results = steps.map(({ balance, movements, ...when }) => ({
    ...whenOf(when, axis.step),
    movements,
    balance: hasBalance ? applyDivisibility(balance, divisibility) : undefined,
  }))
  return { ...axis, rune: runeLabelOf(row, index.isComplete), results }
}

/** How many movements an address had on each day, or in each of the last blocks, in which it had some. */
export async function readAddressHistory(
  index: Index,
  { address, step, ...span }: ParametersOf<'addressHistory'>,
): Promise<AddressHistory> {
  const located = await locateAddress(index, address)
  const axis = await readAxis(index, located, step)
  const readActive = axis.step === 'day' ? readActiveDays : readActiveBlocks
  return { ...axis, results: located ? await readActive(index, located, span) : [] }
}

type Step = 'day' | 'block'

async function readAxis(
  { query, tip }: Index,
  address: LocatedAddress | undefined,
  step: ParametersOf<'addressHistory'>['step'],
) {
  const [row = {}] = await query(
    `SELECT (SELECT max(latest_timestamp) FROM blocks) AS newest, b.latest_timestamp AS first, b.height
       FROM (SELECT 1 AS one) AS always
       LEFT JOIN ledger l ON l.id = (${selectRecordAt('0')})
       LEFT JOIN txs t ON t.id = l.tx LEFT JOIN blocks b ON b.height = t.height`,
    [address?.key ?? -1],
  )
  const newest = dayOf(numberOf(row, 'newest'))
  const [first, first_height] = [optionalNumberOf(row, 'first'), optionalNumberOf(row, 'height')]
  const isYoung =
    first !== undefined &&
    newest - dayOf(first) < MAX_DAYS_BY_BLOCK &&
    (first_height ?? 0) > tip.height - FIRST_BLOCKS
  const shown: Step = step === 'block' || (step === 'auto' && isYoung) ? 'block' : 'day'
  return {
    step: shown,
    first_date: first === undefined ? undefined : dateOf(dayOf(first)),
    first_height,
    newest_date: dateOf(newest),
    newest_height: tip.height,
  }
}

function dayOf(timestamp: number): number {
  return Math.floor(timestamp / DAY)
}

const isShownBlock =
  ({ tip }: Index) =>
  ({ height }: { height: number }) =>
    height > tip.height - FIRST_BLOCKS

function whenOf({ day, height }: { day: number; height: number }, step: Step) {
  return { date: dateOf(day), block_height: step === 'block' ? height : undefined }
}

type Period = { day: number; height: number; balance: bigint; movements: number }

/** What an address did with a rune in each block, oldest first, and its balance after each. */
async function readPeriods(index: Index, address: LocatedAddress, rune: number): Promise<Period[]> {
  const [pair] = await index.query(
    'SELECT records FROM balances WHERE address = $1 AND rune = $2',
    [address.key, rune],
  )
  const records = pair === undefined ? 0 : numberOf(pair, 'records')
  if (records > MAX_SERIES_RECORDS) {
    throw badRequest(
      `the address has ${records} records of the rune, and only up to ${MAX_SERIES_RECORDS} are added up; read the pages of its movements`,
    )
  }
  const periods = new Map<number, Period>()
  for (const kind of KIND_NAMES) {
    if (address.counts[kind] > 0)
      await addRecords(index, { address, rune, kind: KINDS[kind] }, periods)
  }
  const ordered = [...periods.values()].sort((one, two) => one.height - two.height)
  let balance = 0n
  return ordered.map((period) => {
    balance += period.balance
    return { ...period, balance }
  })
}

type Records = { address: LocatedAddress; rune: number; kind: number }
type PackedRecord = [id: number, amount: string, height: number, latest: number]

/** Other work runs between two steps. */
const STEP = 4000
const COLUMNS = ['id', 'amount', 'height', 'latest']

/** Adds the records of a kind, which an index has in their order. */
async function addRecords(
  { query, dialect }: Index,
  { address, rune, kind }: Records,
  periods: Map<number, Period>,
): Promise<void> {
  const name = kindNamed(kind)
  const width = ADDRESS_MOVEMENTS.filter((movement) => movement === name).length
  const sign = RECEIVES.has(kind) ? 1n : -1n
  let next = 0
  for (let count = STEP; count === STEP; await setImmediate()) {
    const [row] = await query(
      `SELECT ${dialect.packedRows(COLUMNS)} AS packed
         FROM (SELECT l.id, l.amount, b.height, b.latest_timestamp AS latest
                 FROM ledger l JOIN txs t ON t.id = l.tx JOIN blocks b ON b.height = t.height
                WHERE l.address = $1 AND l.rune = $2 AND l.kind = ${kind} AND l.id >= $3
                ORDER BY l.id LIMIT ${STEP}) AS listed`,
      [address.key, rune, next],
    )
    const records: PackedRecord[] = row?.packed ? JSON.parse(textOf(row, 'packed')) : []
    for (const [, amount, height, latest] of records) {
      const period = periods.get(height) ?? {
        day: dayOf(latest),
        height,
        balance: 0n,
        movements: 0,
      }
      periods.set(height, period)
      period.balance += sign * BigInt(amount)
      period.movements += width
    }
    count = records.length
    next = (records.at(-1)?.[0] ?? 0) + 1
  }
}

/** Of blocks, the days. */
function joinDays(blocks: Period[]): Period[] {
  const days = new Map<number, Period>()
  for (const { day, height, balance, movements } of blocks) {
    const before = days.get(day)?.movements ?? 0
    days.set(day, { day, height, balance, movements: before + movements })
  }
  return [...days.values()]
}

type SpanOfActivity = Pick<ParametersOf<'addressHistory'>, 'from' | 'to'>

const MOVEMENTS = { kinds: ADDRESS_MOVEMENTS, position: 'address_movement' } as const

/**
 * Goes from the first movement of a day to the first of the next day that has some, by their positions: days without
 * movements cost nothing. CROSS JOIN keeps SQLite from reading all movements of the address for each step.
 */
async function readActiveDays(index: Index, address: LocatedAddress, span: SpanOfActivity) {
  const { from = 0, to } = await recordBoundsOf(index, span)
  const total =
    to === undefined
      ? sumOfCounts(address.counts, ADDRESS_MOVEMENTS)
      : await countRowsBefore(index, address, { ...MOVEMENTS, id: to })
  const rows = await index.query(
    `WITH RECURSIVE active (place, latest, next_record) AS (
       SELECT CAST(-1 AS INTEGER), CAST(0 AS BIGINT), CAST($2 AS BIGINT)
        UNION ALL
       SELECT l.address_movement, b.latest_timestamp, ${END_OF_DAY}
         FROM active p CROSS JOIN ledger l
         JOIN txs t ON t.id = l.tx JOIN blocks b ON b.height = t.height
        WHERE l.address = $1 AND l.address_movement < $3 AND l.address_movement = coalesce(
          (${selectNewestPlace(address, { ...MOVEMENTS, id: 'p.next_record' })}), 0))
     SELECT place, latest FROM active WHERE place >= 0 ORDER BY place`,
    [address.key, from, total],
  )
  return rows.map((row, at) => {
    const end = rows[at + 1]
    const movements = (end === undefined ? total : numberOf(end, 'place')) - numberOf(row, 'place')
    return { date: dateOf(dayOf(numberOf(row, 'latest'))), movements }
  })
}

/** The id that follows the last record of the day of a block `b`. */
const END_OF_DAY = `(SELECT e.next_record FROM blocks e
    WHERE e.latest_timestamp < (b.latest_timestamp / ${DAY} + 1) * ${DAY}
    ORDER BY e.latest_timestamp DESC, e.height DESC LIMIT 1)`

/** Counts the movements up to the end of each of the last blocks: the position of the newest one tells how many. */
async function readActiveBlocks(index: Index, address: LocatedAddress, span: SpanOfActivity) {
  const { from = 0, to = Number.MAX_SAFE_INTEGER } = await recordBoundsOf(index, span)
  const start = Math.max(from, await firstShownRecord(index))
  let before = await countRowsBefore(index, address, { ...MOVEMENTS, id: start })
  const rows = await index.query(
    `SELECT b.height, b.latest_timestamp AS latest,
            coalesce((${selectNewestPlace(address, { ...MOVEMENTS, id: 'b.next_record' })}), 0) AS place
       FROM blocks b
      WHERE b.height > $2 AND b.next_record > $3 AND b.next_record <= $4 ORDER BY b.height`,
    [address.key, index.tip.height - FIRST_BLOCKS, start, to],
  )
  return rows.flatMap((row) => {
    const movements = numberOf(row, 'place') - before
    before += movements
    const date = dateOf(dayOf(numberOf(row, 'latest')))
    return movements === 0 ? [] : [{ date, block_height: numberOf(row, 'height'), movements }]
  })
}

async function firstShownRecord({ query, tip }: Index): Promise<number> {
  const [row] = await query('SELECT next_record FROM blocks WHERE height = $1', [
    tip.height - FIRST_BLOCKS,
  ])
  return row === undefined ? 0 : numberOf(row, 'next_record')
}
