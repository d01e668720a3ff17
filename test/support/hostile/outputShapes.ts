import { OWN_RUNE, type RuneId } from '../../../src/bitcoin/runestone.ts'
import { cenotaphScript } from '../../../src/demo/encodeRunestone.ts'
import { type NewTransaction, txidOf } from '../../../src/demo/encodeTransaction.ts'
import { ADDRESSES } from './addresses.ts'
import {
  allOf,
  alternate,
  BURNT,
  type Coin,
  edictsFor,
  etchRune,
  etchRunes,
  gather,
  nothing,
  type Outpoint,
  pay,
  people,
  person,
  repeat,
  shareOut,
  side,
  TINY,
  times,
} from './setUp.ts'
import type { Shape } from './shape.ts'

const CENOTAPH = cenotaphScript('unrecognized-even-tag')

export const OUTPUT_SHAPES: Shape[] = [
  {
    name: '2,000 runes through a chain of 1,000 transactions',
    build(node, scale) {
      const coin = gather(node, etchRunes(node, side(2000, scale)))
      const transactions: NewTransaction[] = []
      let outpoint: Outpoint = coin
      for (let index = 0; index < side(1000, scale); index++) {
        const transaction = pay([outpoint], [person(index % 3)])
        transactions.push(transaction)
        outpoint = { txid: txidOf(transaction), vout: 0 }
      }
      return { transactions }
    },
  },
  {
    name: '2,000 outputs with 1,000 runes each, without a runestone',
    build: spendAll((coins) => pay(coins, [person(1)])),
  },
  {
    name: '2,000 outputs with 1,000 runes each, with edicts',
    build: spendAll((coins, runes) => {
      const edicts = runes.flatMap((id) => [
        { id, amount: 10n ** 14n, output: 2 },
        { id, amount: 10n ** 10n, output: 4 },
      ])
      return pay(coins, [person(1), TINY, BURNT], { edicts, pointer: 1 })
    }),
  },
  {
    name: '2,000 outputs with 1,000 runes each, by a cenotaph',
    build: spendAll((coins) => pay(coins, [person(1)], CENOTAPH)),
  },
  {
    name: '2,000 outputs with 1,000 runes each, to nowhere',
    build: spendAll((coins) => pay(coins, [BURNT])),
  },
  {
    name: 'everything that the block makes, it spends',
    build(node, scale) {
      const coin = gather(node, etchRunes(node, side(300, scale)))
      const transactions: NewTransaction[] = []
      let outpoint: Outpoint = coin
      for (let round = 0; round < 4; round++) {
        const receivers = people(side(300, scale))
        const edicts = edictsFor(coin.runes, { amount: 0n, output: allOf(receivers) })
        const shared = pay([outpoint], receivers, { edicts })
        const coins = receivers.map((_, vout) => ({ txid: txidOf(shared), vout }))
        const gathered = pay(coins, [round % 2 === 0 ? TINY : person(round)])
        transactions.push(shared, gathered)
        outpoint = { txid: txidOf(gathered), vout: 0 }
      }
      return { transactions: [...transactions, pay([outpoint], [BURNT])] }
    },
  },
  {
    name: '25,000 tiny transactions',
    build(node, scale) {
      const coins = shareOut(
        node,
        etchRune(node),
        repeat(times(25_000, scale), () => TINY),
      )
      return { transactions: coins.map((coin) => pay([coin], [TINY])) }
    },
  },
  {
    name: '20,000 transactions that pay each other in turn',
    build(node, scale) {
      const coins = shareOut(node, etchRune(node), people(50))
      const last: Outpoint[] = [...coins]
      const transactions = repeat(times(20_000, scale), (index) => {
        const spent = last[index % 50] ?? nothing(index)
        const transaction = pay([spent], [person(index % 50), person((index * 7) % 50)])
        last[index % 50] = { txid: txidOf(transaction), vout: 0 }
        return transaction
      })
      return { transactions }
    },
  },
  {
    name: 'outputs that are spent more than once',
    build(node, scale) {
      const coins = shareOut(node, etchRune(node), people(times(5000, scale)))
      const once = coins.map((coin, index) => pay([coin, coin], [person(index)]))
      const again = coins.map((coin, index) =>
        pay([nothing(index), coin, coin], [person(index + 1)]),
      )
      return { transactions: [...once, ...again] }
    },
  },
  {
    name: '100,000 outputs with OP_RETURN',
    build(node, scale) {
      const { coins, rune } = alternate(node, 20)
      const burnt = repeat(times(50_000, scale), () => BURNT)
      const edicts = [
        { id: rune, amount: 1n, output: 2 * burnt.length + 2 },
        ...burnt.map((_, output) => ({ id: rune, amount: 5n, output })),
      ]
      const outputs = [...burnt, person(3), ...burnt]
      return { transactions: [pay(coins, outputs, { edicts, pointer: burnt.length - 1 })] }
    },
  },
  {
    name: '20,000 edicts to all outputs, of which there are none',
    build(node, scale) {
      const { coins, rune } = alternate(node, 20)
      const burnt = repeat(times(20_000, scale), () => BURNT)
      const edicts = burnt.map(() => ({ id: rune, amount: 1n, output: allOf(burnt) }))
      return { transactions: [pay(coins, burnt, { edicts })] }
    },
  },
  {
    name: 'addresses of all kinds, 20,000 outputs',
    build(node, scale) {
      const scripts = repeat(Math.max(2, times(500, scale)), () => ADDRESSES).flat()
      const coins = shareOut(node, etchRune(node), scripts)
      const [half, others] = [coins.slice(0, coins.length / 2), coins.slice(coins.length / 2)]
      const moved = half.map((coin, index) =>
        pay([coin], [scripts[(index * 3) % scripts.length] ?? TINY]),
      )
      return { transactions: [...moved, pay(others, scripts.slice(0, 50), CENOTAPH)] }
    },
  },

  {
    name: 'a coinbase that etches, mints, and pays 3,000 outputs by 500 edicts',
    build(node, scale) {
      const { rune } = etchRune(node, { terms: { amount: 10n ** 12n, cap: 10n } })
      const receivers = people(side(3000, scale))
      const edicts = [OWN_RUNE, rune].flatMap((id) =>
        repeat(side(250, scale), () => ({ id, amount: 1n, output: allOf(receivers) })),
      )
      const etching = { premine: 10n ** 30n, turbo: false }
      const { outputs } = pay([], receivers, { etching, mint: rune, edicts })
      return { transactions: [], coinbaseOutputs: outputs }
    },
  },
  { name: 'a block of the year 2106', build: atTime(0xffff_ffff) },
  { name: 'a block of the year 1970', build: atTime(0) },
]

/** Spends outputs that each have the same runes. Their owners alternate. */
function spendAll(spend: (coins: Coin[], runes: RuneId[]) => NewTransaction): Shape['build'] {
  return (node, scale) => {
    const coin = gather(node, etchRunes(node, side(1000, scale)))
    const owners = [person(1), person(2), TINY, person(3), person(1)]
    const scripts = repeat(side(2000, scale), (index) => owners[index % owners.length] ?? TINY)
    return { transactions: [spend(shareOut(node, coin, scripts), coin.runes)] }
  }
}

function atTime(timestamp: number): Shape['build'] {
  return (node, scale) => {
    const coins = shareOut(node, etchRune(node), people(times(5000, scale)))
    return { timestamp, transactions: coins.map((coin, index) => pay([coin], [person(2 * index)])) }
  }
}
