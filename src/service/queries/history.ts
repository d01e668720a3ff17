import type { ParametersOf } from '../../contract/endpoints.ts'
import type { RuneDay, RuneHistory } from '../../contract/schemas/rune.ts'
import { numberOf, optionalNumberOf, type Row, textOf } from '../../database/database.ts'
import { applyDivisibility } from './applyDivisibility.ts'
import type { Index } from './indexReader.ts'
import { expectRune } from './locate.ts'

/** In seconds. */
export const DAY = 86_400

/**
 * What happened to a rune on each day with activity, oldest first: on all days, or on the last ones.
 * @throws {HttpProblem} 404
 */
export async function readHistory(
  index: Index,
  { rune, days }: ParametersOf<'runeHistory'>,
): Promise<RuneHistory> {
  const { key, divisibility } = await expectRune(index, rune)
  const [bounds] = await index.query(
    `SELECT (SELECT max(latest_timestamp) FROM blocks) AS newest,
            (SELECT min(day) FROM rune_days WHERE rune = $1) AS first`,
    [key],
  )
  const newest = Math.floor(numberOf(bounds ?? {}, 'newest') / DAY)
  const first = optionalNumberOf(bounds ?? {}, 'first')
  const from = days === undefined ? 0 : Math.max(0, newest - days + 1)
  const rows = await index.query(`${SELECT_DAYS} WHERE rune = $1 AND day >= $2 ORDER BY day`, [
    key,
    from,
  ])
  const [before] = await index.query(
    `${SELECT_DAYS} WHERE rune = $1 AND day < $2 ORDER BY day DESC LIMIT 1`,
    [key, from],
  )
  return {
    first_date: first === undefined ? undefined : dateOf(first),
    newest_date: dateOf(newest),
    before: before && dayOf(before, divisibility),
    results: rows.map((row) => dayOf(row, divisibility)),
  }
}

/** Days with their first and last block. */
const SELECT_DAYS = `
  SELECT d.*,
         (SELECT height FROM blocks WHERE latest_timestamp >= CAST(d.day AS BIGINT) * ${DAY}
           ORDER BY latest_timestamp, height LIMIT 1) AS first_height,
         (SELECT height FROM blocks WHERE latest_timestamp < (CAST(d.day AS BIGINT) + 1) * ${DAY}
           ORDER BY latest_timestamp DESC, height DESC LIMIT 1) AS last_height
    FROM rune_days d`

function dayOf(row: Row, divisibility: number): RuneDay {
  const amount = (column: string) => applyDivisibility(textOf(row, column), divisibility)
  return {
    date: dateOf(numberOf(row, 'day')),
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
function dateOf(day: number): string {
  return new Date(day * DAY * 1000).toISOString().slice(0, 10)
}
