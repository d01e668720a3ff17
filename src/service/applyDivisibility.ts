/** Raw `"11000000000"` at divisibility 2 becomes `"110000000.00"`, with its trailing zeros. */
export function applyDivisibility(raw: string, divisibility: number): string {
  if (divisibility === 0) return raw
  const digits = raw.padStart(divisibility + 1, '0')
  return `${digits.slice(0, -divisibility)}.${digits.slice(-divisibility)}`
}
