import type { ReactNode } from 'react'

export type Stat = {
  label: string
  value: ReactNode
  note?: ReactNode
  /** From 0 to 1, as a bar. */
  progress?: number | undefined
}

type Props = {
  stats: (Stat | undefined)[]
  /** Counts, of which three fit side by side on phones. */
  isShort?: boolean
}

/** Three to six figures in a row; on phones two. */
export function StatStrip({ stats, isShort = false }: Props) {
  const shown = stats.filter((stat) => stat !== undefined)
  return (
    <dl
      className={`panel mt-4 grid overflow-clip ${COLUMNS[shown.length] ?? 'grid-cols-6'} ${isShort ? 'phone:grid-cols-3' : 'phone:grid-cols-2'}`}
    >
      {shown.map(({ label, value, note, progress }) => (
        <div
          key={label}
          className="relative -mt-px -ms-px min-w-0 border-s border-t border-line px-4 pt-2.5 pb-2"
        >
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="flex flex-wrap items-baseline gap-x-1.5 text-xl font-semibold tracking-tight tabular-nums">
            <span className="min-w-0">{value}</span>
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

const COLUMNS: Record<number, string> = {
  1: 'grid-cols-1',
  2: 'grid-cols-2',
  3: 'grid-cols-3',
  4: 'grid-cols-4',
  5: 'grid-cols-5',
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
