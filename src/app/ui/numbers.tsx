import { useLanguage } from './reader.ts'

/**
 * An exact decimal such as `"888888888888.888888"` with the digit grouping of `language`. Digits
 * stay text all the way: no double ever holds them.
 */
export function formatDecimal(digits: string, language: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(digits) ?? []
  if (whole === '') return digits
  const format = new Intl.NumberFormat(language, { numberingSystem: 'latn' })
  const point = format.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  const grouped = sign + format.format(BigInt(whole))
  return fraction === '' ? grouped : grouped + point + fraction
}

type Props = { value: number | string }

/** A number grouped as the reader is used to; a string of digits is shown to its last one. */
export function Numeral({ value }: Props) {
  const language = useLanguage()
  return <span className="tabular-nums">{formatDecimal(String(value), language)}</span>
}
