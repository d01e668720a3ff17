import { useLanguage } from './reader.ts'

/**
 * An exact decimal such as `"888888888888.888888"` with the digit grouping of `language`. Digits
 * stay text all the way: no double ever holds them.
 */
export function formatDecimal(digits: string, language: string): string {
  if (digits.length > MAX_DIGITS) return `${digits.slice(0, 40)}… (${digits.length} digits)`
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
const MAX_DIGITS = 200

type Props = { value: number | string }

/** A number grouped as the reader is used to, to its last digit, on one line. */
export function Numeral({ value }: Props) {
  const text = formatDecimal(String(value), useLanguage())
  return <span className="whitespace-nowrap tabular-nums">{text}</span>
}

// Fits beside its label in the card of a record on a screen 320 px wide.
const MAX_SHORT_LENGTH = 20

/** An exact amount on one line. A long one scrolls where there is no room for it. */
export function Amount({ digits }: { digits: string }) {
  const text = formatDecimal(digits, useLanguage())
  const isLong = text.length > MAX_SHORT_LENGTH
  return (
    <span
      // A stop for the keyboard, or no key could scroll it.
      {...(isLong && { tabIndex: 0 })}
      className={`whitespace-nowrap tabular-nums ${isLong ? 'inline-block max-w-full overflow-x-auto align-bottom print:wrap-anywhere print:whitespace-normal' : ''}`}
    >
      {text}
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
