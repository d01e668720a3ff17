import { MAX_U128 } from '../../../src/bitcoin/runeNames.ts'
import { FLAGS, TAGS } from '../../../src/bitcoin/runestone.ts'

const [U32, U63, U64] = [2n ** 32n, 2n ** 63n, 2n ** 64n]
const ETCHING = [TAGS.flags, FLAGS.etching | FLAGS.terms | FLAGS.turbo]
const HEIGHTS = [0n, 1n, 6n, 2n ** 31n, U32, U63 - 1n, U63, U64 - 1n, U64, MAX_U128]

/** The values at and around the bounds of each field of an etching. */
const ETCHING_VALUES: [tag: bigint, values: bigint[]][] = [
  [TAGS.divisibility, [0n, 1n, 38n, 39n, 255n, 256n, MAX_U128]],
  [TAGS.spacers, [0n, 1n, 0x3ffffffn, 0x7ffffffn, 0x8000000n, U32, MAX_U128]],
  [TAGS.symbol, [0n, 1n, 0x22n, 0xd7ffn, 0xd800n, 0xdfffn, 0xe000n, 0xffffn, 0x10ffffn, 0x110000n]],
  [TAGS.rune, [0n, 25n, 6402364363415443603228541259936211926n, MAX_U128 - 1n, MAX_U128]],
  [TAGS.premine, [0n, 1n, MAX_U128 - 1n, MAX_U128]],
  [TAGS.cap, [0n, 1n, MAX_U128]],
  [TAGS.amount, [0n, 1n, MAX_U128]],
  [TAGS.heightStart, HEIGHTS],
  [TAGS.heightEnd, HEIGHTS],
  [TAGS.offsetStart, HEIGHTS],
  [TAGS.offsetEnd, HEIGHTS],
  [TAGS.pointer, [0n, 1n, 2n, 3n, U32, MAX_U128]],
]

const FLAG_VALUES = [0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n, U63, 1n << 127n, MAX_U128]

const IDS = [
  [0n, 0n],
  [0n, 1n],
  [1n, 0n],
  [2n, 1n],
  [U64 - 1n, U32 - 1n],
  [U64 - 1n, U32],
  [U64, 0n],
  [MAX_U128, MAX_U128],
] as const

/** The integers of runestones for transactions with three outputs, whose first two can hold runes. */
export const FIELD_BOUNDS: bigint[][] = [
  ...ETCHING_VALUES.flatMap(([tag, values]) => values.map((value) => [...ETCHING, tag, value])),
  // Mintable, with the same bounds of the terms.
  ...HEIGHTS.map((end) => [...ETCHING, TAGS.cap, 5n, TAGS.amount, 2n, TAGS.offsetEnd, end]),
  ...HEIGHTS.map((start) => [...ETCHING, TAGS.cap, 5n, TAGS.amount, 2n, TAGS.heightStart, start]),
  ...FLAG_VALUES.map((flags) => [TAGS.flags, flags]),
  ...IDS.map(([block, tx]) => [TAGS.mint, block, TAGS.mint, tx]),
  ...IDS.map(([block, tx]) => [TAGS.body, block, tx, 1n, 1n]),
  // An id that grows past its bounds.
  [TAGS.body, U64 - 1n, U32 - 1n, 1n, 1n, 0n, 1n, 1n, 1n],
  [TAGS.body, U64 - 1n, 1n, 1n, 1n, 1n, 0n, 1n, 1n],
  // Outputs of edicts: the number of outputs means all.
  ...[0n, 2n, 3n, 4n, U32, U64, MAX_U128].map((output) => [TAGS.body, 2n, 1n, MAX_U128, output]),
  // Integers that are missing.
  ...[1, 2, 3].map((count) => [TAGS.body, ...Array.from({ length: count }, () => 1n)]),
  [TAGS.mint],
  [],
]
