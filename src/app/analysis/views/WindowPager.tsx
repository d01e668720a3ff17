import type { Paging } from '../../../contract/paging.ts'
import { Numeral } from '../../ui/numbers.tsx'
import type { Window } from '../engine/wholeSet.ts'

type Props = {
  place: 'top' | 'bottom'
  found: Window<unknown>
  paging: Paging
  /** What is counted: "nets". */
  things: string
  linkTo: (paging: Paging) => string
}

/** Where a part of what was found stands, and the ways to the others. */
export function WindowPager({ place, found, paging, things, linkTo }: Props) {
  const { offset, limit } = paging
  const last = Math.max(0, Math.floor((found.total - 1) / limit) * limit)
  const steps = [
    ['First', 'step-first', 0],
    ['Previous', 'step-previous', Math.max(0, Math.min(last, offset - limit))],
    ['Next', 'step-next', Math.min(last, offset + limit)],
    ['Last', 'step-last', last],
  ] as const
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="tabular">
        {found.results.length > 0 && (
          <>
            <Numeral value={offset + 1} />–<Numeral value={offset + found.results.length} /> of{' '}
          </>
        )}
        <Numeral value={found.total} /> {things}
      </p>
      {(last > 0 || offset > 0) && (
        <nav aria-label={`Pages of ${things}, ${place}`} className="flex flex-wrap gap-1.5">
          {steps.map(([name, look, to]) => (
            <a
              key={name}
              href={linkTo({ offset: to, limit })}
              aria-disabled={to === offset}
              className={`button px-2.5 ${look}`}
            >
              <span className="max-sm:sr-only">{name}</span>
            </a>
          ))}
        </nav>
      )}
    </div>
  )
}

/** "rows 1 to 20 of 45" */
export function rowsOf({ offset }: Paging, { results, total }: Window<unknown>): string {
  return `rows ${offset + 1} to ${offset + results.length} of ${total}`
}
