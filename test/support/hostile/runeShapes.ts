import { commitmentOf, MAX_U128 } from '../../../src/bitcoin/runeNames.ts'
import { FLAWS } from '../../../src/bitcoin/runestone.ts'
import { cenotaph } from '../../../src/demo/demoTransactions.ts'
import { encodeIntegers } from '../../../src/demo/encodeRunestone.ts'
import { revealWitness } from '../../../src/demo/scripts.ts'
import { FIELD_BOUNDS } from './integers.ts'
import {
  BURNT,
  commitMany,
  etchRune,
  etchRunes,
  nothing,
  pay,
  people,
  person,
  repeat,
  reveal,
  shareOut,
  TINY,
  times,
} from './setUp.ts'
import type { Shape } from './shape.ts'

const MAX_U64 = 2n ** 64n - 1n

export const RUNE_SHAPES: Shape[] = [
  {
    name: '10,000 mints of 5,000 runes',
    build(node, scale) {
      const terms = { amount: 1000n, cap: 3n }
      const coins = etchRunes(node, times(5000, scale), { terms, premine: 0n })
      const mints = coins.flatMap(({ runes: [rune = ''] }, index) => {
        const edicts = [{ id: rune, amount: 1n, output: 3 }]
        return [
          pay([nothing(2 * index)], [person(index % 7)], { mint: rune }),
          pay([nothing(2 * index + 1)], [person(1), person(2)], { mint: rune, edicts }),
        ]
      })
      return { transactions: mints }
    },
  },
  {
    name: '20,000 mints of one rune with a cap of 9,000',
    build(node, scale) {
      const { rune } = etchRune(node, {
        terms: { amount: MAX_U64, cap: BigInt(times(9000, scale)) },
      })
      const mint = (index: number) =>
        pay([nothing(index)], [[person(index % 9), TINY, BURNT][index % 3] ?? TINY], { mint: rune })
      return { transactions: repeat(times(20_000, scale), mint) }
    },
  },
  {
    name: '10,000 cenotaphs that mint and burn',
    build(node, scale) {
      const { rune, ...coin } = etchRune(node, {
        terms: { amount: 5n, cap: MAX_U128 / 5n - 10n ** 15n },
      })
      const coins = shareOut(node, coin, people(times(10_000, scale)))
      const transactions = coins.map(({ txid, vout }, index) => {
        const nobody = { txid, vout, script: person(index), amounts: new Map() }
        return cenotaph(nobody, [nobody], {
          flaw: FLAWS[index % FLAWS.length] ?? 'varint',
          mint: rune,
        })
      })
      return { transactions }
    },
  },
  {
    name: '15,000 etchings without names',
    build(_, scale) {
      const etching = { premine: 5n, terms: { amount: 1n, cap: 10n }, turbo: true }
      const etch = (index: number) => pay([nothing(index)], [person(index % 99)], { etching })
      return { transactions: repeat(times(15_000, scale), etch) }
    },
  },
  {
    name: '5,000 etchings with commitments',
    build(node, scale) {
      return { transactions: commitMany(node, times(5000, scale)).map((it) => reveal([it])) }
    },
  },
  {
    name: '3,000 names that two etch',
    build(node, scale) {
      const commitments = commitMany(node, times(3000, scale))
      const again = commitments.map(({ name }, index) => {
        const input = { ...nothing(index), witness: revealWitness(commitmentOf(name)) }
        return pay([input], [person(2)], { etching: { rune: name, turbo: false } })
      })
      const other = commitments.map((it) => reveal([it]))
      return { transactions: [...again, ...other, ...other.map((it) => ({ ...it, lockTime: 1 }))] }
    },
  },
  {
    name: 'every field at its bounds',
    build(node, scale) {
      const rounds = Math.max(1, times(60, scale))
      const messages = repeat(rounds, () => FIELD_BOUNDS).flat()
      const coins = shareOut(node, etchRune(node), people(messages.length))
      const transactions = messages.map((integers, index) => {
        const coin = coins[index] ?? nothing(index)
        return pay([coin], [person(index), TINY], encodeIntegers(integers))
      })
      return { transactions }
    },
  },
  {
    name: 'terms and premines that just overflow, or do not',
    build(_, scale) {
      const [half, root] = [MAX_U128 / 2n, 2n ** 64n]
      const products = [
        [MAX_U128, 1n, 0n],
        [MAX_U128, 1n, 1n],
        [half, 2n, 1n],
        [half, 2n, 2n],
        [root, root, 0n],
        [root - 1n, root + 1n, 0n],
        [MAX_U128, MAX_U128, MAX_U128],
        [0n, MAX_U128, MAX_U128],
        [1n, 1n, MAX_U128],
        [1n, 1n, MAX_U128 - 1n],
      ]
      const transactions = repeat(Math.max(20, times(5000, scale)), (index) => {
        const [cap = 0n, amount = 0n, premine = 0n] = products[index % products.length] ?? []
        const etching = { premine, terms: { cap, amount }, turbo: false }
        return pay([nothing(index)], [person(index)], { etching })
      })
      return { transactions }
    },
  },
]
