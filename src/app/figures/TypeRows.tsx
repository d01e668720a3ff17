import type { ReactNode } from 'react'
import { MOVEMENT_LOOKS, SHOWN_TYPES } from '../movements/TypeBadge.tsx'
import { Numeral } from '../ui/numbers.tsx'
import { Swatch } from './Swatch.tsx'
import type { TypeCounts } from './TypeColumns.tsx'

type Props = {
  /** What the numbers are of, the first part of their names: "day", "block". */
  subject: string
  counts: TypeCounts
  /** What is said after the number of each type, in the same order. */
  notes?: readonly ReactNode[]
  /** Further rows of three cells. */
  children?: ReactNode
}

/** The numbers of each type that occurs, for a tooltip. */
export function TypeRows({ subject, counts, notes = [], children }: Props) {
  return (
    <div className="mt-1 grid grid-cols-[auto_auto_minmax(0,1fr)] items-baseline gap-x-4 phone:gap-x-3 gap-y-0.5">
      {SHOWN_TYPES.map((type, index) =>
        counts[index] === 0 ? null : (
          <div key={type} className="contents">
            <span className="inline-flex items-center gap-1.5 text-muted">
              <Swatch type={type} />
              {MOVEMENT_LOOKS[type].name}s
            </span>
            <span className="text-end font-semibold">
              <Numeral name={`${subject}.${type}s`} value={counts[index] ?? 0} />
            </span>
            <span className="text-muted">{notes[index]}</span>
          </div>
        ),
      )}
      {children}
    </div>
  )
}
