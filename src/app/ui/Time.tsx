import { useLanguage, useMinute } from './reader.ts'

type Props = { milliseconds: number }

/** A moment in UTC with its age beside it. `milliseconds` are unix time. */
export function Time({ milliseconds }: Props) {
  const [language, now] = [useLanguage(), useMinute()]
  const date = new Date(milliseconds)
  if (Number.isNaN(date.getTime())) return <span>{milliseconds}</span>
  const iso = date.toISOString()
  return (
    <time dateTime={iso} className="tabular-nums">
      {iso.slice(0, 10)} {iso.slice(11, 19)} UTC
      {now !== undefined && (
        <span className="text-muted"> · {formatAge(milliseconds - now, language)}</span>
      )}
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

function formatAge(difference: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const [unit, size] = UNITS.find(([, size]) => Math.abs(difference) >= size) ?? UNITS[4]
  return format.format(Math.trunc(difference / size), unit)
}
