// Blocks that ask for the most, each of one kind. Sizes are what a block of four megabytes has place for, or
// what an indexer without bounds would need an hour for. `scale` makes them smaller: 1 is the full size.
import { commitmentOf, MAX_U128, numberOfName } from '../../../src/bitcoin/runeNames.ts'
import { FLAWS, OWN_RUNE, type RuneId, TAGS } from '../../../src/bitcoin/runestone.ts'
import { OP_13, OP_RETURN } from '../../../src/bitcoin/script.ts'
import { cenotaph } from '../../../src/indexer/demoChain/demoTransactions.ts'
import {
  encodeIntegers,
  encodePush,
  type NewTransaction,
  revealWitness,
  taprootScript,
  txidOf,
} from '../../../src/indexer/demoChain/encode.ts'
import type { SimulatedNode } from '../../../src/indexer/demoChain/simulatedNode.ts'
import { ADDRESSES } from './addresses.ts'
import { FIELD_BOUNDS, varint } from './integers.ts'
import {
  alternate,
  type Coin,
  commitMany,
  edictsFor,
  etchRune,
  etchRunes,
  gather,
  nothing,
  type Outpoint,
  type Output,
  pay,
  people,
  person,
  repeat,
  shareOut,
  side,
  TINY,
  times,
} from './setUp.ts'

export type HostileBlock = {
  transactions: NewTransaction[]
  timestamp?: number
  coinbaseOutputs?: Output[]
}

export type Shape = {
  name: string
  /** Mines what the block needs, and returns the block itself, which is not mined yet. */
  build: (node: SimulatedNode, scale: number) => HostileBlock
}

const MAX_U64 = 2n ** 64n - 1n
const BURNT = Uint8Array.of(OP_RETURN)
const CENOTAPH = encodeIntegers([126n, 0n])

/** The outputs of `pay` with a runestone, as an edict names all of them. */
const allOf = (scripts: readonly unknown[]) => scripts.length + 1

export const SHAPES: Shape[] = [
  // Edicts.
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

  // Outputs and transactions.
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

  // Runes.
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

  // Scripts and witnesses.
  {
    name: 'varints of 17 to 20 bytes',
    build(node, scale) {
      const { rune, ...coin } = etchRune(node)
      const [block = 0n, tx = 0n] = rune.split(':').map(BigInt)
      const coins = shareOut(node, coin, people(Math.max(8, times(2000, scale))))
      const transactions = coins.map((spent, index) => {
        const edict = [block, tx, BigInt(index), 1n]
        const edicts = repeat(20, (at) =>
          at === 0 ? edict : [0n, 0n, index % 8 === 2 ? 2n ** 128n : MAX_U128, 2n],
        ).flat()
        const bytes = [TAGS.body, ...edicts].map((value) => varint(value, 17 + (index % 4)))
        return pay([spent], people(2), stoneOf(Buffer.concat(bytes)))
      })
      return { transactions }
    },
  },
  {
    name: '270,000 unknown odd tags',
    build(node, scale) {
      const coins = shareOut(node, etchRune(node), people(3))
      const count = times(90_000, scale)
      const messages = [
        repeat(count, () => [127n, 0n]),
        repeat(count, (index) => [BigInt(2 * index + 129), 1n]),
        repeat(count, (index) => [MAX_U128 - 2n * BigInt(index), MAX_U128]),
      ]
      const transactions = messages.map((fields, index) =>
        pay([coins[index] ?? nothing(index)], people(2), encodeIntegers(fields.flat())),
      )
      return { transactions }
    },
  },
  {
    name: '300,000 even tags, known and unknown',
    build(node, scale) {
      const { rune, ...coin } = etchRune(node, { terms: { amount: 1n, cap: 1000n } })
      const coins = shareOut(node, coin, people(2))
      const count = times(150_000, scale)
      const mint = rune.split(':').flatMap((part) => [TAGS.mint, BigInt(part)])
      const messages = [
        repeat(count, () => mint),
        repeat(count, (index) => [BigInt(2 * index + 200), MAX_U128]),
      ]
      const transactions = messages.map((fields, index) =>
        pay([coins[index] ?? nothing(index)], people(2), encodeIntegers(fields.flat())),
      )
      return { transactions }
    },
  },
  {
    name: 'a runestone in 300,000 pushes of one byte',
    build(node, scale) {
      const { coins, rune } = alternate(node, 5)
      const [block = 0n, tx = 0n] = rune.split(':').map(BigInt)
      const edicts = repeat(times(75_000, scale), (index) =>
        index === 0 ? [block, tx, 3n, 1n] : [0n, 0n, 3n, 1n],
      )
      const bytes = Buffer.concat([TAGS.body, ...edicts.flat()].map((value) => varint(value)))
      const pushes = Buffer.concat([...bytes].map((byte) => Buffer.of(1, byte)))
      return { transactions: [pay(coins, people(2), Buffer.concat([STONE_START, pushes]))] }
    },
  },
  {
    name: 'a million pushes of nothing',
    build(node, scale) {
      const coin = etchRune(node)
      const pushes = Buffer.alloc(times(1_000_000, scale))
      return { transactions: [pay([coin], people(2), Buffer.concat([STONE_START, pushes]))] }
    },
  },
  {
    name: '3.9 million empty witness items',
    build(node, scale) {
      const [commitment] = commitMany(node, 1)
      const empty = repeat(times(3_900_000, scale), () => EMPTY)
      return { transactions: commitment ? [reveal([commitment], { before: empty })] : [] }
    },
  },
  {
    name: '5,000 witnesses with an annex',
    build(node, scale) {
      const commitments = commitMany(node, Math.max(4, times(5000, scale)))
      const transactions = commitments.map((it, index) =>
        reveal([it], {
          after: [Buffer.concat([Buffer.of(0x50), Buffer.alloc((index % 4) * 100)])],
        }),
      )
      return { transactions }
    },
  },
  {
    name: 'a witness of 3.9 MB',
    build(node, scale) {
      const [commitment] = commitMany(node, 1)
      const pushes = Buffer.alloc(2 * times(1_950_000, scale), Buffer.of(1, 170))
      return { transactions: commitment ? [reveal([commitment], { script: pushes })] : [] }
    },
  },
  {
    name: '2,000 inputs with scripts of 10 kB',
    build(node, scale) {
      const large = Buffer.alloc(10_000, 0x51)
      const spent = repeat(times(2000, scale), (index) =>
        pay([nothing(10_000_000 + index)], [large]),
      )
      for (let at = 0; at < spent.length; at += 300) node.mine(spent.slice(at, at + 300))
      const [commitment] = commitMany(node, 1)
      if (commitment === undefined) return { transactions: [] }
      const { inputs, outputs } = reveal([commitment])
      const others = spent.map((transaction) => ({ txid: txidOf(transaction), vout: 0 }))
      return { transactions: [{ inputs: [...others, ...inputs], outputs }] }
    },
  },
  {
    name: '2,000 inputs that all reveal a commitment',
    build(node, scale) {
      const commitments = commitMany(node, times(2000, scale))
      return { transactions: [reveal(commitments)] }
    },
  },

  // Blocks.
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

/** @throws {RangeError} if a name is not in the table. */
export function pickShapes(names: string[]): Shape[] {
  return names.map((name) => {
    const shape = SHAPES.find((it) => it.name === name)
    if (shape === undefined) throw new RangeError(`No hostile block is named "${name}".`)
    return shape
  })
}

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

type Witness = { before?: Uint8Array[]; after?: Uint8Array[]; script?: Uint8Array }

/** Etches the name of the first commitment. All inputs reveal it, with more around it in the witness. */
function reveal(
  commitments: (Outpoint & { name: bigint })[],
  { before = [], after = [], script = EMPTY }: Witness = {},
): NewTransaction {
  const name = commitments[0]?.name ?? numberOfName('NEVERCOMMITTED')
  const [signature = EMPTY, tapscript = EMPTY, control = EMPTY] = revealWitness(commitmentOf(name))
  const whole = Buffer.concat([script, tapscript])
  const witness = [...before, signature, whole, control, ...after]
  const inputs = commitments.map(({ txid, vout }) => ({ txid, vout, witness }))
  return pay(inputs, [person(1)], { etching: { rune: name, premine: 100n, turbo: false } })
}

const EMPTY = new Uint8Array()
const STONE_START = Buffer.of(OP_RETURN, OP_13)

function stoneOf(payload: Uint8Array): Uint8Array {
  return Buffer.concat([STONE_START, encodePush(payload)])
}
