import { Link } from 'react-router-dom'
import type { Paging } from '../../../contract/paging.ts'
import { Numeral } from '../../ui/numbers.tsx'
import type { Window } from '../engine/analysis.ts'

type Props = {
  place: 'top' | 'bottom'
  window: Window<unknown>
  paging: Paging
  /** What is counted: "records". */
  things: string
  linkTo: (paging: Paging) => string
}

/** The range of results, and links to the other pages. */
export function ResultPager({ place, window, paging, things, linkTo }: Props) {
  const { total, results } = window
  const { offset, limit } = paging
  const last = Math.max(0, Math.floor((total - 1) / limit) * limit)
  const steps = [
    { name: 'First', icon: 'icon-chevron-first', to: 0 },
    {
      name: 'Previous',
      icon: 'icon-chevron-left',
      to: Math.max(0, Math.min(last, offset - limit)),
    },
    { name: 'Next', icon: 'icon-chevron-right', to: Math.min(last, offset + limit) },
    { name: 'Last', icon: 'icon-chevron-last', to: last },
  ]
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p>
        {results.length > 0 && (
          <>
            <Numeral value={offset + 1} />–<Numeral value={offset + results.length} /> of{' '}
          </>
        )}
        <Numeral value={total} /> {things}
      </p>
      {(last > 0 || offset > 0) && (
        <nav aria-label={`Pages of ${things}, ${place}`} className="flex flex-wrap gap-1.5">
          {steps.map(({ name, icon, to }) => (
            <Link
              key={name}
              to={linkTo({ offset: to, limit })}
              preventScrollReset
              aria-disabled={to === offset}
              className="button px-2.5"
            >
              <span className={`${icon} size-4`} />
              <span className="max-sm:sr-only">{name}</span>
            </Link>
          ))}
        </nav>
      )}
    </div>
  )
}

/** "rows 1 to 20 of 45" */
export function describeRows({ offset }: Paging, { results, total }: Window<unknown>): string {
  return `rows ${offset + 1} to ${offset + results.length} of ${total}`
}
