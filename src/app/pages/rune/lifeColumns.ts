import type { RuneHistory, RunePeriod } from '../../../contract/schemas/rune.ts'
import type { TypeCounts } from '../../figures/TypeColumns.tsx'
import { addAmounts } from '../../ui/numbers.tsx'
import { startOfIsoDay } from '../../ui/Time.tsx'

/** Some days of a rune, as a column of its figure. */
export type LifeColumn = {
  /** When the days begin, or the first day of the rune if that is one of them. */
  firstDay: number
  lastDay: number
  /** The heights of the blocks with movements; undefined if there are none. */
  blocks: { from: number; to: number } | undefined
  counts: TypeCounts
  /** Exact amounts. */
  transferred: string
  minted: string
  burned: string
  /** At the end; undefined before the rune was etched. */
  holders: number | undefined
  supply: string | undefined
}

const DAY = 86_400
const MAX_COLUMNS = 120

/** The days from the first movement up to the newest block. */
export function ageInDays({ first_date, newest_date }: RuneHistory): number {
  return first_date === undefined ? 0 : dayOf(newest_date) - dayOf(first_date) + 1
}

/**
 * The last days in columns of equal length, oldest first, empty ones included. `etchings` is the number of
 * movements of the etching, all on the first day.
 */
export function lifeColumns(history: RuneHistory, days: number, etchings: number): LifeColumn[] {
  const size = Math.ceil(days / MAX_COLUMNS)
  const count = Math.ceil(days / size)
  const start = dayOf(history.newest_date) - count * size + 1
  const firstDay = dayOf(history.first_date ?? history.newest_date)
  const parts = Array.from({ length: count }, (): RunePeriod[] => [])
  for (const day of history.results) {
    parts[Math.floor((dayOf(day.date) - start) / size)]?.push(day)
  }
  let last = history.before
  return parts.map((part, index) => {
    const moving = part.filter(({ movements }) => movements > 0)
    const [first, newest] = [moving[0], moving.at(-1)]
    last = part.at(-1) ?? last
    return {
      firstDay: Math.max(start + index * size, firstDay) * DAY,
      lastDay: (start + (index + 1) * size - 1) * DAY,
      blocks: first && newest && { from: first.first_height, to: newest.last_height },
      counts: countsOf(moving, first?.date === history.first_date ? etchings : 0),
      transferred: addAmounts(moving.map(({ transferred }) => transferred)),
      minted: addAmounts(moving.map(({ minted }) => minted)),
      burned: addAmounts(moving.map(({ burned }) => burned)),
      holders: last?.holders,
      supply: last?.supply,
    }
  })
}

/** Mints are movements here: a mint may have several receivers, or none. */
function countsOf(days: RunePeriod[], etchings: number): TypeCounts {
  const sum = (count: (day: RunePeriod) => number) =>
    days.reduce((total, day) => total + count(day), 0)
  const [transfers, burns] = [sum((day) => day.transfers), sum((day) => day.burns)]
  const mints = sum((day) => day.movements) - transfers - burns - etchings
  return [transfers, mints, burns, etchings]
}

/** Days since 1970. */
function dayOf(date: string): number {
  return startOfIsoDay(date) / DAY
}
