import { Link } from 'react-router-dom'
import { Numeral } from '../ui/numbers.tsx'
import type { Subject } from './engine/subject.ts'

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

/** The longest list that is analysed. Runes and addresses can have more than fit into a browser's memory. */
export const MAX_ANALYSED = 100_000

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
  /** The URL's parameters if a view is shown. The other views get the same filter. */
  search?: URLSearchParams
}

/** Links to the pages of a list and to the analyses of all of its records. */
export function ViewLinks({ subject, path, total, search = new URLSearchParams() }: Props) {
  const current = search.get('view')
  if (total !== undefined && total > MAX_ANALYSED) return <TooManyRecords />
  return (
    <nav aria-label="Views" className="flex flex-wrap items-center gap-1 text-sm">
      <span className="me-1 text-muted max-sm:w-full">
        {total === 1 ? (
          'Views of the record:'
        ) : (
          <>Views of all {total !== undefined && <Numeral value={total} />} records:</>
        )}
      </span>
      <Link
        to={path}
        preventScrollReset
        aria-current={current === null ? 'page' : undefined}
        className={TAB}
      >
        Records
      </Link>
      {viewsOf(subject).map((view) => (
        <Link
          key={view}
          to={linkTo(path, search, view)}
          preventScrollReset
          aria-current={view === current ? 'page' : undefined}
          className={TAB}
        >
          {NAMES[view]}
        </Link>
      ))}
    </nav>
  )
}

function TooManyRecords() {
  return (
    <p className="text-sm text-muted">
      Only lists of up to <Numeral value={MAX_ANALYSED} /> records can be analysed and downloaded
      here. The{' '}
      <Link to="/api" className="link">
        API
      </Link>{' '}
      pages through longer ones.
    </p>
  )
}

/** The classes of a tab. */
export const TAB =
  'flex min-h-7 items-center rounded px-2 hover:text-accent aria-[current]:bg-accent-soft aria-[current]:font-semibold'

function linkTo(path: string, search: URLSearchParams, view: View): string {
  const parameters = new URLSearchParams(search)
  parameters.set('view', view)
  parameters.delete('offset')
  return `${path}?${parameters}`
}
