/** A count as English texts have it: "1,234". */
export function countText(count: number): string {
  return count.toLocaleString('en-GB')
}

const MAX_FRACTION = 6

/** An exact decimal with grouped digits. Its fraction is cut off after six digits, and says so. */
export function amountText(digits: string): string {
  const [integer = '', fraction = ''] = digits.split('.')
  const places = fraction.replace(/0+$/, '')
  const shown = places.length > MAX_FRACTION ? `${places.slice(0, MAX_FRACTION)}…` : places
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
