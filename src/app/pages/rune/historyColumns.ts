import type { RuneHistory, RuneMilestone, RunePeriod } from '../../../contract/schemas/rune.ts'
import type { TypeCounts } from '../../figures/TypeColumns.tsx'
import { DAY_SECONDS, type TimeColumn, timeColumns } from '../../figures/timeColumns.ts'
import { addAmounts } from '../../ui/numbers.tsx'
import { startOfIsoDay } from '../../ui/Time.tsx'

/** Some days or blocks of a rune, as a column of its figure. */
export type HistoryColumn = TimeColumn & {
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

/** The days from the first movement up to the newest block. */
export function ageInDays({ first_date, newest_date }: RuneHistory): number {
  return first_date === undefined ? 0 : dayOf(newest_date) - dayOf(first_date) + 1
}

export type HistoryColumns = {
  step: RuneHistory['step']
  /** How many days or blocks a column has; the first or the last one may have fewer. */
  size: number
  columns: HistoryColumn[]
}

/**
 * The first blocks or the last days in columns of equal length, oldest first, empty ones included. `etchings` is the
 * number of movements of the etching, all in the first of them.
 */
export function historyColumns(
  history: RuneHistory,
  days: number,
  etchings: number,
): HistoryColumns {
  const { step, results, before } = history
  const axis = { step, ...extentOf(history, days), earliest: firstOf(history) }
  const { size, columns } = timeColumns(axis, results, (period) => placeOf(step, period))
  const etched = before === undefined ? results[0] : undefined
  let newest = before
  return {
    step,
    size,
    columns: columns.map(({ entries: part, ...column }) => {
      newest = part.at(-1) ?? newest
      const hasEtching = etched !== undefined && part.includes(etched)
      return {
        ...column,
        ...sumOf(part, hasEtching ? etchings : 0),
        holders: newest?.holders,
        supply: newest?.supply,
      }
    }),
  }
}

/** Whether a milestone is within a column. One of several blocks is in the column of its first. */
export function isWithin({ step, first, last }: HistoryColumn, milestone: RuneMilestone): boolean {
  const place = placeOf(step, milestone)
  return first <= place && place <= last
}

/** Those within some columns, and those before them. */
export function splitMilestones(milestones: RuneMilestone[], columns: HistoryColumn[]) {
  const isShown = (milestone: RuneMilestone) =>
    columns.some((column) => isWithin(column, milestone))
  return {
    within: milestones.filter(isShown),
    earlier: milestones.filter((milestone) => !isShown(milestone)),
  }
}

function placeOf(
  step: HistoryColumn['step'],
  { date, first_height }: Pick<RunePeriod, 'date' | 'first_height'>,
) {
  return step === 'day' ? dayOf(date) : first_height
}

/** The first and the last day, or block, of the figure. */
function extentOf(history: RuneHistory, days: number) {
  if (history.step === 'day') {
    const last = dayOf(history.newest_date)
    return { first: last - days + 1, last }
  }
  return { first: history.first_height, last: history.newest_height }
}

function firstOf({ step, first_date, newest_date, first_height }: RuneHistory): number {
  return step === 'day' ? dayOf(first_date ?? newest_date) : first_height
}

function sumOf(part: RunePeriod[], etchings: number) {
  const moving = part.filter(({ movements }) => movements > 0)
  const [first, last] = [moving[0], moving.at(-1)]
  return {
    blocks: first && last && { from: first.first_height, to: last.last_height },
    counts: countMovements(moving, etchings),
    transferred: addAmounts(moving.map((period) => period.transferred)),
    minted: addAmounts(moving.map((period) => period.minted)),
    burned: addAmounts(moving.map((period) => period.burned)),
  }
}

/** Mints are movements here: a mint may have several receivers, or none. */
export function countMovements(periods: RunePeriod[], etchings: number): TypeCounts {
  const sum = (count: (period: RunePeriod) => number) =>
    periods.reduce((total, period) => total + count(period), 0)
  const [transfers, burns] = [sum((period) => period.transfers), sum((period) => period.burns)]
  const mints = sum((period) => period.movements) - transfers - burns - etchings
  return [transfers, mints, burns, etchings]
}

/** Days since 1970. */
function dayOf(date: string): number {
  return startOfIsoDay(date) / DAY_SECONDS
}
