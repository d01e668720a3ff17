import { useMinute } from './reader.ts'

type Props = { milliseconds: number }

/** A moment in UTC with its age beside it. `milliseconds` are unix time. */
export function Time({ milliseconds }: Props) {
  const now = useMinute()
  const date = new Date(milliseconds)
  if (Number.isNaN(date.getTime())) return <span>{milliseconds}</span>
  const iso = date.toISOString()
  return (
    <time dateTime={iso} className="tabular-nums">
      {iso.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')}
      {/* Its place is kept until the age is known, so that nothing moves when it comes. */}
      <span className="inline-block min-w-28 whitespace-pre text-muted">
        {now !== undefined && ` · ${formatAge(milliseconds - now)}`}
      </span>
    </time>
  )
}

const UNITS = [
  ['year', 31_556_952_000],
  ['month', 2_629_746_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const
const MINUTE = 60_000

function formatAge(difference: number): string {
  if (Math.abs(difference) < MINUTE) return 'just now'
  const format = new Intl.RelativeTimeFormat('en')
  const [unit, size] = UNITS.find(([, size]) => Math.abs(difference) >= size) ?? UNITS[4]
  return format.format(Math.trunc(difference / size), unit)
}
