import type { ActivityPage } from '../../contract/activity.ts'
import { DEFAULT_PAGING, type Paging } from '../../contract/paging.ts'
import { PAGE_SIZES } from '../links.ts'
import { GetForm } from '../ui/GetForm.tsx'
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
    { name: 'First', look: 'step-first', key: undefined, to: 0, isPossible: here > 0 },
    {
      name: 'Previous',
      look: 'step-previous',
      key: '[',
      to: Math.max(0, here - limit),
      isPossible: here > 0,
    },
    {
      name: 'Next',
      look: 'step-next',
      key: ']',
      to: here + limit,
      isPossible: here + limit < total,
    },
    { name: 'Last', look: 'step-last', key: undefined, to: last, isPossible: here < last },
  ] as const
  const stepOf = ({ name, look, key, to, isPossible }: (typeof steps)[number]) => (
    <Step
      key={name}
      name={name}
      look={look}
      shortcut={place === 'top' ? key : undefined}
      link={linkTo({ offset: isPossible ? to : here, limit: asked.limit })}
      isPossible={isPossible}
    />
  )

  const isOnly = last === 0 && here === 0
  // Smaller pages would not be smaller.
  const hasSizes = total > PAGE_SIZES[0]
  if (isOnly && !hasSizes && place === 'bottom') return null
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <p className="me-auto tabular">
        <Numeral value={offset + 1} />–<Numeral value={offset + results.length} /> of{' '}
        <Numeral value={total} />
      </p>
      {hasSizes && <PageSize place={place} limit={limit} asked={asked} linkTo={linkTo} />}
      {last > 0 &&
        (place === 'top' ? (
          // One form is enough: each field costs the page some of its time.
          <a href="#go-to" className="link text-sm max-sm:hidden">
            Go to a page or record
          </a>
        ) : (
          <GoTo
            limit={limit}
            here={here}
            pages={last / limit + 1}
            action={linkTo(DEFAULT_PAGING)}
          />
        ))}
      {!isOnly && (
        <nav aria-label={`Pages, ${place}`} className="flex flex-wrap gap-1.5">
          {steps.slice(0, 2).map(stepOf)}
          {place === 'bottom' &&
            pagesNear(Math.floor(here / limit), last / limit).map((page, index, pages) => (
              <a
                key={page}
                href={linkTo({ offset: page * limit, limit: asked.limit })}
                aria-current={page * limit === here ? 'page' : undefined}
                aria-label={`Page ${page + 1}`}
                className={`button px-2.5 max-sm:hidden aria-[current=page]:border-accent aria-[current=page]:bg-accent-soft ${page - (pages[index - 1] ?? page) > 1 ? 'ms-3' : ''}`}
              >
                <Numeral value={page + 1} />
              </a>
            ))}
          {steps.slice(2).map(stepOf)}
        </nav>
      )}
    </div>
  )
}

/** Where the last page begins, counted in whole pages from the first record. */
export function lastOffset(total: number, limit: number): number {
  return Math.floor((total - 1) / limit) * limit
}

/** The pages beside one, counted from 0, with the first and the last. */
function pagesNear(page: number, last: number): number[] {
  const near = [0, page - 2, page - 1, page, page + 1, page + 2, last]
  return [...new Set(near)].filter((page) => page >= 0 && page <= last).sort((a, b) => a - b)
}

type StepProps = {
  name: string
  look: string
  shortcut: string | undefined
  link: string
  isPossible: boolean
}

/** At either end a step stays a link, to where it stands: so it keeps the focus it was pressed with. */
function Step({ name, look, shortcut, link, isPossible }: StepProps) {
  return (
    <a
      href={link}
      aria-disabled={!isPossible}
      aria-keyshortcuts={shortcut}
      className={`button px-2.5 ${look}`}
    >
      <span className="max-sm:sr-only">{name}</span>
    </a>
  )
}

type GoToProps = { limit: number; here: number; pages: number; action: string }

/** Goes to a page or a record by its number: a plain form, so that it works before any script does. */
function GoTo({ limit, here, pages, action }: GoToProps) {
  return (
    <div id="go-to" className="flex text-sm max-sm:order-last">
      <GetForm action={action}>
        <NumberField name="page" label="Page" />
        <span className="me-3 ms-2 self-center whitespace-nowrap max-sm:sr-only">
          of <Numeral value={pages} />
        </span>
        <NumberField name="record" label="Record" />
        {/* Without a number it leads to where it stands. */}
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

type PageSizeProps = Pick<Props, 'place' | 'asked' | 'linkTo'> & { limit: number }

/** Changing the size keeps the first row first, so that changing it back leads back. */
function PageSize({ place, limit, asked, linkTo }: PageSizeProps) {
  return (
    <nav
      aria-label={`Rows a page, ${place}`}
      // A phone has room for two lines above the records.
      className={`flex flex-wrap items-center gap-x-1 text-sm max-sm:order-last ${place === 'top' ? 'max-sm:hidden' : 'sm:hidden'}`}
    >
      <span className="text-muted">
        {limit === asked.limit ? 'Rows' : `Rows (the service allows ${limit})`}
      </span>
      {PAGE_SIZES.map((size) => (
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
