/**
 * An amount as text whose order, by bytes, is the order of the numbers: two digits that say how many digits
 * the amount has, then those digits without zeros at their end. 0 is `00`, 1,500 is `0415`.
 */
export function sortableAmount(amount: bigint): string {
  if (amount === 0n) return '00'
  const digits = String(amount)
  return String(digits.length).padStart(2, '0') + digits.replace(/0+$/, '')
}

export function readSortableAmount(text: string): bigint {
  return BigInt(text.slice(2).padEnd(Number(text.slice(0, 2)), '0'))
}

/** The largest divisibility: 39 digits and 38 zeros behind them are the most digits that occur. */
export const MAX_DIVISIBILITY = 38

/**
 * Makes a sortable amount comparable with those of runes with other divisibilities: as if it had as many zeros
 * more as its divisibility is below the largest.
 */
export function sortableShownAmount(sortable: string, divisibility: number): string {
  if (sortable === '00') return sortable
  const length = Number(sortable.slice(0, 2)) + MAX_DIVISIBILITY - divisibility
  return String(length).padStart(2, '0') + sortable.slice(2)
}
