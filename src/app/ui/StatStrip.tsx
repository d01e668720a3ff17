import type { ReactNode } from 'react'

export type Stat = {
  label: string
  value: ReactNode
  note?: ReactNode
  /** From 0 to 1, as a bar. */
  progress?: number | undefined
  /** Whether its value may be wider than a phone: it scrolls there. */
  isLong?: boolean
}

type Props = {
  stats: (Stat | undefined)[]
  /** Counts, of which three fit side by side on phones. */
  isShort?: boolean
}

/** Three to six figures in a row, on phones two; one that needs more width gets it. */
export function StatStrip({ stats, isShort = false }: Props) {
  const shown = stats.filter((stat) => stat !== undefined)
  return (
    <dl className="panel mt-4 flex flex-wrap overflow-clip">
      {shown.map(({ label, value, note, progress, isLong }) => (
        <div
          key={label}
          className={`relative -mt-px -ms-px max-w-full flex-[1_1_7rem] border-s border-t border-line px-4 pt-2.5 pb-2 ${isShort ? 'phone:basis-1/3' : 'phone:basis-2/5'}`}
        >
          <dt className="text-xs text-muted">{label}</dt>
          <dd
            className="flex max-w-full flex-wrap items-baseline gap-x-1.5 overflow-x-auto text-xl font-semibold tracking-tight tabular-nums [scrollbar-width:thin]"
            {...(isLong && { tabIndex: 0 })}
          >
            <span className="max-w-full">{value}</span>
            {note !== undefined && (
              <span className="text-xs font-normal tracking-normal text-muted">{note}</span>
            )}
          </dd>
          {progress !== undefined && <Bar value={progress} />}
        </div>
      ))}
    </dl>
  )
}

function Bar({ value }: { value: number }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 3"
      preserveAspectRatio="none"
      className="absolute inset-x-4 bottom-1 h-[3px] w-[calc(100%-2rem)]"
    >
      <rect width="100" height="3" className="fill-line" />
      <rect width={Math.max(0, Math.min(1, value)) * 100} height="3" className="fill-accent" />
    </svg>
  )
}
