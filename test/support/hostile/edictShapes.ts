import { MAX_U128 } from '../../../src/bitcoin/runeNames.ts'
import { OWN_RUNE } from '../../../src/bitcoin/runestone.ts'
import { taprootScript } from '../../../src/demo/scripts.ts'
import {
  allOf,
  alternate,
  BURNT,
  edictsFor,
  etchRune,
  etchRunes,
  gather,
  nothing,
  pay,
  people,
  person,
  repeat,
  side,
  TINY,
  times,
} from './setUp.ts'
import type { Shape } from './shape.ts'

export const EDICT_SHAPES: Shape[] = [
  {
    name: '1,000 runes to 3,000 outputs',
    build(node, scale) {
      const coin = gather(node, etchRunes(node, side(1000, scale)))
      const receivers = people(side(3000, scale))
      const edicts = edictsFor(coin.runes, { amount: 0n, output: allOf(receivers) })
      return { transactions: [pay([coin], receivers, { edicts })] }
    },
  },
  { name: '2,000 edicts to 2,000 outputs', build: edictsToAll(2000, 2000) },
  { name: '20,000 edicts to 2,000 outputs', build: edictsToAll(20_000, 2000) },
  {
    name: '10,000 edicts about 100 runes to 1,600 outputs',
    build(node, scale) {
      const coins = etchRunes(node, side(100, scale), { owner: person })
      const receivers = people(side(1600, scale))
      const perRune = side(100, scale)
      const edicts = coins.flatMap(({ runes }) =>
        repeat(perRune, (index) =>
          edictsFor(runes, { amount: BigInt(index), output: allOf(receivers) }),
        ).flat(),
      )
      return { transactions: [pay(coins, receivers, { edicts })] }
    },
  },
  {
    name: '5,000 pieces of two owners to 1,000 outputs by 1,000 edicts',
    build(node, scale) {
      const { coins, rune } = alternate(node, times(5000, scale))
      const receivers = people(side(1000, scale))
      const edicts = repeat(side(1000, scale), (index) => {
        return { id: rune, amount: 10n ** 8n + BigInt(index), output: allOf(receivers) }
      })
      return { transactions: [pay(coins, receivers, { edicts })] }
    },
  },
  {
    name: 'pieces of alternating owners, split by 15,000 edicts',
    build(node, scale) {
      const { coins, rune } = alternate(node, times(4000, scale))
      const edicts = repeat(times(15_000, scale), (index) => {
        return { id: rune, amount: 10n ** 11n / 7n, output: index % 5 }
      })
      return { transactions: [pay(coins, [...people(3), TINY], { edicts })] }
    },
  },
  {
    name: 'the same edict 200,000 times',
    build(node, scale) {
      const { coins, rune } = alternate(node, 10)
      const edicts = repeat(times(200_000, scale), () => ({ id: rune, amount: 7n, output: 1 }))
      return { transactions: [pay(coins, people(2), { edicts })] }
    },
  },
  {
    name: '200,000 edicts with amount 0',
    build(node, scale) {
      const coins = etchRunes(node, 3, { owner: person })
      const edicts = coins.flatMap(({ runes: [id = ''] }) =>
        repeat(times(66_000, scale), (index) => ({ id, amount: 0n, output: index % 4 })),
      )
      return { transactions: [pay(coins, people(2), { edicts })] }
    },
  },
  {
    name: 'equal parts after amounts: 500 edicts to 2,000 outputs',
    build(node, scale) {
      const { coins, rune } = alternate(node, 25)
      const receivers = [...people(side(2000, scale)), BURNT, TINY]
      const edicts = repeat(side(500, scale), (index) => {
        return { id: rune, amount: index === 0 ? 0n : 1n, output: allOf(receivers) }
      })
      return { transactions: [pay(coins, receivers, { edicts: edicts.toReversed() })] }
    },
  },
  {
    name: 'old and new units to OP_RETURN by 100,000 edicts',
    build(node, scale) {
      const { coins, rune } = alternate(node, times(5000, scale))
      const count = times(100_000, scale)
      const edicts = repeat(count, (index) => {
        return {
          id: rune,
          amount: 10n ** 15n / BigInt(count),
          output: [0, 1, 2, 4][index % 4] ?? 0,
        }
      })
      const outputs = [BURNT, person(1), BURNT, TINY]
      return { transactions: [pay(coins, outputs, { edicts, mint: rune, pointer: 4 })] }
    },
  },
  {
    name: '100,000 edicts about runes that are not there',
    build(node, scale) {
      const [here, elsewhere] = etchRunes(node, 2)
      const count = times(50_000, scale)
      const ids = [...(elsewhere?.runes ?? []), '1000000:1']
      const edicts = ids.flatMap((id) => repeat(count, () => ({ id, amount: 1n, output: 11 })))
      return { transactions: [pay(here ? [here] : [], people(10), { edicts })] }
    },
  },
  {
    name: 'one rune to 90,000 outputs',
    build(node, scale) {
      const { rune, ...coin } = etchRune(node)
      const receivers = repeat(times(90_000, scale), (index) => taprootScript(`receiver ${index}`))
      const edicts = [{ id: rune, amount: 0n, output: allOf(receivers) }]
      return { transactions: [pay([coin], receivers, { edicts })] }
    },
  },
  {
    name: 'one rune to 400,000 outputs of 10 bytes',
    build(node, scale) {
      const { rune, ...coin } = etchRune(node)
      const receivers = repeat(times(400_000, scale), () => TINY)
      const edicts = [{ id: rune, amount: 0n, output: allOf(receivers) }]
      return { transactions: [pay([coin], receivers, { edicts })] }
    },
  },
  {
    name: 'an amount to each of 90,000 outputs until nothing is left',
    build(node, scale) {
      const receivers = people(times(90_000, scale))
      const { coins, rune } = alternate(node, 9)
      const amount = (2n * 10n ** 15n) / BigInt(receivers.length) + 1n
      const edicts = [{ id: rune, amount, output: allOf(receivers) }]
      return { transactions: [pay(coins, receivers, { edicts })] }
    },
  },
  {
    name: 'a premine of 2^128 − 1 to 3,000 outputs by 1,000 edicts',
    build(_, scale) {
      const receivers = people(side(3000, scale))
      const edicts = repeat(side(1000, scale), (index) => {
        return { id: OWN_RUNE, amount: 2n ** BigInt(50 + (index % 50)), output: allOf(receivers) }
      })
      const etching = { premine: MAX_U128, divisibility: 38, turbo: true }
      return { transactions: [pay([nothing(1)], receivers, { etching, edicts })] }
    },
  },
  {
    name: 'amounts of 2^128 − 1 everywhere',
    build(node, scale) {
      const coin = gather(node, etchRunes(node, side(300, scale), { premine: MAX_U128 }))
      const receivers = people(side(1000, scale))
      const edicts = coin.runes.flatMap((id, index) => [
        { id, amount: MAX_U128 / 3n, output: 1 },
        {
          id,
          amount: index % 2 === 0 ? MAX_U128 : 0n,
          output: index % 3 === 0 ? 0 : allOf(receivers),
        },
        { id, amount: MAX_U128, output: 1 },
      ])
      return { transactions: [pay([coin], receivers, { edicts })] }
    },
  },
]

/** One unit to each output, again and again. */
function edictsToAll(edicts: number, outputs: number): Shape['build'] {
  return (node, scale) => {
    const { coins, rune } = alternate(node, 1)
    const scripts = repeat(side(outputs, scale), () => TINY)
    const edict = { id: rune, amount: 1n, output: allOf(scripts) }
    return {
      transactions: [pay(coins, scripts, { edicts: repeat(side(edicts, scale), () => edict) })],
    }
  }
}
