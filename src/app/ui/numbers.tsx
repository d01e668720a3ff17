import { Fragment } from 'react'
import { useLanguage } from './reader.ts'

/**
 * An exact decimal such as `"888888888888.888888"` with the digit grouping of `language`. Digits
 * stay text all the way: no double ever holds them.
 */
export function formatDecimal(digits: string, language: string): string {
  if (digits.length > MOST_DIGITS) return `${digits.slice(0, 40)}… (${digits.length} digits)`
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(digits) ?? []
  if (whole === '') return digits
  const { group, point } = formatOf(language)
  return sign + group(whole) + (fraction === '' ? '' : point + fraction)
}

type Format = { group: (whole: string) => string; point: string }

// Every page is rendered in it, and to learn it from the platform costs a browser a quarter of the time
// that taking the page over does.
const ENGLISH: Format = {
  group: (whole) => whole.replace(/^0+(?=\d)/, '').replace(/\B(?=(?:\d{3})+$)/g, ','),
  point: '.',
}

// To make one takes longer than to use it a hundred times.
const formats = new Map([['en', ENGLISH]])

function formatOf(language: string): Format {
  const known = formats.get(language)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat(language, { numberingSystem: 'latn' })
  const point = format.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  const made = { group: (whole: string) => format.format(BigInt(whole)), point }
  formats.set(language, made)
  return made
}

// No amount on any chain has as many; more would only cost the page its time.
const MOST_DIGITS = 200

// Shorter numbers fit any line, that of a table's column too.
const LONG = 11

// A shorter fraction stays with the digits before it: alone on a line it would read as a number.
const LONG_FRACTION = 9

// Between groups, and after every ten places of a long fraction.
const BREAKS = /(?<=\D)(?=\d)|(?<=\D(?:\d{10}){1,3})(?=\d)/

type Props = { value: number | string }

/**
 * A number grouped as the reader is used to, to its last digit. Where it is too long for a line it
 * breaks between groups.
 */
export function Numeral({ value }: Props) {
  const text = formatDecimal(String(value), useLanguage())
  if (text.length <= LONG) return <span className="whitespace-nowrap tabular-nums">{text}</span>
  const places = String(value).split('.')[1]?.length ?? 0
  const end = places > 0 && places < LONG_FRACTION ? -places - 1 : text.length
  const groups = text.slice(0, end).split(BREAKS)
  groups.push(groups.pop() + text.slice(end))
  return (
    <span className="wrap-break-word tabular-nums">
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a number have no other identity.
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {group}
        </Fragment>
      ))}
    </span>
  )
}

type CountProps = { value: number; one: string }

/** "1 record", "4,756 records": a count with its noun, whose plural ends in s. */
export function Count({ value, one }: CountProps) {
  return (
    <>
      <Numeral value={value} /> {value === 1 ? one : `${one}s`}
    </>
  )
}
