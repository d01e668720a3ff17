import { type ReactNode, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { storedValue } from './storedValue.ts'

type Props = {
  milliseconds: number
  /** Shown between the time and its age. */
  children?: ReactNode
}

/**
 * A time in the form that the reader chose: UTC, local or Unix time with its age beside it, or only the
 * age. `milliseconds` is Unix time.
 */
export function Time({ milliseconds, children }: Props) {
  const now = useMinute()
  const form = timeForm.use()
  const date = new Date(milliseconds)
  if (Number.isNaN(date.getTime())) return <span>{milliseconds}</span>
  const age = now === undefined ? undefined : formatAge(milliseconds - now)
  return (
    <time dateTime={date.toISOString()} className="tabular-nums">
      {form === 'age' ? (age ?? inUtc(date)) : WRITERS[form](date)}
      {children}
      {form !== 'age' && (
        <>
          {' '}
          {/* The age is known only in the browser: its space is reserved, so that nothing moves. */}
          <span className="inline-block min-w-30 whitespace-nowrap text-muted">
            {age !== undefined && `(${age})`}
          </span>
        </>
      )}
    </time>
  )
}

/** How long ago a time was. On the server and during hydration, the time in UTC. */
export function Age({ milliseconds }: Pick<Props, 'milliseconds'>) {
  const now = useMinute()
  const date = new Date(milliseconds)
  if (Number.isNaN(date.getTime())) return <span>{milliseconds}</span>
  return (
    <time dateTime={date.toISOString()} title={inUtc(date)}>
      {now === undefined ? inUtc(date) : formatAge(milliseconds - now)}
    </time>
  )
}

export const TIME_FORMS = ['utc', 'local', 'age', 'unix'] as const
type TimeForm = (typeof TIME_FORMS)[number]

/** The form of times on every page. */
export const timeForm = storedValue<TimeForm>('cairn.timeForm', v.picklist(TIME_FORMS), 'utc')

const WRITERS: Record<Exclude<TimeForm, 'age'>, (date: Date) => string> = {
  utc: inUtc,
  local: (date) =>
    // The Swedish date format is that of ISO 8601.
    `${date.toLocaleString('sv')} ${zoneOf(date)}`,
  unix: (date) => `${Math.floor(date.getTime() / 1000)} unix`,
}

function inUtc(date: Date): string {
  return date
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC')
}

/** "GMT+2", or the short name of the time zone if it has one. */
function zoneOf(date: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'short' }).formatToParts(date)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

const UNITS = [
  ['year', 31_556_952_000],
  ['month', 2_629_746_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const
const MINUTE = 60_000

// Does not use Intl.RelativeTimeFormat, because creating one is slow.
function formatAge(difference: number): string {
  if (Math.abs(difference) < MINUTE) return 'just now'
  const [unit, size] = UNITS.find(([, size]) => Math.abs(difference) >= size) ?? UNITS[4]
  const count = Math.floor(Math.abs(difference) / size)
  const age = `${count} ${unit}${count === 1 ? '' : 's'}`
  return difference < 0 ? `${age} ago` : `in ${age}`
}

/** The current minute in Unix milliseconds; undefined on the server and during hydration. */
function useMinute(): number | undefined {
  return useSyncExternalStore(
    subscribeToMinute,
    () => Math.floor(Date.now() / MINUTE) * MINUTE,
    () => undefined,
  )
}

function subscribeToMinute(onChange: () => void): () => void {
  const timer = setInterval(onChange, MINUTE)
  return () => clearInterval(timer)
}
