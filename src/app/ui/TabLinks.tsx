import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

type Props = {
  label: string
  tabs: { to: string; name: ReactNode; isCurrent: boolean }[]
}

/** Links to the parts of a page, of which one is shown. */
export function TabLinks({ label, tabs }: Props) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-x-1 border-b border-line">
      {tabs.map(({ to, name, isCurrent }) => (
        <Link
          key={to}
          to={to}
          preventScrollReset
          aria-current={isCurrent ? 'page' : undefined}
          className="-mb-px border-b-2 border-transparent px-3 py-2 font-semibold text-muted hover:text-accent aria-[current]:border-accent aria-[current]:text-ink"
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
