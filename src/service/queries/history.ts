import type { ParametersOf } from '../../contract/endpoints.ts'
import type { RuneHistory, RunePeriod } from '../../contract/schemas/rune.ts'
import {
  numberOf,
  optionalNumberOf,
  type Row,
  type SqlValue,
  textOf,
} from '../../database/database.ts'
import { FIRST_BLOCKS } from '../../database/schema.ts'
import { applyDivisibility } from './applyDivisibility.ts'
import type { Index } from './indexReader.ts'
import { expectRune, type LocatedRune } from './locate.ts'

/** In seconds. */
export const DAY = 86_400

/** So few days are shown by blocks. Where blocks are rare, the first 432 take longer. */
export const MAX_DAYS_BY_BLOCK = 3

/**
 * What happened to a rune on each day with activity, oldest first, on all days or on the last ones; or in each of its
 * first blocks with activity.
 * @throws {HttpProblem} 404
 */
export async function readHistory(
  index: Index,
  { rune, days, step }: ParametersOf<'runeHistory'>,
): Promise<RuneHistory> {
  const located = await expectRune(index, rune)
  const { newest, first } = await readBounds(index, located)
  const first_height = Math.max(numberOf(located.row, 'rune_height'), index.firstHeight)
  const isYoung =
    newest - (first ?? newest) < MAX_DAYS_BY_BLOCK && index.tip.height < first_height + FIRST_BLOCKS
  const bounds = {
    first_date: first === undefined ? undefined : dateOf(first),
    newest_date: dateOf(newest),
    first_height,
    newest_height: index.tip.height,
  }
  return step === 'block' || (step === 'auto' && isYoung)
    ? { step: 'block', ...bounds, results: await readBlocks(index, located) }
    : { step: 'day', ...bounds, ...(await readDays(index, located, { days, newest })) }
}

/** The day of the newest block, and the first day with activity. */
async function readBounds({ query }: Index, { key }: LocatedRune) {
  const [row = {}] = await query(
    `SELECT (SELECT max(latest_timestamp) FROM blocks) AS newest,
            (SELECT min(day) FROM rune_days WHERE rune = $1) AS first`,
    [key],
  )
  return {
    newest: Math.floor(numberOf(row, 'newest') / DAY),
    first: optionalNumberOf(row, 'first'),
  }
}

async function readDays(
  index: Index,
  rune: LocatedRune,
  { days, newest }: { days: number | undefined; newest: number },
) {
  const from = days === undefined ? 0 : Math.max(0, newest - days + 1)
  const [before] = await selectDays(index, rune, 'd.day < $2 ORDER BY d.day DESC LIMIT 1', [from])
  return { before, results: await selectDays(index, rune, 'd.day >= $2 ORDER BY d.day', [from]) }
}

/** The days of a rune that meet a condition, in which the first value is $2. */
export async function selectDays(
  { query }: Index,
  { key, divisibility }: LocatedRune,
  condition: string,
  values: SqlValue[],
): Promise<RunePeriod[]> {
  const rows = await query(
    `SELECT d.*,
            (SELECT height FROM blocks WHERE latest_timestamp >= CAST(d.day AS BIGINT) * ${DAY}
              ORDER BY latest_timestamp, height LIMIT 1) AS first_height,
            (SELECT height FROM blocks WHERE latest_timestamp < (CAST(d.day AS BIGINT) + 1) * ${DAY}
              ORDER BY latest_timestamp DESC, height DESC LIMIT 1) AS last_height
       FROM rune_days d WHERE d.rune = $1 AND ${condition}`,
    [key, ...values],
  )
  return rows.map((row) => ({ date: dateOf(numberOf(row, 'day')), ...periodOf(row, divisibility) }))
}

async function readBlocks({ query }: Index, { key, divisibility }: LocatedRune) {
  const rows = await query(
    `SELECT p.*, p.height AS first_height, p.height AS last_height, b.timestamp, b.latest_timestamp
       FROM rune_blocks p JOIN blocks b ON b.height = p.height
      WHERE p.rune = $1 ORDER BY p.height`,
    [key],
  )
  return rows.map((row) => ({
    ...blockTimeOf(row),
    ...periodOf(row, divisibility),
  }))
}

/** When a block was, of a row with its times. */
export function blockTimeOf(row: Row) {
  return {
    date: dateOf(Math.floor(numberOf(row, 'latest_timestamp') / DAY)),
    timestamp: numberOf(row, 'timestamp'),
  }
}

function periodOf(row: Row, divisibility: number) {
  const amount = (column: string) => applyDivisibility(textOf(row, column), divisibility)
  return {
    first_height: numberOf(row, 'first_height'),
    last_height: numberOf(row, 'last_height'),
    movements: numberOf(row, 'movements'),
    mints: numberOf(row, 'mints'),
    minted: amount('minted'),
    transfers: numberOf(row, 'transfers'),
    transferred: amount('transferred'),
    burns: numberOf(row, 'burns'),
    burned: amount('burned'),
    holders: numberOf(row, 'holders'),
    supply: amount('supply'),
  }
}

/** A day since 1970 as 2024-04-20. */
export function dateOf(day: number): string {
  return new Date(day * DAY * 1000).toISOString().slice(0, 10)
}
