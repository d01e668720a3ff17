import { useEndOfIndex } from '../endOfIndex.tsx'
import { useFormatCount } from '../ui/numbers.tsx'
import { formatShortUtcDay, formatUtcDay } from '../ui/Time.tsx'
import { TimeLabels } from './Panel.tsx'
import type { Palette } from './palette.ts'
import { DAY_SECONDS, type TimeColumn } from './timeColumns.ts'

const TIME_LABELS = 5

type Props = { y: number; columns: readonly TimeColumn[]; palette: Palette }

/** The days or heights below columns, at equal distances, and the last one. */
export function TimeTicks({ y, columns, palette }: Props) {
  const end = useEndOfIndex()
  const format = useFormatCount()
  const last = columns.length - 1
  const step = Math.max(1, Math.ceil(columns.length / TIME_LABELS))
  const indexes = columns.map((_, index) => index).filter((index) => index % step === 0)
  const isByDay = columns[0]?.step === 'day'
  const ending = !isByDay ? '' : end === undefined ? ', so far' : `, to ${format(end)}`
  // The last one has the most to say.
  const spaced = indexes.filter((index) => last - index > step * 0.7)
  const labels = [...spaced, last].map((index, place) => ({
    text: timeOf(columns[index], place === 0) + (index === last ? ending : ''),
    at: (index + 0.5) / columns.length,
    isMinor: place % 2 === 1 && index !== last,
  }))
  return <TimeLabels y={y} labels={labels} palette={palette} />

  function timeOf(column: TimeColumn | undefined, isLong: boolean): string {
    if (column === undefined) return ''
    if (column.step === 'block') return format(column.first)
    return (isLong ? formatUtcDay : formatShortUtcDay)(column.first * DAY_SECONDS)
  }
}
