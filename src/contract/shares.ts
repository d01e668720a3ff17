/**
 * A part of a whole in percent, with four significant digits, cut off: "99.99" or "0.00001234". What is not all is
 * never 100.0, what is not nothing never 0.
 */
export function shareOf(part: bigint, whole: bigint): string {
  if (part === 0n || whole === 0n) return '0'
  let places = 0
  let digits = (part * 100n) / whole
  while (digits < 1000n) {
    places++
    digits = (part * 100n * 10n ** BigInt(places)) / whole
  }
  const text = String(digits).padStart(places + 1, '0')
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
}
