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
  /** Whether its value needs small type. */
  isLong?: boolean
  /** Whether phones give it a line of its own. */
  isWide?: boolean
  /** Whether three like it fit side by side on phones. False if the smallest have no room for two like it. */
  isShort?: boolean
  /** Whether phones have no room for it. */
  isMinor?: boolean
}

/** Three to six figures in a row. */
export function StatStrip({ stats }: { stats: (Stat | undefined)[] }) {
  const shown = stats.filter((stat) => stat !== undefined)
  const spans = spansOf(shown, PHONE_SPANS)
  const narrowSpans = spansOf(
    shown.map((stat) => ({ ...stat, isWide: stat.isWide || stat.isShort === false })),
    NARROW_SPANS,
  )
  // Five or six are in two lines of three where they have no room in one.
  const basis = shown.length > 4 ? 'max-[68rem]:basis-[30%]' : ''
  return (
    <dl className="panel mt-4 flex flex-wrap overflow-clip phone:mt-2 phone:grid phone:grid-cols-6 tight:grid-cols-1">
      {shown.map((stat) => {
        const { label, value, note, wideNote, corner, progress, isLong } = stat
        return (
          <div
            key={label}
            className={`relative -mt-px -ms-px max-w-full flex-[1_1_7rem] ${basis} border-s border-t border-line px-4 pt-2.5 pb-2 phone:min-w-0 phone:px-2.5 phone:py-1.5 tight:col-span-1 ${spans.get(label) ?? 'phone:hidden'} ${narrowSpans.get(label) ?? ''}`}
          >
            <dt className="text-xs whitespace-nowrap text-muted phone:whitespace-normal">
              {label}
            </dt>
            <dd
              className={`relative flex max-w-full items-baseline whitespace-nowrap phone:flex-wrap phone:whitespace-normal gap-x-1.5 font-semibold tracking-tight tabular-nums ${isLong ? 'text-sm/6 phone:text-xs/6' : 'text-xl phone:text-lg'}`}
            >
              <span className="[&_.font-medium]:font-semibold">{value}</span>
              {note !== undefined && <span className={NOTE}>{note}</span>}
              {wideNote && <span className={`${NOTE} phone:hidden`}>{wideNote}</span>}
            </dd>
            {corner && (
              <dd className="absolute end-4 top-2.5 text-xs phone:end-2.5 phone:top-1.5">
                {corner}
              </dd>
            )}
            {progress !== undefined && (
              <Bar
                value={progress}
                className="absolute inset-x-4 bottom-1 h-[3px] w-[calc(100%-2rem)] phone:inset-x-2.5 phone:bottom-0.5 phone:w-[calc(100%-1.25rem)]"
              />
            )}
          </div>
        )
      })}
    </dl>
  )
}

/**
 * How many of six columns a figure has on phones, where each line is full. Those that phones do not show have none.
 * `classes`: by how many are in a line.
 */
function spansOf(stats: Stat[], classes: readonly string[]): Map<string, string> {
  const spans = new Map<string, string>()
  const waiting = stats.filter(({ isMinor }) => !isMinor)
  while (waiting.length > 0) {
    const most = classes.length - 1
    const line = waiting.splice(0, Math.min(lineLength(waiting), most))
    const span = classes[line.length] ?? ''
    for (const { label } of line) spans.set(label, span)
  }
  return spans
}

const PHONE_SPANS = ['', 'phone:col-span-6', 'phone:col-span-3', 'phone:col-span-2']
const NARROW_SPANS = ['', 'narrow:col-span-6', 'narrow:col-span-3']

function hasOwnLine({ isLong = false, isWide = false }: Stat): boolean {
  return isLong || isWide
}

/** Two in a line, or three short ones unless one would be left over. */
function lineLength(stats: Stat[]): number {
  const [first, second, third] = stats
  if (first === undefined || hasOwnLine(first) || second === undefined || hasOwnLine(second))
    return 1
  const areShort = [first, second, third].every((stat) => stat?.isShort)
  return areShort && stats.length !== 4 ? 3 : 2
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
