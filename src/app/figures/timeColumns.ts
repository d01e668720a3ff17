import { formatUtcDay } from '../ui/Time.tsx'

/** Some days or blocks, as a column of a figure. */
export type TimeColumn = {
  step: 'day' | 'block'
  /** Its first and its last day since 1970, or the heights of its blocks. */
  first: number
  last: number
  /** Whether more can happen in it. */
  isUnfinished: boolean
}

export type TimeAxis = {
  step: TimeColumn['step']
  /** The first and the last day, or block, of the figure, and the first of all that have some. */
  first: number
  last: number
  earliest: number
}

export const DAY_SECONDS = 86_400
const MAX_COLUMNS = 120

/** Fewer points than this are no figure. */
export const MIN_COLUMNS = 3

/**
 * Columns of equal length, oldest first, empty ones included, with what is in each. `size` is how many days or blocks
 * a column has; the first or the last one may have fewer.
 */
export function timeColumns<Entry>(
  { step, first, last, earliest }: TimeAxis,
  entries: readonly Entry[],
  placeOf: (entry: Entry) => number,
): { size: number; columns: (TimeColumn & { entries: Entry[] })[] } {
  const size = Math.ceil((last - first + 1) / MAX_COLUMNS)
  const count = Math.ceil((last - first + 1) / size)
  // Of the days, the last column is as long as the others.
  const start = step === 'day' ? last - count * size + 1 : first
  const parts = Array.from({ length: count }, (): Entry[] => [])
  for (const entry of entries) parts[Math.floor((placeOf(entry) - start) / size)]?.push(entry)
  const columns = parts.map((part, index) => {
    const end = start + (index + 1) * size - 1
    return {
      step,
      first: Math.max(start + index * size, earliest),
      last: Math.min(end, last),
      isUnfinished: index === count - 1 && (step === 'day' || end > last),
      entries: part,
    }
  })
  return { size, columns }
}

type Format = (count: number) => string

/** "20 Apr 2024", "20 Apr 2024 – 26 Apr 2024", or "Block 840,004". */
export function spanOf(
  { step, first, last }: Pick<TimeColumn, 'step' | 'first' | 'last'>,
  format: Format,
): string {
  if (step === 'day') return join([first, last].map((day) => formatUtcDay(day * DAY_SECONDS)))
  return `${first === last ? 'Block' : 'Blocks'} ${join([first, last].map(format))}`
}

function join(ends: string[]): string {
  return [...new Set(ends)].join(' – ')
}

/** "a column a day, UTC", "2 blocks a column" */
export function columnLength(step: TimeColumn['step'], size: number): string {
  const unit = size === 1 ? `a column a ${step}` : `${size} ${step}s a column`
  return step === 'day' ? `${unit}, UTC` : unit
}
