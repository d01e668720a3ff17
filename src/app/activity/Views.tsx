import { Numeral } from '../ui/numbers.tsx'
import { VIEWS, type View } from '../views.ts'

const NAMES: Record<View, string> = {
  records: 'Filter and group',
  net: 'Net by address',
  check: 'Does it add up?',
  picture: 'Picture',
  take: 'Download',
}

export type ViewsProps = {
  path: string
  total: number | undefined
  /** The view that is shown, and the addresses of the others. */
  view?: string | null
  linkTo?: (view: View) => string
}

/** The ways to look at a list: page by page, or as a whole, which reads all of it. */
export function Views({
  path,
  total,
  view,
  linkTo = (view) => `${path}?view=${view}`,
}: ViewsProps) {
  return (
    <nav aria-label="Views" className="flex flex-wrap items-center gap-x-1 gap-y-1">
      <a href={path} aria-current={view === undefined ? 'page' : undefined} className="view">
        Page by page
      </a>
      <span className="ms-2 text-sm text-muted">
        Read all {total !== undefined && <Numeral value={total} />}:
      </span>
      {VIEWS.map((name) => (
        <a
          key={name}
          href={linkTo(name)}
          aria-current={name === view ? 'page' : undefined}
          className="view"
        >
          {NAMES[name]}
        </a>
      ))}
    </nav>
  )
}
