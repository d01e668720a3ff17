/** Raw `11000000000` at divisibility 2 becomes `"110000000.00"`, with its trailing zeros. */
export function applyDivisibility(raw: string | bigint, divisibility: number): string {
  const text = String(raw)
  if (divisibility === 0) return text
  const isNegative = text.startsWith('-')
  const digits = (isNegative ? text.slice(1) : text).padStart(divisibility + 1, '0')
  const shown = `${digits.slice(0, -divisibility)}.${digits.slice(-divisibility)}`
  return isNegative ? `-${shown}` : shown
}
