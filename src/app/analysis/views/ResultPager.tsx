import type { ComponentProps } from 'react'
import type { Paging } from '../../../contract/paging.ts'
import { StepLink } from '../../lists/StepLink.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import type { ResultPage } from '../engine/analysis.ts'

type Props = {
  place: 'top' | 'bottom'
  page: ResultPage<unknown>
  paging: Paging
  /** What a result is: "record". */
  unit: string
  linkTo: (paging: Paging) => string
}

/** The range of results, and links to the other pages. */
export function ResultPager({ place, page, paging, unit, linkTo }: Props) {
  const { total, results } = page
  const things = total === 1 ? unit : `${unit}s`
  const { offset, limit } = paging
  const last = Math.max(0, Math.floor((total - 1) / limit) * limit)
  const step = (name: ComponentProps<typeof StepLink>['name'], to: number) => (
    <StepLink name={name} to={linkTo({ offset: to, limit })} isPossible={to !== offset} />
  )
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
          {step('First', 0)}
          {step('Previous', Math.max(0, Math.min(last, offset - limit)))}
          {step('Next', Math.min(last, offset + limit))}
          {step('Last', last)}
        </nav>
      )}
    </div>
  )
}
