/** How many holders of a rune have balances of so many digits, and what these are together. */
export type BalanceSizes = Map<number, { holders: number; sum: bigint }>

export function readBalanceSizes(text: string): BalanceSizes {
  const rows: [digits: number, holders: number, sum: string][] = JSON.parse(text)
  return new Map(rows.map(([digits, holders, sum]) => [digits, { holders, sum: BigInt(sum) }]))
}

/** Fewer digits first. */
export function writeBalanceSizes(sizes: BalanceSizes): string {
  const rows = [...sizes].sort(([one], [two]) => one - two)
  return JSON.stringify(rows.map(([digits, { holders, sum }]) => [digits, holders, String(sum)]))
}

/** Counts a balance that changed; one of 0 is none. */
export function changeBalanceSize(sizes: BalanceSizes, before: bigint, after: bigint): void {
  add(sizes, before, -1)
  add(sizes, after, 1)
}

function add(sizes: BalanceSizes, balance: bigint, count: 1 | -1): void {
  if (balance <= 0n) return
  const digits = String(balance).length
  const { holders = 0, sum = 0n } = sizes.get(digits) ?? {}
  if (holders + count === 0) sizes.delete(digits)
  else sizes.set(digits, { holders: holders + count, sum: sum + BigInt(count) * balance })
}
