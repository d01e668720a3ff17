import type { RuneDistribution } from '../../../contract/schemas/rune.ts'
import { shareOf } from '../../../contract/shares.ts'
import { axisLabel } from '../../figures/valueScale.ts'

/** Holders of balances within powers of ten. */
type Size = { holders: number; balance: bigint } & (
  | { kind: 'from'; digits: number }
  | { kind: 'below'; digits: number }
  /** With so many digits before the point. */
  | { kind: 'of'; digits: number }
)
export type ShownSize = Size & { share: string }

const MAX_SIZES = 7

/** Balances below 1 are one size, and of many sizes, those at the ends are joined: first those with fewer holders. */
export function shownSizes({ sizes, groups }: RuneDistribution): ShownSize[] {
  const shown: Size[] = sizes.map(({ least, holders, balance }) => {
    const [integer = '0'] = least.split('.')
    const [kind, digits] =
      integer === '0' ? (['below', 0] as const) : (['of', integer.length] as const)
    return { kind, digits, holders, balance: rawOf(balance) }
  })
  for (;;) {
    const [[first, second], [beforeLast, last]] = [shown.slice(0, 2), shown.slice(-2)]
    if (!first || !second || !beforeLast || !last) break
    const hasFractions = second.kind === 'below'
    if (shown.length <= MAX_SIZES && !hasFractions) break
    if (hasFractions || first.holders <= last.holders) {
      shown.splice(0, 2, { ...sumOf(first, second), kind: 'below', digits: second.digits })
    } else {
      shown.splice(-2, 2, { ...sumOf(beforeLast, last), kind: 'from', digits: beforeLast.digits })
    }
  }
  const supply = groups.reduce((sum, { balance }) => sum + rawOf(balance), 0n)
  return shown.map((size) => ({ ...size, share: shareOf(size.balance, supply) }))
}

/** All amounts of a rune have as many decimals. */
function rawOf(amount: string): bigint {
  return BigInt(amount.replace('.', ''))
}

function sumOf(one: Size, two: Size) {
  return { holders: one.holders + two.holders, balance: one.balance + two.balance }
}

/** "10–99", "1–9 million", "below 1,000", "10,000 +", "1 × 10¹⁵–1 × 10¹⁶". Fractions are left out: 9.99 is within 1–9. */
export function nameOfSize({ kind, digits }: Size, format: (count: number) => string): string {
  const nameOf = (value: number) => axisLabel(value, format)
  if (kind === 'below') return `Below ${nameOf(10 ** digits)}`
  const least = 10 ** (digits - 1)
  if (kind === 'from') return `${nameOf(least)} +`
  if (digits <= MAX_PLAIN_DIGITS) return `${format(least)}–${format(10 ** digits - 1)}`
  if (digits > MAX_WORDED_DIGITS) return `${nameOf(least)}–${nameOf(10 ** digits)}`
  const [, word = ''] = nameOf(least).split(' ')
  const count = 10 ** ((digits - 1) % 3)
  return `${count}–${count * 10 - 1} ${word}`
}

const MAX_PLAIN_DIGITS = 6
const MAX_WORDED_DIGITS = 15
