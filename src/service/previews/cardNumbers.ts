/** A count as English texts have it: "1,234". */
export function countText(count: number): string {
  return count.toLocaleString('en-GB')
}

const MAX_FRACTION = 6
/** So many digits fit beside the other words of a row. */
const MAX_DIGITS = 15

/**
 * A decimal with grouped digits. Its fraction is cut off after six digits, and says so; what is too long is a power of
 * ten: "3.402… × 10^38".
 */
export function amountText(digits: string): string {
  const [integer = '', fraction = ''] = digits.split('.')
  if (integer.length > MAX_DIGITS) {
    return `${integer.slice(0, 1)}.${integer.slice(1, 4)}… × 10^${integer.length - 1}`
  }
  const places = fraction.replace(/0+$/, '')
  const room = Math.min(MAX_FRACTION, MAX_DIGITS - integer.length)
  const shown = places.length > room ? `${places.slice(0, room)}…` : places
  const grouped = integer.replace(/\B(?=(\d{3})+$)/g, ',')
  return shown === '' ? grouped : `${grouped}.${shown}`
}

const SHOWN = 6

export function shortId(id: string): string {
  return id.length <= 2 * SHOWN + 1 ? id : `${id.slice(0, SHOWN)}…${id.slice(-SHOWN)}`
}

/** "25 Nov 2026" */
export function dayText(seconds: number): string {
  const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  return new Date(seconds * 1000).toLocaleDateString('en-GB', options)
}
