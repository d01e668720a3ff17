import { Fragment } from 'react'
import { useLanguage } from './language.ts'

/**
 * An exact decimal such as `"888888888888.888888"` with the digit grouping of `language`. The digits are
 * never converted to a double.
 */
export function formatDecimal(digits: string, language: string): string {
  if (digits.length > MAX_DIGITS) {
    return `${digits.slice(0, 40)}… (${formatDecimal(String(digits.length), language)} digits)`
  }
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(digits) ?? []
  if (whole === '') return digits
  const { group, point } = formatOf(language)
  return sign + group(whole) + (fraction === '' ? '' : point + fraction)
}

/** Removes the leading and trailing zeros of a decimal number. */
export function trimDecimal(digits: string): string {
  const [whole = '', fraction = ''] = digits.split('.')
  const places = fraction.replace(/0+$/, '')
  return (whole.replace(/^0+(?=\d)/, '') || '0') + (places === '' ? '' : `.${places}`)
}

type Format = { group: (whole: string) => string; point: string }

// Every page is hydrated in English. Creating the format with Intl would take a quarter of the time of
// hydration.
const ENGLISH: Format = {
  group: (whole) => whole.replace(/^0+(?=\d)/, '').replace(/\B(?=(?:\d{3})+$)/g, ','),
  point: '.',
}

// Creating a format takes longer than using it a hundred times.
const formats = new Map([['en', ENGLISH]])

function formatOf(language: string): Format {
  const cached = formats.get(language)
  if (cached !== undefined) return cached
  const numberFormat = new Intl.NumberFormat(language, { numberingSystem: 'latn' })
  const point = numberFormat.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  const format = { group: (whole: string) => numberFormat.format(BigInt(whole)), point }
  formats.set(language, format)
  return format
}

// No amount on any chain has more digits. Formatting more would only take time.
const MAX_DIGITS = 200

type Props = { value: number | string }

/** An exact number with the reader's digit grouping, on one line. */
export function Numeral({ value }: Props) {
  const text = formatDecimal(String(value), useLanguage())
  return <span className="whitespace-nowrap tabular-nums">{text}</span>
}

// Fits beside its label in the card of a record on a screen 320 px wide.
const MAX_SHORT_LENGTH = 20

type AmountProps = {
  digits: string
  /** A sign or a word before the digits. */
  before?: string
}

/** An exact amount. Where space is short, a long one wraps after a group of digits. */
export function Amount({ digits, before = '' }: AmountProps) {
  const text = before + formatDecimal(digits, useLanguage())
  if (text.length <= MAX_SHORT_LENGTH) {
    return <span className="whitespace-nowrap tabular-nums">{text}</span>
  }
  return (
    <span className="wrap-anywhere whitespace-normal tabular-nums in-[td]:inline-block in-[td]:min-w-40 in-[td]:max-w-96 in-[td]:align-top cards:max-w-full">
      {text.match(/\D*\d{1,6}\D*/g)?.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a number never move.
        <Fragment key={index}>
          {group}
          <wbr />
        </Fragment>
      ))}
    </span>
  )
}

/** Writes a count as `Numeral` does, for labels and texts that cannot contain elements. */
export function useFormatCount(): (count: number) => string {
  const language = useLanguage()
  return (count) => formatDecimal(String(count), language)
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
