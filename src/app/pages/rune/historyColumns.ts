import type { RuneDay, RuneHistory } from '../../../contract/schemas/rune.ts'
import { startOfIsoDay } from '../../ui/Time.tsx'

/** Some days of a rune, as a column of its history. */
export type HistoryColumn = {
  /** When the days begin. */
  firstDay: number
  lastDay: number
  /** The heights of the blocks with movements; undefined if there are none. */
  blocks: { from: number; to: number } | undefined
  /** The numbers of transfers, mints, burns and etchings. */
  counts: [number, number, number, number]
  /** At the end; undefined before the rune was etched. */
  holders: number | undefined
}

const DAY = 86_400
const MAX_COLUMNS = 120
/** Fewer would be too wide. */
const MIN_COLUMNS = 30

export function ageInDays({ first_date, newest_date }: RuneHistory): number {
  return first_date === undefined ? 0 : dayOf(newest_date) - dayOf(first_date) + 1
}

/**
 * The last days in columns of equal length, oldest first, empty ones included. `etchings` is the number of
 * movements of the etching, all on the first day.
 */
export function historyColumns(
  history: RuneHistory,
  days: number,
  etchings: number,
): HistoryColumn[] {
  const size = Math.ceil(days / MAX_COLUMNS)
  const count = Math.max(MIN_COLUMNS, Math.ceil(days / size))
  const start = dayOf(history.newest_date) - count * size + 1
  const parts = Array.from({ length: count }, (): RuneDay[] => [])
  for (const day of history.results) {
    parts[Math.floor((dayOf(day.date) - start) / size)]?.push(day)
  }
  let holders = history.before?.holders
  return parts.map((part, index) => {
    const moving = part.filter(({ movements }) => movements > 0)
    const [first, last] = [moving[0], moving.at(-1)]
    holders = part.at(-1)?.holders ?? holders
    return {
      firstDay: (start + index * size) * DAY,
      lastDay: (start + (index + 1) * size - 1) * DAY,
      blocks: first && last && { from: first.first_height, to: last.last_height },
      counts: countsOf(moving, moving[0]?.date === history.first_date ? etchings : 0),
      holders,
    }
  })
}

/** Mints are movements here: a mint may have several receivers, or none. */
function countsOf(days: RuneDay[], etchings: number): HistoryColumn['counts'] {
  const sum = (count: (day: RuneDay) => number) =>
    days.reduce((total, day) => total + count(day), 0)
  const [transfers, burns] = [sum((day) => day.transfers), sum((day) => day.burns)]
  const mints = sum((day) => day.movements) - transfers - burns - etchings
  return [transfers, mints, burns, etchings]
}

/** Days since 1970. */
function dayOf(date: string): number {
  return startOfIsoDay(date) / DAY
}
