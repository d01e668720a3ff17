/**
 * Reads a decimal as a reader of `language` types it, with or without grouped digits, into plain digits:
 * in German, "1.234,5" is `1234.5`. A point before anything but three digits is always a decimal point.
 * Undefined if the text is no number or ambiguous, such as "1,5" in English.
 */
export function readDecimal(text: string, language: string): string | undefined {
  const match = new RegExp(`^(?:${decimalPattern(language)})$`).exec(text)
  if (match === null) return
  const { whole = '', fraction, plain } = match.groups ?? {}
  if (plain !== undefined) return plain
  const digits = whole.replace(/[^0-9]/g, '')
  return fraction === undefined ? digits : `${digits}.${fraction}`
}

/** What `readDecimal` accepts, as the pattern of an input. */
export function decimalPattern(language: string): string {
  const parts = new Intl.NumberFormat(language, { numberingSystem: 'latn' }).formatToParts(
    12_345_678.5,
  )
  const valuesOf = (kind: Intl.NumberFormatPartTypes) =>
    parts.filter(({ type }) => type === kind).map(({ value }) => value)
  const [group = ''] = valuesOf('group')
  const [point = '.'] = valuesOf('decimal')
  // Three, but two in India: 1,23,45,678.
  const length = valuesOf('integer').at(-2)?.length ?? 3
  const separator = `[\\s_'’${group}]`
  const grouped = `[1-9][0-9]{0,2}(?:${separator}[0-9]{${length}})*${separator}[0-9]{3}`
  return `\\s*(?:(?<whole>[0-9]+|${grouped})(?:[${point}](?<fraction>[0-9]+))?|(?<plain>0\\.[0-9]+|[0-9]+\\.(?:[0-9]{1,2}|[0-9]{4,})))\\s*`
}

/** The pattern of a whole number, with or without grouped digits in the form of any language. */
export const WHOLE_NUMBER =
  "\\s*(?:[1-9][0-9]{0,2}(?<separator>[\\s,._'’])(?:[0-9]{2,3}\\k<separator>)*[0-9]{3}|[1-9][0-9]{0,14})\\s*"

/** A whole number without its grouping, which is unambiguous in every language: `1000` for "1.000". */
export function readWhole(text: string): string {
  return new RegExp(`^(?:${WHOLE_NUMBER})$`).test(text) ? text.replace(/[^0-9]/g, '') : text
}
