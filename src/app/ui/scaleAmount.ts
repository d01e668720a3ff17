/** An amount in whole units, exact and without trailing zeros; undefined if it cannot be computed. */
export function scale(raw: string | undefined, decimals: number | undefined): string | undefined {
  if (raw === undefined || !/^[0-9]+$/.test(raw)) return
  if (decimals === undefined || decimals < 0 || decimals > MAX_DECIMALS) return
  const digits = raw.padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return trimDecimal(`${digits.slice(0, point)}.${digits.slice(point)}`)
}

/** Removes the leading and trailing zeros of a decimal number. */
export function trimDecimal(digits: string): string {
  const [whole = '', fraction = ''] = digits.split('.')
  const places = fraction.replace(/0+$/, '')
  return (whole.replace(/^0+(?=\d)/, '') || '0') + (places === '' ? '' : `.${places}`)
}

// A Clarity uint has 128 bits, 39 digits: with more decimals than this, no whole unit can exist.
export const MAX_UINT = 2n ** 128n - 1n
export const MAX_DECIMALS = 38
