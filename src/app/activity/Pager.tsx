import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { ActivityPage } from '../../contract/activity.ts'
import { DEFAULT_PAGING, type Paging } from '../../contract/paging.ts'
import { PAGE_SIZES } from '../links.ts'
import { GetForm } from '../ui/GetForm.tsx'
import { formatDecimal, Numeral } from '../ui/numbers.tsx'
import { useLanguage } from '../ui/reader.ts'

type Props = {
  place: 'top' | 'bottom'
  page: ActivityPage
  /** The page that the address requests; the service may have applied a smaller limit. */
  requested: Paging
  linkTo: (paging: Paging) => string
}

/** Which records are shown, and links to the other pages, in steps of the applied limit. */
export function Pager({ place, page, requested, linkTo }: Props) {
  const { offset, limit, total, results } = page
  // Steps count from the address, which is ahead of the rows while the next ones load.
  const here = requested.offset
  const last = lastOffset(total, limit)
  const isOnly = last === 0 && here === 0
  // Smaller pages would not be smaller.
  const hasSizes = total > PAGE_SIZES[0]
  if (isOnly && !hasSizes && place === 'bottom') return null

  const linkToOffset = (offset: number) => linkTo({ offset, limit: requested.limit })
  const step = (name: string, Icon: LucideIcon, offset: number, shortcut?: string) => (
    <Step
      name={name}
      Icon={Icon}
      to={linkToOffset(offset)}
      isPossible={offset !== here}
      shortcut={place === 'top' ? shortcut : undefined}
    />
  )
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 max-sm:gap-x-2">
      <p className="me-auto tabular-nums max-sm:text-sm">
        <Numeral value={offset + 1} />–<Numeral value={offset + results.length} /> of{' '}
        <Numeral value={total} />
      </p>
      {hasSizes && <PageSize place={place} limit={limit} requested={requested} linkTo={linkTo} />}
      {last > 0 && place === 'top' && (
        <a href="#go-to" className="link text-sm max-sm:hidden">
          Go to a page or record
        </a>
      )}
      {last > 0 && place === 'bottom' && (
        <GoTo limit={limit} here={here} pages={last / limit + 1} action={linkTo(DEFAULT_PAGING)} />
      )}
      {!isOnly && (
        <nav aria-label={`Pages, ${place}`} className="flex flex-wrap gap-1.5 max-sm:gap-1">
          {step('First', ChevronFirst, 0)}
          {step('Previous', ChevronLeft, Math.max(0, here - limit), '[')}
          {place === 'bottom' && (
            <PageNumbers
              current={here / limit}
              last={last / limit}
              linkToPage={(number) => linkToOffset(number * limit)}
            />
          )}
          {step('Next', ChevronRight, here + limit < total ? here + limit : here, ']')}
          {step('Last', ChevronLast, Math.max(here, last))}
        </nav>
      )}
    </div>
  )
}

/** Where the last page begins, counted in whole pages from the first record. */
export function lastOffset(total: number, limit: number): number {
  return Math.floor((total - 1) / limit) * limit
}

type StepProps = {
  name: string
  Icon: LucideIcon
  to: string
  isPossible: boolean
  shortcut: string | undefined
}

/** At either end a step stays a link, to the page itself, so that it keeps the focus. */
function Step({ name, Icon, to, isPossible, shortcut }: StepProps) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-disabled={!isPossible}
      aria-keyshortcuts={shortcut}
      className="button px-2.5"
    >
      <Icon aria-hidden="true" className="size-4" />
      <span className="max-sm:sr-only">{name}</span>
    </Link>
  )
}

type PageNumbersProps = {
  /** Between two numbers where the page begins in the middle of one. */
  current: number
  last: number
  linkToPage: (page: number) => string
}

/** Links to the pages beside the current one and to the first and last. Pages are counted from 0. */
function PageNumbers({ current, last, linkToPage }: PageNumbersProps) {
  const language = useLanguage()
  const middle = Math.floor(current)
  const near = [0, middle - 2, middle - 1, middle, middle + 1, middle + 2, last]
  const pages = [...new Set(near)].filter((page) => page >= 0 && page <= last)
  return pages
    .sort((a, b) => a - b)
    .map((page, index) => (
      <Link
        key={page}
        to={linkToPage(page)}
        preventScrollReset
        aria-current={page === current ? 'page' : undefined}
        aria-label={`Page ${formatDecimal(String(page + 1), language)}`}
        className={`button px-2.5 max-sm:hidden aria-[current=page]:border-accent aria-[current=page]:bg-accent-soft ${page - (pages[index - 1] ?? page) > 1 ? 'ms-3' : ''}`}
      >
        <Numeral value={page + 1} />
      </Link>
    ))
}

type GoToProps = { limit: number; here: number; pages: number; action: string }

/** Goes to a page or a record by its number: a plain form, so that it works before any script does. */
function GoTo({ limit, here, pages, action }: GoToProps) {
  return (
    <div id="go-to" className="flex text-sm max-sm:order-last">
      <GetForm action={action}>
        <NumberField name="page" label="Page" />
        <span className="ms-2 me-3 self-center whitespace-nowrap max-sm:sr-only">
          of <Numeral value={pages} />
        </span>
        <NumberField name="record" label="Record" />
        {/* Without a number it leads to the page it is on. */}
        <input type="hidden" name="offset" value={here} />
        <input type="hidden" name="limit" value={limit} />
        <button type="submit" className="button ms-2">
          Go
        </button>
      </GetForm>
    </div>
  )
}

function NumberField({ name, label }: { name: string; label: string }) {
  return (
    <label className="flex items-center gap-2 max-sm:me-2">
      {label}
      <input
        name={name}
        inputMode="numeric"
        pattern="[1-9][0-9]{0,14}"
        title={`The number of a ${name}`}
        autoComplete="off"
        className="field w-16"
      />
    </label>
  )
}

type PageSizeProps = Pick<Props, 'place' | 'requested' | 'linkTo'> & { limit: number }

/** Changing the size keeps the first row first, so that changing it back leads back. */
function PageSize({ place, limit, requested, linkTo }: PageSizeProps) {
  return (
    <nav
      aria-label={`Rows a page, ${place}`}
      // A phone has room for two lines above the records.
      className={`flex flex-wrap items-center gap-x-1 text-sm max-sm:order-last ${place === 'top' ? 'max-sm:hidden' : 'sm:hidden'}`}
    >
      <span className="text-muted">
        {limit === requested.limit ? 'Rows' : `Rows (the service allows ${limit})`}
      </span>
      {PAGE_SIZES.map((size) => (
        <Link
          key={size}
          to={linkTo({ offset: requested.offset, limit: size })}
          preventScrollReset
          aria-current={size === requested.limit ? 'true' : undefined}
          className="rounded-sm px-1.5 py-0.5 hover:text-accent aria-current:bg-accent-soft aria-current:font-semibold"
        >
          {size}
        </Link>
      ))}
    </nav>
  )
}
