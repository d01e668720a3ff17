import type { ActivityPage } from '../../contract/activity.ts'
import type { Paging } from '../../contract/paging.ts'
import { PAGE_SIZES } from '../links.ts'
import { Numeral } from '../ui/numbers.tsx'

type Props = {
  place: 'top' | 'bottom'
  page: ActivityPage
  /** What the address asks for; the service may have applied a smaller limit. */
  asked: Paging
  linkTo: (paging: Paging) => string
}

/** Where the page stands, and the ways to the others: each a link, stepping by what was applied. */
export function Pager({ place, page: { offset, limit, total, results }, asked, linkTo }: Props) {
  // Steps count from the address, which is ahead of the rows while the next ones load.
  const here = asked.offset
  const last = lastOffset(total, limit)
  const steps = [
    { name: 'First', look: 'step-first', to: 0, isPossible: here > 0 },
    {
      name: 'Previous',
      look: 'step-previous',
      to: Math.max(0, here - limit),
      isPossible: here > 0,
    },
    { name: 'Next', look: 'step-next', to: here + limit, isPossible: here + limit < total },
    { name: 'Last', look: 'step-last', to: last, isPossible: here < last },
  ] as const

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="tabular-nums">
        <Numeral value={offset + 1} />–<Numeral value={offset + results.length} /> of{' '}
        <Numeral value={total} />
      </p>
      {place === 'top' && <PageSize limit={limit} asked={asked} linkTo={linkTo} />}
      <nav aria-label={`Pages, ${place}`} className="flex gap-1.5">
        {steps.map(({ name, look, to, isPossible }) => (
          <Step
            key={name}
            name={name}
            look={look}
            link={linkTo({ offset: isPossible ? to : here, limit: asked.limit })}
            isPossible={isPossible}
          />
        ))}
      </nav>
    </div>
  )
}

/** Where the last page begins, counted in whole pages from the first record. */
export function lastOffset(total: number, limit: number): number {
  return Math.floor((total - 1) / limit) * limit
}

type StepProps = { name: string; look: string; link: string; isPossible: boolean }

/** At either end a step stays a link, to where it stands: so it keeps the focus it was pressed with. */
function Step({ name, look, link, isPossible }: StepProps) {
  return (
    <a href={link} aria-disabled={!isPossible} className={`button px-2.5 ${look}`}>
      <span className="max-sm:sr-only">{name}</span>
    </a>
  )
}

type PageSizeProps = Pick<Props, 'asked' | 'linkTo'> & { limit: number }

/** Changing the size keeps the first row first, so that changing it back leads back. */
function PageSize({ limit, asked, linkTo }: PageSizeProps) {
  const sizes = [...new Set([...PAGE_SIZES, asked.limit])].sort((a, b) => a - b)
  return (
    <nav aria-label="Rows a page" className="ms-auto flex flex-wrap items-center gap-x-1 text-sm">
      <span className="text-muted">
        {limit === asked.limit ? 'Rows' : `Rows (the service allows ${limit})`}
      </span>
      {sizes.map((size) => (
        <a
          key={size}
          href={linkTo({ offset: asked.offset, limit: size })}
          aria-current={size === asked.limit ? 'true' : undefined}
          className="rounded px-1.5 py-0.5 hover:text-accent aria-current:bg-accent-soft aria-current:font-semibold"
        >
          {size}
        </a>
      ))}
    </nav>
  )
}
