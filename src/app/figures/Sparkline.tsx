import { useFormatCount } from '../ui/numbers.tsx'
import { PAGE_PALETTE } from './palette.ts'
import { countsText, TypeColumns, type TypeCounts, totalOf } from './TypeColumns.tsx'
import { lineScale } from './valueScale.ts'

type Props = {
  /** Of each day, oldest first. */
  days: readonly TypeCounts[]
  /** Whether the last day is not over: it is hatched. */
  isUnfinished: boolean
}

// In pixels.
const HEIGHT = 24

/** The movements of some days on a scale of their own from 0, as small as a word. */
export function Sparkline({ days, isUnfinished }: Props) {
  const format = useFormatCount()
  const totals = days.map(totalOf)
  const text = days.map((counts) => countsText(counts, format) || '0').join('; ')
  return (
    <svg
      role="img"
      aria-label={`Movements on each of ${days.length} days, oldest first: ${text}`}
      height={HEIGHT}
      className="block w-30 overflow-visible"
    >
      <line
        x2="100%"
        y1={HEIGHT}
        y2={HEIGHT}
        stroke={PAGE_PALETTE.line}
        className="forced-colors:hidden"
      />
      <TypeColumns
        columns={days}
        scale={lineScale(totals, HEIGHT)}
        palette={PAGE_PALETTE}
        isUnfinished={isUnfinished}
      />
    </svg>
  )
}
