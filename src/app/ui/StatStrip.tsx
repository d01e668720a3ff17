import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Bar } from './Bar.tsx'
import { type FigureName, Numeral } from './numbers.tsx'

export type Stat = {
  label: string
  value: ReactNode
  note?: ReactNode
  /** A note for which phones have no room. */
  wideNote?: ReactNode
  /** Beside the label, where what comes late moves nothing. */
  corner?: ReactNode
  progress?: number | undefined
  /** Whether its value needs small type. On narrow phones it scrolls. */
  isLong?: boolean
  /** Whether three like it fit side by side on phones. */
  isShort?: boolean
  /** Whether phones have no room for it. */
  isMinor?: boolean
}

/** Three to six figures in a row, on phones two; one that needs more width gets it. */
export function StatStrip({ stats }: { stats: (Stat | undefined)[] }) {
  const shown = stats.filter((stat) => stat !== undefined)
  return (
    <dl className="panel mt-4 flex flex-wrap overflow-clip phone:mt-2">
      {shown.map(({ label, value, note, wideNote, corner, progress, isLong, isShort, isMinor }) => (
        <div
          key={label}
          className={`relative -mt-px -ms-px max-w-full flex-[1_1_7rem] border-s border-t border-line px-4 pt-2.5 pb-2 phone:px-2.5 phone:py-1.5 ${isLong ? 'phone:basis-full' : isShort ? 'phone:basis-[27%]' : 'phone:basis-2/5'} ${isMinor ? 'phone:hidden' : ''}`}
        >
          <dt className="text-xs whitespace-nowrap text-muted">{label}</dt>
          <dd
            className={`relative flex max-w-full items-baseline whitespace-nowrap phone:flex-wrap gap-x-1.5 overflow-x-auto font-semibold tracking-tight tabular-nums [scrollbar-width:thin] ${isLong ? 'text-sm/6 phone:text-xs/6' : 'text-xl phone:text-lg'}`}
            {...(isLong && { tabIndex: 0 })}
          >
            <span>{value}</span>
            {note !== undefined && <span className={NOTE}>{note}</span>}
            {wideNote && <span className={`${NOTE} phone:hidden`}>{wideNote}</span>}
          </dd>
          {corner && (
            <dd className="absolute end-4 top-2.5 text-xs phone:end-2.5 phone:top-1.5">{corner}</dd>
          )}
          {progress !== undefined && (
            <Bar
              value={progress}
              className="absolute inset-x-4 bottom-1 h-[3px] w-[calc(100%-2rem)] phone:inset-x-2.5 phone:bottom-0.5 phone:w-[calc(100%-1.25rem)]"
            />
          )}
        </div>
      ))}
    </dl>
  )
}

const NOTE = 'text-xs font-normal tracking-normal text-muted'

type CountStat = {
  name: FigureName
  count: number
  /** Where what it counts is listed. */
  to?: string
}

export function countStat(label: string, { name, count, to }: CountStat): Stat {
  const number = <Numeral name={name} value={count} />
  const value =
    to === undefined || count === 0 ? (
      number
    ) : (
      <Link to={to} preventScrollReset className="hover:underline">
        {number}
      </Link>
    )
  return { label, value, isShort: true }
}
