import { MAX_U128 } from '../../../src/bitcoin/runeNames.ts'
import { TAGS } from '../../../src/bitcoin/runestone.ts'
import { encodeIntegers, encodePayload, encodeVarint } from '../../../src/demo/encodeRunestone.ts'
import { txidOf } from '../../../src/demo/encodeTransaction.ts'
import {
  alternate,
  commitMany,
  etchRune,
  nothing,
  pay,
  people,
  repeat,
  reveal,
  shareOut,
  times,
} from './setUp.ts'
import type { Shape } from './shape.ts'

const EMPTY = new Uint8Array()
const STONE_START = encodePayload(EMPTY)

export const SCRIPT_SHAPES: Shape[] = [
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
        const length = 17 + (index % 4)
        const bytes = [TAGS.body, ...edicts].map((value) =>
          encodeVarint(BigInt.asUintN(7 * length, value), length),
        )
        return pay([spent], people(2), encodePayload(Buffer.concat(bytes)))
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
      const bytes = Buffer.concat([TAGS.body, ...edicts.flat()].map((value) => encodeVarint(value)))
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
]
