import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import type { Paging } from '../../contract/paging.ts'
import { PAGE_SIZES } from '../pageSizes.ts'
import { GetForm } from '../ui/GetForm.tsx'
import { useLanguage } from '../ui/language.ts'
import { formatDecimal, Numeral } from '../ui/numbers.tsx'
import { WHOLE_NUMBER } from '../ui/typedNumbers.ts'
import type { ListPage } from './listHooks.ts'
import { RangeText } from './RangeText.tsx'
import { StepLink } from './StepLink.tsx'

type Props = {
  place: 'top' | 'bottom'
  page: ListPage
  /** The page that the address requests; the service may have applied a smaller limit. */
  requested: Paging
  linkTo: (paging: Paging) => string
  /** What a row is. Only records have links of their own. */
  unit: Unit
}

export type Unit = 'record' | 'holder' | 'balance' | 'token' | 'rune' | 'block' | 'result'

/** The range of records, and links to the other pages in steps of the applied limit. */
export function Pager({ place, page, requested, linkTo, unit }: Props) {
  const { limit, total } = page
  // Steps start from the requested offset. While a page loads, `page` is still the previous one.
  const currentOffset = requested.offset
  const last = lastOffset(total, limit)
  const isOnly = last === 0 && currentOffset === 0
  // A list that fits on the smallest page needs no choice of page size.
  const hasSizes = total > PAGE_SIZES[0]
  if (isOnly && !hasSizes && place === 'bottom') return null

  const linkToOffset = (offset: number) => linkTo({ offset, limit: requested.limit })
  const step = (
    name: ComponentProps<typeof StepLink>['name'],
    offset: number,
    shortcut?: string,
  ) => (
    <StepLink
      name={name}
      to={linkToOffset(offset)}
      isPossible={offset !== currentOffset}
      shortcut={place === 'top' ? shortcut : undefined}
    />
  )
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 max-sm:gap-x-2">
      <p className="me-auto tabular-nums max-sm:text-sm">
        <RangeText {...page} />
      </p>
      {hasSizes && <PageSize place={place} limit={limit} requested={requested} linkTo={linkTo} />}
      {last > 0 && place === 'top' && (
        <a href="#go-to" className="link text-sm max-sm:hidden">
          Go to a page{unit === 'record' && ' or record'}
        </a>
      )}
      {last > 0 && place === 'bottom' && (
        <GoTo
          limit={limit}
          currentOffset={currentOffset}
          pages={last / limit + 1}
          action={linkToOffset(last)}
          unit={unit}
        />
      )}
      {!isOnly && (
        <nav aria-label={`Pages, ${place}`} className="flex flex-wrap gap-1.5 max-sm:gap-1">
          {step('First', 0)}
          {step('Previous', Math.max(0, currentOffset - limit), '[')}
          {place === 'bottom' && (
            <PageNumbers
              current={currentOffset / limit}
              last={last / limit}
              linkToPage={(number) => linkToOffset(number * limit)}
            />
          )}
          {step('Next', currentOffset + limit < total ? currentOffset + limit : currentOffset, ']')}
          {step('Last', Math.max(currentOffset, last))}
        </nav>
      )}
    </div>
  )
}

/** The offset of the last page if all pages start at multiples of `limit`. */
export function lastOffset(total: number, limit: number): number {
  return Math.floor((total - 1) / limit) * limit
}

type PageNumbersProps = {
  /** Not an integer if the offset is not a multiple of the limit. */
  current: number
  last: number
  linkToPage: (page: number) => string
}

/** Links to the first, the last and the nearest pages. Pages are counted from 0. */
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

type GoToProps = Pick<Props, 'unit'> & {
  limit: number
  currentOffset: number
  pages: number
  /** The link to any further page. */
  action: string
}

/** Opens a page or a record by its number. A plain form, which works before scripts load. */
function GoTo({ limit, currentOffset, pages, action, unit }: GoToProps) {
  const [path = '', query] = action.split('?')
  const parameters = new URLSearchParams(query)
  // Without a number, the form opens the current page again.
  parameters.set('offset', String(currentOffset))
  parameters.set('limit', String(limit))
  return (
    <div id="go-to" className="flex text-sm max-sm:order-last">
      <GetForm action={path}>
        <NumberField name="page" label="Page" />
        <span className="ms-2 me-3 self-center whitespace-nowrap max-sm:sr-only">
          of <Numeral value={pages} />
        </span>
        {unit === 'record' && <NumberField name="record" label="Record" />}
        {/* With the filter and the tab, which a form would drop from its action. */}
        {[...parameters].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
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
        pattern={WHOLE_NUMBER}
        title={`A ${name} number`}
        autoComplete="off"
        className="field w-16"
      />
    </label>
  )
}

type PageSizeProps = Pick<Props, 'place' | 'requested' | 'linkTo'> & { limit: number }

/** Keeps the offset when the size changes: changing the size back restores the page. */
function PageSize({ place, limit, requested, linkTo }: PageSizeProps) {
  return (
    <nav
      aria-label={`Rows per page, ${place}`}
      // Phones have room for two lines above the records.
      className={`flex flex-wrap items-center gap-x-1 text-sm max-sm:order-last ${place === 'top' ? 'max-sm:hidden' : 'sm:hidden'}`}
    >
      <span className="text-muted">
        {limit === requested.limit ? 'Rows' : `Rows per page (the service allows up to ${limit})`}
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
