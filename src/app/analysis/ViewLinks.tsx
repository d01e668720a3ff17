import { Link } from 'react-router-dom'
import { Numeral } from '../ui/numbers.tsx'
import type { Subject } from './engine/subject.ts'

/** The longest list that is analysed. Runes and addresses can have more than fit into a browser's memory. */
export const MAX_ANALYSED_RECORDS = 100_000

/** The analyses of a list: the values of the URL parameter `view`. */
export const VIEWS = ['records', 'net', 'check', 'charts', 'download'] as const
export type View = (typeof VIEWS)[number]

/**
 * The views that make sense for a list. Only the records of whole transactions can be checked, and an
 * address has only its own side of them. The charts show one transaction or one block.
 */
export function viewsOf({ kind }: Subject): readonly View[] {
  if (kind === 'rune') return VIEWS.filter((view) => view !== 'charts')
  if (kind === 'address') return VIEWS.filter((view) => view !== 'charts' && view !== 'check')
  return VIEWS
}

/** The name of a view. The net changes of an address are those of one address, by rune. */
export function viewName(view: View, { kind }: Subject): string {
  return view === 'net' && kind === 'address' ? 'Net change by rune' : NAMES[view]
}

const NAMES: Record<View, string> = {
  records: 'Filter and group',
  net: 'Net change by address',
  check: 'Check',
  charts: 'Charts',
  download: 'Download',
}

type Props = {
  subject: Subject
  /** The path of the list's pages. */
  path: string
  total: number | undefined
  /** Whether records may be missing. Without them, there are no net changes and no check. */
  isIncomplete: boolean
  /**
   * The URL's parameters if a view is shown. The other views get the same filter, but net changes and the
   * check get no `op`.
   */
  search?: URLSearchParams
}

/** Links to the pages of a list and to the analyses of all of its records. */
export function ViewLinks(props: Props) {
  const { subject, path, total, isIncomplete, search = new URLSearchParams() } = props
  const current = search.get('view')
  const views = viewsOf(subject).filter(
    (view) => view === current || !(isIncomplete && NEEDS_ALL.has(view)),
  )
  if (total !== undefined && total > MAX_ANALYSED_RECORDS) return <TooManyRecords />
  return (
    <nav aria-label="Views" className={TABS}>
      <span className="px-2 text-muted max-sm:w-full max-sm:px-0">Views of all records:</span>
      <Link
        to={path}
        preventScrollReset
        aria-current={current === null ? 'page' : undefined}
        className={TAB}
      >
        Records
      </Link>
      {views.map((view) => (
        <Link
          key={view}
          to={linkTo(path, search, view)}
          preventScrollReset
          aria-current={view === current ? 'page' : undefined}
          className={TAB}
        >
          {viewName(view, subject)}
        </Link>
      ))}
    </nav>
  )
}

const NEEDS_ALL = new Set<View>(['net', 'check'])

function TooManyRecords() {
  return (
    <p className="text-sm text-muted">
      Only lists of up to <Numeral value={MAX_ANALYSED_RECORDS} /> records can be analysed and
      downloaded here. To read a longer list in full, use the{' '}
      <Link to="/api" className="link">
        API
      </Link>
      .
    </p>
  )
}

/** The classes of a list of tabs. Their texts, also of wrapped ones, are aligned with the text above. */
export const TABS = 'flex sm:-ms-2 flex-wrap items-center gap-y-1 text-sm'

/** The classes of a tab. */
export const TAB =
  'flex min-h-7 items-center rounded px-2 hover:text-accent aria-[current]:bg-accent-soft aria-[current]:font-semibold'

function linkTo(path: string, search: URLSearchParams, view: View): string {
  const parameters = new URLSearchParams(search)
  parameters.set('view', view)
  parameters.delete('offset')
  // These views would not apply it.
  if (NEEDS_ALL.has(view)) parameters.delete('op')
  return `${path}?${parameters}`
}
