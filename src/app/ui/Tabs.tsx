import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Numeral } from './numbers.tsx'
import { useScrollToCurrent } from './useScrollToCurrent.ts'

export type Tab = {
  to: string
  name: string
  /** What is shown instead of the name. */
  title?: ReactNode
  count?: number | undefined
  hasMore?: boolean | undefined
  isCurrent: boolean
}

export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const row = useScrollToCurrent<HTMLElement>(tabs.find(({ isCurrent }) => isCurrent)?.name)
  return (
    <div className="mt-3 flex items-end gap-4 phone:mt-1 border-b border-line">
      <nav
        ref={row}
        aria-label={label}
        className="-mb-px flex min-w-0 grow gap-5 overflow-x-auto overscroll-x-contain [scrollbar-width:none] fade-end scroll-fade phone:gap-6 phone:pe-8"
      >
        {tabs.map(({ to, name, title = name, count, hasMore, isCurrent }) => (
          <Link
            key={name}
            to={to}
            preventScrollReset
            aria-current={isCurrent ? 'page' : undefined}
            className="flex min-h-10 shrink-0 items-center gap-1.5 border-b-2 focus-visible:-outline-offset-2 border-transparent text-base font-medium whitespace-nowrap text-muted hover:text-ink aria-[current]:border-accent aria-[current]:text-ink pointer-coarse:min-h-11 forced-colors:not-aria-[current]:border-[Canvas]"
          >
            {title}
            {count !== undefined && (
              <span className="font-normal text-faint">
                {hasMore && 'more than '}
                <Numeral name={`tab.${name.toLowerCase().replaceAll(' ', '_')}`} value={count} />
              </span>
            )}
          </Link>
        ))}
      </nav>
    </div>
  )
}

type SegmentedProps = { label: string; options: { to: string; name: string; isCurrent: boolean }[] }

export function Segmented({ label, options }: SegmentedProps) {
  return (
    <nav aria-label={label} className="inline-flex flex-wrap rounded-md bg-sunken p-0.5">
      {options.map(({ to, name, isCurrent }) => (
        <Link
          key={name}
          to={to}
          preventScrollReset
          aria-current={isCurrent ? 'true' : undefined}
          className="flex min-h-6 items-center rounded-sm px-2.5 text-xs font-medium whitespace-nowrap text-muted hover:text-ink aria-[current]:bg-raised aria-[current]:text-ink aria-[current]:shadow-[0_1px_2px_rgb(0_0_0/0.12)] pointer-coarse:min-h-11 forced-colors:aria-[current]:underline"
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
