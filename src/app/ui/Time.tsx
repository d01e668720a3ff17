import { type ReactNode, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { storedValue } from './storedValue.ts'

/** `milliseconds` is Unix time. */
type Props = { milliseconds: number }

/** A time and its age: "24 Nov 2026, 08:08 UTC · 9 minutes ago". */
export function Time({ milliseconds }: Props) {
  const text = formatTime(milliseconds, zoneSetting.use())
  const age = useAge(milliseconds, formatAge)
  return (
    <Moment milliseconds={milliseconds} className="tabular-nums">
      {text}
      {age !== undefined && ` · ${age}`}
    </Moment>
  )
}

/** Only the day: "20 Apr 2024". */
export function Day({ milliseconds }: Props) {
  const text = formatTime(milliseconds, zoneSetting.use())
  return <Moment milliseconds={milliseconds}>{text.replace(/,.*$/, '')}</Moment>
}

/** A UTC day as text, whatever zone the reader chose: "20 Apr 2024". */
export function formatUtcDay(milliseconds: number): string {
  return formatTime(milliseconds, 'utc').replace(/,.*$/, '')
}

/** How long ago a time was: "9 min ago", "6 d ago". On the server and during hydration, and after a month, the time. */
export function Age({ milliseconds, isLong = false }: Props & { isLong?: boolean }) {
  const text = formatTime(milliseconds, zoneSetting.use())
  const age = useAge(milliseconds, isLong ? formatAge : formatShortAge)
  return (
    <Moment milliseconds={milliseconds} title={text}>
      {/* "20 Apr 2024, 00:33" */}
      {age ?? text.replace(/ UTC.*$/, '')}
    </Moment>
  )
}

type MomentProps = Props & { className?: string; title?: string; children: ReactNode }

function Moment({
  milliseconds,
  className = 'whitespace-nowrap tabular-nums',
  ...rest
}: MomentProps) {
  const date = new Date(milliseconds)
  if (Number.isNaN(date.getTime())) return <span>{milliseconds}</span>
  return <time dir="ltr" dateTime={date.toISOString()} className={className} {...rest} />
}

/** The time zone of times on every page. */
export const zoneSetting = storedValue<'utc' | 'local'>(
  'cairn.timeZone',
  v.picklist(['utc', 'local']),
  'utc',
)

/** "24 Nov 2026, 08:08 UTC". Does not use Intl, which is slow to set up. */
function formatTime(milliseconds: number, zone: 'utc' | 'local'): string {
  const minutes = zone === 'utc' ? 0 : -new Date(milliseconds).getTimezoneOffset()
  const shifted = new Date(milliseconds + minutes * 60_000)
  // "Tue, 24 Nov 2026 08:08:00 GMT"
  const [, day, month, year, time = ''] = shifted.toUTCString().split(' ')
  const name = zone === 'utc' ? 'UTC' : offsetName(minutes)
  return `${Number(day)} ${month} ${year}, ${time.slice(0, 5)} ${name}`
}

/** "UTC+2", "UTC−3:30". */
function offsetName(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${rest}`}`
}

const UNITS = [
  ['year', 31_556_952_000, 'y'],
  ['month', 2_629_746_000, 'mo'],
  ['day', 86_400_000, 'd'],
  ['hour', 3_600_000, 'h'],
  ['minute', 60_000, 'min'],
] as const
const MINUTE = 60_000
/** The seconds of a short age move in such steps, so that a list of new blocks is not restless. */
const STEP = 5000

function formatAge(age: number) {
  if (age < MINUTE) return formatShortAge(age)
  const [unit, size] = UNITS.find(([, size]) => age >= size) ?? UNITS[4]
  const count = Math.floor(age / size)
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}

/** Older than a month, the time says more. */
function formatShortAge(age: number): string | undefined {
  if (age < STEP) return 'now'
  if (age < MINUTE) return `${Math.floor(age / STEP) * (STEP / 1000)} s ago`
  if (age >= UNITS[1][1]) return
  const [, size, short] = UNITS.find(([, size]) => age >= size) ?? UNITS[4]
  return `${Math.floor(age / size)} ${short} ago`
}

/** The age of a time as text, rendered again when the text changes; undefined on the server and during hydration. */
function useAge(milliseconds: number, format: (age: number) => string | undefined) {
  return useSyncExternalStore(
    subscribeToClock,
    () => format(Date.now() - milliseconds),
    () => undefined,
  )
}

function subscribeToClock(onChange: () => void): () => void {
  const timer = setInterval(onChange, STEP)
  return () => clearInterval(timer)
}
