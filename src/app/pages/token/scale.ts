/** Whole units as exact digits without trailing zeros; undefined where they cannot be told. */
export function scale(raw: string | undefined, decimals: number | undefined): string | undefined {
  if (raw === undefined || !/^[0-9]+$/.test(raw)) return
  if (decimals === undefined || decimals < 0 || decimals > MAX_DECIMALS) return
  const digits = raw.padStart(decimals + 1, '0')
  const place = digits.length - decimals
  return trimDecimal(`${digits.slice(0, place)}.${digits.slice(place)}`)
}

/** The one form of a decimal number: without zeros that say nothing. */
export function trimDecimal(digits: string): string {
  const [whole = '', fraction = ''] = digits.split('.')
  const places = fraction.replace(/0+$/, '')
  return (whole.replace(/^0+(?=\d)/, '') || '0') + (places === '' ? '' : `.${places}`)
}

// A Clarity uint has 128 bits, 39 digits: with more decimals than this, no whole unit can exist.
export const MAX_UINT = 2n ** 128n - 1n
export const MAX_DECIMALS = 38
