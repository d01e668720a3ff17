import type { RuneIdentifier } from '../../contract/identifiers.ts'
import type { RuneDistribution } from '../../contract/schemas/rune.ts'
import { shareOf } from '../../contract/shares.ts'
import { readBalanceSizes } from '../../database/balanceSizes.ts'
import { numberOf, type Row, textOf } from '../../database/database.ts'
import { applyDivisibility } from './applyDivisibility.ts'
import { readLargestBalances } from './balances.ts'
import type { Index } from './indexReader.ts'
import { isOlder } from './labels.ts'
import { expectRune } from './locate.ts'
import { rawSupplyOf } from './runes.ts'

/**
 * What the largest holders of a rune have, and its holders by the size of their balances. Empty of a rune that is
 * older than the index.
 * @throws {HttpProblem} 404
 */
export async function readDistribution(
  index: Index,
  rune: RuneIdentifier,
): Promise<RuneDistribution> {
  const { key, row, divisibility } = await expectRune(index, rune)
  if (isOlder(row, index)) return { groups: [], sizes: [] }
  const supply = rawSupplyOf(row)
  const shown = (amount: bigint) => applyDivisibility(amount, divisibility)
  const part = (balance: bigint) => ({ balance: shown(balance), share: shareOf(balance, supply) })
  const sizes = [...readBalanceSizes(textOf(row, 'balance_sizes'))]
  return {
    groups: (await readGroups(index, key, row)).map(({ balance, ...group }) => {
      return { ...group, ...part(balance) }
    }),
    sizes: sizes.map(([digits, { holders, sum }]) => ({
      least: shown(10n ** BigInt(digits - 1)),
      most: shown(10n ** BigInt(digits) - 1n),
      holders,
      ...part(sum),
    })),
  }
}

/** Where the groups of the largest holders end. */
const LARGEST = [
  { group: 'largest', from: 0, to: 1 },
  { group: 'next-9', from: 1, to: 10 },
  { group: 'next-90', from: 10, to: 100 },
] as const

/** Those that are not empty. */
async function readGroups(index: Index, key: number, row: Row) {
  const amounts = await readLargestBalances(index, key)
  const nobody = BigInt(textOf(row, 'without_address'))
  const others = {
    group: 'others',
    holders: numberOf(row, 'holders') - amounts.length,
    balance: rawSupplyOf(row) - nobody - sum(amounts),
  } as const
  return [
    ...LARGEST.map(({ group, from, to }) => {
      const own = amounts.slice(from, to)
      return { group, holders: own.length, balance: sum(own) }
    }),
    others,
    { group: 'no-address', holders: undefined, balance: nobody } as const,
  ].filter(({ balance }) => balance > 0n)
}

function sum(amounts: bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}
