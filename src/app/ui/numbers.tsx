import { Fragment } from 'react'
import * as v from 'valibot'
import { useLanguage } from './language.ts'
import { storedValue } from './storedValue.ts'

/**
 * An exact decimal such as `"888888888888.888888"` with the digit grouping of `language`. The digits are
 * never converted to a double.
 */
export function formatDecimal(digits: string, language: string): string {
  const { sign, integer, fraction } = split(digits)
  if (integer === '') return digits
  const { group, point } = formatOf(language)
  return sign + group(integer) + (fraction === '' ? '' : point + fraction)
}

function split(digits: string) {
  const [, sign = '', integer = '', fraction = ''] = /^([-+]?)(\d+)(?:\.(\d+))?$/.exec(digits) ?? []
  return { sign: sign === '-' ? '−' : sign, integer, fraction }
}

/** Without zeros that say nothing, and without the sign. */
function splitTrimmed(digits = '0') {
  return split(trimDecimal(digits.replace(/^[-+]/, '')))
}

export function trimDecimal(digits: string): string {
  const [integer = '', fraction = ''] = digits.split('.')
  const places = fraction.replace(/0+$/, '')
  return (integer.replace(/^0+(?=\d)/, '') || '0') + (places === '' ? '' : `.${places}`)
}

/** A raw amount with `decimals` places, exact and without trailing zeros; undefined if it cannot be computed. */
export function scaleAmount(raw: string | undefined, decimals: number | undefined) {
  if (raw === undefined || !/^[0-9]+$/.test(raw)) return
  if (decimals === undefined || decimals < 0 || decimals > MAX_DECIMALS) return
  const digits = raw.padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return trimDecimal(`${digits.slice(0, point)}.${digits.slice(point)}`)
}

/** The exact sum of decimals, without trailing zeros. */
export function addAmounts(amounts: readonly string[]): string {
  const parts = amounts.map((amount) => amount.split('.'))
  const decimals = parts.reduce((most, [, fraction = '']) => Math.max(most, fraction.length), 0)
  const sum = parts.reduce(
    (total, [integer = '', fraction = '']) =>
      total + BigInt(integer + fraction.padEnd(decimals, '0')),
    0n,
  )
  return scaleAmount(String(sum), decimals) ?? ''
}

// A Clarity uint has 128 bits, 39 digits: with more decimals than this, no whole unit can exist.
const MAX_DECIMALS = 38

type Format = { group: (integer: string) => string; point: string }

// Every page is hydrated in English. Creating the format with Intl would take a quarter of the time of
// hydration.
const ENGLISH: Format = {
  group: (integer) => integer.replace(/^0+(?=\d)/, '').replace(/\B(?=(?:\d{3})+$)/g, ','),
  point: '.',
}

// Creating a format takes longer than using it a hundred times.
const formats = new Map([['en', ENGLISH]])

function formatOf(language: string): Format {
  const cached = formats.get(language)
  if (cached !== undefined) return cached
  const numberFormat = new Intl.NumberFormat(language, { numberingSystem: 'latn' })
  const point = numberFormat.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  const format = { group: (integer: string) => numberFormat.format(BigInt(integer)), point }
  formats.set(language, format)
  return format
}

/**
 * What a figure is, as the API names it: `"rune.holders"`, `"movement.amount"` in each row of movements. The page says
 * it as `data-value` (docs/decisions/figure-names.md).
 */
export type FigureName = `${string}.${string}`

type NumeralProps = { name: FigureName; value: number | string }

export function Numeral({ name, value }: NumeralProps) {
  const text = formatDecimal(String(value), useLanguage())
  return (
    <span data-value={name} className="whitespace-nowrap tabular-nums">
      {text}
    </span>
  )
}

/** Writes a count as `Numeral` does, for labels and texts that cannot contain elements. */
export function useFormatCount(): (count: number) => string {
  const language = useLanguage()
  return (count) => formatDecimal(String(count), language)
}

/** "1 movement", "1,033 movements", for texts. */
export function counted(count: number, one: string, format: (count: number) => string): string {
  return `${format(count)} ${one}${count === 1 ? '' : 's'}`
}

type CountProps = { name: FigureName; value: number; one: string; many?: string }

export function Count({ name, value, one, many = `${one}s` }: CountProps) {
  return (
    <span className="whitespace-nowrap tight:whitespace-normal">
      <Numeral name={name} value={value} /> {value === 1 ? one : many}
    </span>
  )
}

type PercentProps = {
  name: FigureName
  /** In percent, as the service sends it: "65.59" or "0.00001234". */
  value: string
}

export function Percent({ name, value }: PercentProps) {
  const language = useLanguage()
  return (
    <span data-value={name} className="tabular-nums" title={`${formatDecimal(value, language)}%`}>
      {formatPercent(value, language)}
    </span>
  )
}

/** A share with two decimals, cut off and not rounded: what is not whole never looks whole, and what is not zero, never zero. */
export function formatPercent(value: string, language: string): string {
  const [integer = '', fraction = ''] = value.split('.')
  const isWhole = value === '0' || Number(value) === 100
  const shown = isWhole ? integer : `${integer}.${fraction.slice(0, 2).padEnd(2, '0')}`
  const isTiny = /^[0.]*$/.test(shown) && /[1-9]/.test(fraction)
  return `${isTiny ? '<' : ''}${formatDecimal(isTiny ? '0.01' : shown, language)}%`
}

/** How many digits of a fraction are shown: six, or all. */
export const digitSetting = storedValue<'short' | 'all'>(
  'cairn.digits',
  v.picklist(['short', 'all']),
  'short',
)

const SHORT_FRACTION = 6
/** To cut two digits saves nothing. Bitcoin has eight. */
const MAX_WHOLE_FRACTION = 8

type AmountProps = {
  name: FigureName
  /** Exact digits: "110000000.00". */
  digits: string
  /** In a column that is aligned at the point: its longest fraction (see `placesOf`). */
  places?: string
  isSigned?: boolean
  /** Whether there is room for the whole fraction. */
  isWhole?: boolean
}

/**
 * An exact amount: the integer in ink, the fraction muted. What is cut off is still selected, copied and read aloud,
 * and shown when pointed at. A long one may break between groups of digits where its place allows lines to break.
 */
export function Amount({ name, digits, places = '', isSigned, isWhole }: AmountProps) {
  const setting = digitSetting.use()
  const language = useLanguage()
  const { integer, fraction } = splitTrimmed(digits)
  if (integer === '') return <span data-value={name}>{digits}</span>
  const isZero = integer === '0' && fraction === ''
  const isGain = isSigned && !isZero && !digits.startsWith('-')
  const sign = digits.startsWith('-') ? '−' : isGain ? '+' : ''
  const { group, point } = formatOf(language)
  const shown = isWhole || setting === 'all' ? fraction : shortFraction(fraction)
  const isCut = shown.length < fraction.length
  const isLong = isLongAmount(digits)
  return (
    <span
      dir="ltr"
      data-value={name}
      data-long={isLong || undefined}
      className={`${isLong ? '' : 'whitespace-nowrap tight:whitespace-normal'} tabular-nums ${isGain ? 'text-mint' : isSigned && isZero ? 'text-faint' : ''}`}
      title={isCut ? formatDecimal(digits, language) : undefined}
    >
      <span className="font-medium">
        {integer.length > MAX_UNBROKEN ? (
          <BreakingParts
            parts={groupsOf(sign + group(integer))}
            // A line break opportunity breaks lines that may not wrap, too.
            breakClass={isLong ? '' : 'hidden tight:inline'}
          />
        ) : (
          sign + group(integer)
        )}
      </span>
      {(fraction !== '' || places !== '') && (
        // The room of the places that others in the column have.
        <span
          data-room={places.slice(fractionText(fraction).length)}
          className="text-faint after:invisible after:content-[attr(data-room)] phone:after:content-none"
        >
          {fraction !== '' && (
            <span className={isCut ? "after:content-['…']" : ''}>
              {isLong ? <BreakingParts parts={threesOf(point + shown)} /> : point + shown}
            </span>
          )}
          {/* Selected, copied and read aloud, but not seen. */}
          {isCut && <span className="text-[0px] leading-0">{fraction.slice(shown.length)}</span>}
        </span>
      )}
    </span>
  )
}

/** With large text, a phone has room for so many digits in a line. */
const MAX_UNBROKEN = 9

/** What may break between its parts. */
function BreakingParts({
  parts,
  breakClass = '',
}: {
  parts: readonly string[]
  breakClass?: string
}) {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: digits have no other identity.
    <Fragment key={index}>
      {index > 0 && <wbr className={breakClass} />}
      {part}
    </Fragment>
  ))
}

/** "−1,234" as "−1," and "234". */
function groupsOf(integer: string): readonly string[] {
  return integer.match(/[−+]?[0-9]+[^0-9]*/g) ?? []
}

/** ".123456" as ".123" and "456". */
function threesOf(fraction: string): readonly string[] {
  return fraction.match(/[^0-9]?[0-9]{1,3}/g) ?? []
}

/** Of more than eight digits, six; if they would all be zeros, two more than those zeros. */
function shortFraction(fraction: string): string {
  if (fraction.length <= MAX_WHOLE_FRACTION) return fraction
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0
  return fraction.slice(0, zeros < SHORT_FRACTION ? SHORT_FRACTION : zeros + 2)
}

/** ".458211…": how a fraction is shown. */
function fractionText(fraction: string): string {
  const shown = shortFraction(fraction)
  return fraction === '' ? '' : `.${shown}${shown.length < fraction.length ? '…' : ''}`
}

export function Digits({ name, digits }: { name: FigureName; digits: string }) {
  const { sign, integer, fraction } = split(digits)
  const { group, point } = formatOf(useLanguage())
  if (integer === '') return <span data-value={name}>{digits}</span>
  const groups = [
    ...(group(integer).match(/[0-9]+[^0-9]*/g) ?? []),
    ...(fraction.match(/[0-9]{1,3}/g) ?? []).map((threeDigits, index) =>
      index === 0 ? point + threeDigits : threeDigits,
    ),
  ]
  return (
    <span dir="ltr" data-value={name} className="tabular-nums">
      {sign}
      {groups.map((digitGroup, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups of digits have no other identity.
        <Fragment key={index}>
          <wbr />
          {digitGroup}
        </Fragment>
      ))}
    </span>
  )
}

/** The longest fraction of the amounts of a column, as it is shown. */
export function placesOf(amounts: (string | undefined)[]): string {
  return amounts
    .map((digits) => fractionText(splitTrimmed(digits).fraction))
    .reduce((longest, text) => (text.length > longest.length ? text : longest), '')
}

/** The length of the longest integer of the amounts, with its separators. */
export function widestOf(amounts: (string | undefined)[]): number {
  const longest = Math.max(...amounts.map((digits) => splitTrimmed(digits).integer.length))
  return longest + Math.floor((longest - 1) / 3)
}

/** In digits: longer amounts are wider than half a phone. */
const LONG_AMOUNT = 18

/** Whether an amount may be wider than half a phone. */
export function isLongAmount(digits?: string): boolean {
  const { integer, fraction } = splitTrimmed(digits)
  return Math.max(integer.length, fractionText(fraction).length) > LONG_AMOUNT
}

/**
 * A large number in words, cut off, as a help beside the exact one: "888.8 billion". Undefined below a million,
 * and where English has no common word.
 */
export function inWords(digits: string): string | undefined {
  const { integer } = splitTrimmed(digits)
  const [word, zeros] = WORDS.find(([, zeros]) => integer.length > zeros) ?? []
  if (zeros === undefined || integer.length > MAX_WORDED_DIGITS) return
  const count = integer.slice(0, -zeros)
  const tenth = integer.at(-zeros)
  return `${count}${tenth === '0' ? '' : `.${tenth}`} ${word}`
}

/** With the number of zeros of one. */
const WORDS = [
  ['trillion', 12],
  ['billion', 9],
  ['million', 6],
] as const
const MAX_WORDED_DIGITS = 15
