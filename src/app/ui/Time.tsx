import { type ReactNode, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import type { FigureName } from './numbers.tsx'
import { storedValue } from './storedValue.ts'

/** A time in seconds since 1970. */
type Props = { name: FigureName; seconds: number }

/** A time and its age: "24 Nov 2026, 08:08 UTC · 9 minutes ago". */
export function Time({ name, seconds }: Props) {
  const text = formatTime(seconds, zoneSetting.use())
  const age = useAge(seconds, formatAge)
  return (
    <Moment name={name} seconds={seconds} className="tabular-nums">
      {text}
      {age !== undefined && ` · ${age}`}
    </Moment>
  )
}

/** Only the day: "20 Apr 2024". */
export function Day({ name, seconds }: Props) {
  const text = formatTime(seconds, zoneSetting.use())
  return (
    <Moment name={name} seconds={seconds}>
      {text.replace(/,.*$/, '')}
    </Moment>
  )
}

/** A UTC day as text, whatever zone the reader chose: "20 Apr 2024". */
export function formatUtcDay(seconds: number): string {
  return formatTime(seconds, 'utc').replace(/,.*$/, '')
}

/** The same without the year: "20 Apr". */
export function formatShortUtcDay(seconds: number): string {
  return formatUtcDay(seconds).replace(/ [0-9]+$/, '')
}

/** "April 2024", in UTC. */
export function formatUtcMonth(seconds: number): string {
  return MONTH.format(dateOf(seconds))
}

const MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** A UTC day as the API has it: "2024-04-20". */
export function isoDay(seconds: number): string {
  return dateOf(seconds).toISOString().slice(0, 10)
}

/** When a day such as "2024-04-20" begins in UTC. */
export function startOfIsoDay(day: string): number {
  return Date.parse(day) / 1000
}

/** How long ago a time was: "9 min ago", "6 d ago". On the server and during hydration, and after a month, the time. */
export function Age({ name, seconds, isLong = false }: Props & { isLong?: boolean }) {
  const text = formatTime(seconds, zoneSetting.use())
  const age = useAge(seconds, isLong ? formatAge : formatShortAge)
  return (
    <Moment name={name} seconds={seconds} title={text}>
      {/* "20 Apr 2024, 00:33" */}
      {age ?? text.replace(/ UTC.*$/, '')}
    </Moment>
  )
}

type MomentProps = Props & { className?: string; title?: string; children: ReactNode }

function Moment({
  name,
  seconds,
  className = 'whitespace-nowrap tabular-nums',
  ...rest
}: MomentProps) {
  const date = dateOf(seconds)
  if (Number.isNaN(date.getTime())) return <span>{seconds}</span>
  return (
    <time
      dir="ltr"
      data-value={name}
      dateTime={date.toISOString()}
      className={className}
      {...rest}
    />
  )
}

/** The time zone of times on every page. */
export const zoneSetting = storedValue<'utc' | 'local'>(
  'cairn.timeZone',
  v.picklist(['utc', 'local']),
  'utc',
)

/** "24 Nov 2026, 08:08 UTC". Does not use Intl, which is slow to set up. */
function formatTime(seconds: number, zone: 'utc' | 'local'): string {
  const minutes = zone === 'utc' ? 0 : -dateOf(seconds).getTimezoneOffset()
  const shifted = dateOf(seconds + minutes * MINUTE)
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
  ['year', 31_556_952, 'y'],
  ['month', 2_629_746, 'mo'],
  ['day', 86_400, 'd'],
  ['hour', 3600, 'h'],
  ['minute', 60, 'min'],
] as const
export const MINUTE = 60
/** The seconds of a short age move in such steps, so that a list of new blocks is not restless. */
const STEP = 5

function formatAge(age: number) {
  return age < MINUTE ? formatShortAge(age) : `${formatSpan(age)} ago`
}

/** A time of a minute or more, in its largest unit: "48 minutes". */
export function formatSpan(seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? UNITS[4]
  const count = Math.floor(seconds / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Older than a month, the time says more. */
function formatShortAge(age: number): string | undefined {
  if (age < STEP) return 'now'
  if (age < MINUTE) return `${Math.floor(age / STEP) * STEP} s ago`
  if (age >= UNITS[1][1]) return
  const [, size, short] = UNITS.find(([, size]) => age >= size) ?? UNITS[4]
  return `${Math.floor(age / size)} ${short} ago`
}

/** The age of a time as text, rendered again when the text changes; undefined on the server and during hydration. */
function useAge(seconds: number, format: (age: number) => string | undefined) {
  return useSyncExternalStore(
    subscribeToClock,
    () => format(Date.now() / 1000 - seconds),
    () => undefined,
  )
}

/** Whether a time is in the past. */
export function useIsPast(seconds: number): boolean {
  const isPast = () => seconds < Date.now() / 1000
  return useSyncExternalStore(subscribeToClock, isPast, isPast)
}

function subscribeToClock(onChange: () => void): () => void {
  const timer = setInterval(onChange, STEP * 1000)
  return () => clearInterval(timer)
}

function dateOf(seconds: number): Date {
  return new Date(seconds * 1000)
}
