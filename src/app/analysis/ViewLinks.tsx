import { Link } from 'react-router-dom'
import { Numeral } from '../ui/numbers.tsx'

/** The analyses of a list, as the address names them. */
export const VIEWS = ['records', 'net', 'check', 'charts', 'download'] as const
export type View = (typeof VIEWS)[number]

const NAMES: Record<View, string> = {
  records: 'Filter and group',
  net: 'Net by address',
  check: 'Does it add up?',
  charts: 'Charts',
  download: 'Download',
}

type Props = {
  /** The address of the list's pages. */
  path: string
  total: number | undefined
  /** The address's parameters where a view is shown: its filter applies to the other views, too. */
  search?: URLSearchParams
}

/** Links to the pages of a list and to the views that read all of it. */
export function ViewLinks({ path, total, search = new URLSearchParams() }: Props) {
  const current = search.get('view')
  return (
    <nav aria-label="Views" className="flex flex-wrap items-center gap-1 text-sm">
      <Link
        to={path}
        preventScrollReset
        aria-current={current === null ? 'page' : undefined}
        className={TAB}
      >
        Page by page
      </Link>
      <span className="ms-2 text-muted">
        Read all {total !== undefined && <Numeral value={total} />}:
      </span>
      {VIEWS.map((view) => (
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

/** One of several views of the same. */
export const TAB =
  'flex min-h-7 items-center rounded px-2 hover:text-accent aria-[current]:bg-accent-soft aria-[current]:font-semibold'

function linkTo(path: string, search: URLSearchParams, view: View): string {
  const parameters = new URLSearchParams(search)
  parameters.set('view', view)
  parameters.delete('offset')
  return `${path}?${parameters}`
}
