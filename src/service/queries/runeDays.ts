import { numberOf, optionalNumberOf, type Row } from '../../database/database.ts'
import { listAfter, selectIn } from '../../database/rows.ts'
import { DAY } from './history.ts'
import type { Index } from './indexReader.ts'
import { isOlder } from './labels.ts'

type Counts = [transfers: number, mints: number, burns: number, etchings: number]

/**
 * Reads what happened to some runes on the last UTC days. Returns a function from a row of SELECT_RUNES to the counts
 * of its days, and to the change of its holders on the last one.
 */
export async function readRuneDays(index: Index, runes: Row[], days: number) {
  const { first, newest } = await readBounds(index)
  const start = Math.max(first, newest - days + 1)
  const keys = runes.map((row) => numberOf(row, 'id'))
  const active = await selectIn(
    index.query,
    `SELECT rune, day, movements, mints, transfers, burns FROM rune_days
      WHERE day >= $1 AND rune IN (${listAfter(1)})`,
    keys,
    [start],
  )
  const countsByDay = new Map(active.map((row) => [`${row.rune} ${row.day}`, countsOf(row)]))
  const holdersBefore = await readHoldersBefore(index, newest, keys)
  return (row: Row) => {
    const key = numberOf(row, 'id')
    const dayOf = (_: unknown, place: number): Counts =>
      countsByDay.get(`${key} ${start + place}`) ?? [0, 0, 0, 0]
    return {
      days: Array.from({ length: newest - start + 1 }, dayOf),
      holders_change: isOlder(row, index)
        ? undefined
        : numberOf(row, 'holders') - (holdersBefore.get(key) ?? 0),
    }
  }
}

/** The days of the first and of the newest block, since 1970. */
async function readBounds({ query }: Index) {
  const [row = {}] = await query(
    `SELECT (SELECT min(latest_timestamp) FROM blocks) AS first,
            (SELECT max(latest_timestamp) FROM blocks) AS newest`,
  )
  const dayOf = (column: string) => Math.floor(numberOf(row, column) / DAY)
  return { first: dayOf('first'), newest: dayOf('newest') }
}

function countsOf(row: Row): Counts {
  const [transfers, mints, burns] = [
    numberOf(row, 'transfers'),
    numberOf(row, 'mints'),
    numberOf(row, 'burns'),
  ]
  return [transfers, mints, burns, numberOf(row, 'movements') - transfers - mints - burns]
}

/** The holders of each rune at the end of the last day with activity before a day, by its key. */
async function readHoldersBefore({ query }: Index, day: number, keys: number[]) {
  const rows = await selectIn(
    query,
    `SELECT r.id, (SELECT d.holders FROM rune_days d
                    WHERE d.rune = r.id AND d.day < $1 ORDER BY d.day DESC LIMIT 1) AS holders
       FROM runes r WHERE r.id IN (${listAfter(1)})`,
    keys,
    [day],
  )
  return new Map(rows.map((row) => [numberOf(row, 'id'), optionalNumberOf(row, 'holders') ?? 0]))
}
