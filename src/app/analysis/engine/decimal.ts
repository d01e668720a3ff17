/** An exact decimal number: `units` / 10^`places`. */
export type Decimal = { units: bigint; places: number }

export const ZERO: Decimal = { units: 0n, places: 0 }

// A u128 with 38 decimals has 40 characters. Much longer texts would take seconds to parse.
const MAX_DIGITS = 200

/** Parses digits such as `"110000000.00"`; undefined if malformed or too long. */
export function parseDecimal(digits: string): Decimal | undefined {
  if (digits.length > MAX_DIGITS || !/^-?[0-9]+(\.[0-9]+)?$/.test(digits)) return
  const [integer = '', fraction = ''] = digits.split('.')
  return { units: BigInt(integer + fraction), places: fraction.length }
}

/** The digits of a number with all of its decimals: `"-0.50"`. */
export function writeDecimal({ units, places }: Decimal): string {
  const sign = units < 0n ? '-' : ''
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0')
  if (places === 0) return sign + digits
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

function add(a: Decimal, b: Decimal): Decimal {
  const places = Math.max(a.places, b.places)
  return { units: unitsAt(a, places) + unitsAt(b, places), places }
}

export function addAll(numbers: Decimal[]): Decimal {
  let sum = ZERO
  for (const number of numbers) sum = add(sum, number)
  return sum
}

export function subtract(a: Decimal, b: Decimal): Decimal {
  return add(a, { units: -b.units, places: b.places })
}

/** Negative if `a` is less than `b`, zero if they are equal, positive if `a` is greater. */
export function compare(a: Decimal, b: Decimal): number {
  const places = Math.max(a.places, b.places)
  const [unitsA, unitsB] = [unitsAt(a, places), unitsAt(b, places)]
  return unitsA < unitsB ? -1 : unitsA > unitsB ? 1 : 0
}

/** `part` / `total` as a number from 0 to 1. Rounded: only for drawing. */
export function share(part: Decimal, total: Decimal): number {
  if (total.units === 0n) return 0
  const places = Math.max(part.places, total.places)
  return Number((unitsAt(part, places) * 10n ** 15n) / unitsAt(total, places)) / 1e15
}

function unitsAt({ units, places }: Decimal, aligned: number): bigint {
  return places === aligned ? units : units * 10n ** BigInt(aligned - places)
}
