import { useNavigate } from 'react-router-dom'
import type { ActivityPage } from '../../contract/activity.ts'
import { DEFAULT_PAGING, type Paging } from '../../contract/paging.ts'
import { PAGE_SIZES } from '../links.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { Link } from '../ui/Link.tsx'
import { Numeral } from '../ui/numbers.tsx'
import { SubmitWithoutScript } from '../ui/SubmitWithoutScript.tsx'

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
    { name: 'First', icon: 'first', to: 0, isPossible: here > 0 },
    { name: 'Previous', icon: 'previous', to: Math.max(0, here - limit), isPossible: here > 0 },
    { name: 'Next', icon: 'next', to: here + limit, isPossible: here + limit < total },
    { name: 'Last', icon: 'last', to: last, isPossible: here < last },
  ] as const

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="tabular-nums">
        <Numeral value={offset + 1} />–<Numeral value={offset + results.length} /> of{' '}
        <Numeral value={total} />
      </p>
      {place === 'top' && <PageSize limit={limit} asked={asked} linkTo={linkTo} />}
      <nav aria-label={`Pages, ${place}`} className="flex gap-1.5">
        {steps.map(({ name, icon, to, isPossible }) => (
          <Step
            key={name}
            name={name}
            icon={icon}
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

type StepProps = { name: string; icon: IconName; link: string; isPossible: boolean }

/** At either end a step stays a link, to where it stands: so it keeps the focus it was pressed with. */
function Step({ name, icon, link, isPossible }: StepProps) {
  const words = <span className="max-sm:sr-only">{name}</span>
  return (
    <Link to={link} replace={!isPossible} aria-disabled={!isPossible} className="button px-2.5">
      {name === 'First' || name === 'Previous' ? <Icon name={icon} /> : words}
      {name === 'First' || name === 'Previous' ? words : <Icon name={icon} />}
    </Link>
  )
}

type PageSizeProps = Pick<Props, 'asked' | 'linkTo'> & { limit: number }

/** Changing the size keeps the first row first, so that changing it back leads back. */
function PageSize({ limit, asked, linkTo }: PageSizeProps) {
  const navigate = useNavigate()
  const sizes = [...new Set([...PAGE_SIZES, asked.limit])].sort((a, b) => a - b)
  return (
    <form action={linkTo(DEFAULT_PAGING)} className="ms-auto flex items-center gap-2">
      <label className="flex items-center gap-2 text-sm text-muted">
        {limit === asked.limit ? 'Rows' : `Rows (the service allows ${limit})`}
        <select
          aria-label="Rows a page"
          name="limit"
          className="field text-ink"
          value={asked.limit}
          onChange={({ target }) => {
            const paging = { offset: asked.offset, limit: Number(target.value) }
            navigate(linkTo(paging))
          }}
        >
          {sizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
      <input type="hidden" name="offset" value={asked.offset} />
      <SubmitWithoutScript />
    </form>
  )
}
