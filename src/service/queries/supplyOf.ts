import { applyDivisibility } from '../applyDivisibility.ts'
import { integerOf, optionalTextOf, type Row, textOf } from '../database/database.ts'

/**
 * The supply of a rune as the service sends it, from its row and its newest row in supply_changes.
 * @param tip the height of the newest block, if there is one.
 */
export function supplyOf(row: Row, tip: number | undefined) {
  const divisibility = integerOf(row, 'divisibility') ?? 0
  const [minted, burned] = [BigInt(textOf(row, 'minted')), BigInt(textOf(row, 'burned'))]
  const premine = numberOf(row, 'premine') ?? 0n
  const format = (amount: bigint) => applyDivisibility(String(amount), divisibility)
  return {
    current: format(premine + minted - burned),
    premine: format(premine),
    minted: format(minted),
    total_mints: textOf(row, 'total_mints'),
    burned: format(burned),
    total_burns: textOf(row, 'total_burns'),
    mint_percentage: mintPercentageOf(row),
    mintable: isMintable(row, tip),
  }
}

/** The share of the cap, in percent with four decimals, rounded half up; 0.0000 without a cap. */
function mintPercentageOf(row: Row): string {
  const cap = numberOf(row, 'terms_cap') ?? 0n
  if (cap === 0n) return '0.0000'
  const mints = BigInt(textOf(row, 'total_mints'))
  return applyDivisibility(String((2n * mints * 1_000_000n + cap) / (2n * cap)), 4)
}

/**
 * As in the retired API: a rune without a cap has no limit, and the bounds are inclusive. `MINTABLE` of
 * runeList.ts is the same in SQL.
 */
function isMintable(row: Row, tip: number | undefined): boolean {
  const cap = numberOf(row, 'terms_cap')
  if (tip === undefined || row.terms_amount === null || row.cenotaph === 1) return false
  if (cap !== undefined && BigInt(textOf(row, 'total_mints')) >= cap) return false
  const etched = numberOf(row, 'block_height') ?? 0n
  const isWithin = (start: bigint | undefined, end: bigint | undefined, height: bigint) =>
    (start === undefined || height >= start) && (end === undefined || height <= end)
  return (
    isWithin(numberOf(row, 'terms_height_start'), numberOf(row, 'terms_height_end'), BigInt(tip)) &&
    isWithin(
      numberOf(row, 'terms_offset_start'),
      numberOf(row, 'terms_offset_end'),
      BigInt(tip) - etched,
    )
  )
}

function numberOf(row: Row, column: string): bigint | undefined {
  const text = optionalTextOf(row, column)
  return text === undefined ? undefined : BigInt(text)
}
