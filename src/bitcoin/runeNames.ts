import { NETWORKS, type NetworkName } from './networks.ts'

/** A number of 128 bits has at most this value. Runes are numbers; their names are those numbers in letters. */
export const MAX_U128 = (1n << 128n) - 1n

/** The first name that nobody can choose, of 27 letters: runes etched without a name get one of these. */
const FIRST_RESERVED = 6402364363415443603228541259936211926n

const HALVING = 210_000
const LONGEST_UNLOCKED = 13
const UNLOCK_INTERVAL = HALVING / 12

/** The first name of each length: `A`, `AA`, `AAA`, … */
const FIRST_OF_LENGTH = Array.from({ length: 28 }, (_, index) =>
  numberOfName('A'.repeat(index + 1)),
)

/** The number of a name in the letters A to Z. It may exceed MAX_U128: then no rune has the name. */
export function numberOfName(name: string): bigint {
  let number = -1n
  for (const letter of name) number = (number + 1n) * 26n + BigInt(letter.charCodeAt(0) - 65)
  return number
}

/** The name of a rune, of 1 to 28 letters. */
export function nameOfNumber(number: bigint): string {
  let name = ''
  for (let rest = number + 1n; rest > 0n; rest = (rest - 1n) / 26n) {
    name = String.fromCharCode(65 + Number((rest - 1n) % 26n)) + name
  }
  return name
}

/** Writes a • after the letters whose bits are set in `spacers`. A spacer after the last letter is ignored. */
export function spaceName(name: string, spacers: number): string {
  return [...name]
    .map((letter, index) =>
      index < name.length - 1 && (spacers >> index) & 1 ? `${letter}•` : letter,
    )
    .join('')
}

export function isReserved(number: bigint): boolean {
  return number >= FIRST_RESERVED
}

/** The name of a rune that is etched without one. */
export function reservedName(height: number, txIndex: number): bigint {
  return FIRST_RESERVED + ((BigInt(height) << 32n) | BigInt(txIndex))
}

/** The bytes that the commitment to a name must push: its number, little-endian, without trailing zeros. */
export function commitmentOf(number: bigint): Uint8Array {
  const bytes: number[] = []
  for (let rest = number; rest > 0n; rest >>= 8n) bytes.push(Number(rest & 0xffn))
  return Uint8Array.from(bytes)
}

/**
 * The lowest name that can be etched in the block at a height. Names of 13 letters are unlocked at the
 * first rune height; shorter ones follow, a length every 17,500 blocks, from Z to A within a length.
 */
export function lowestUnlockedName(network: NetworkName, height: number): bigint {
  const progress = height + 1 - NETWORKS[network].firstRuneHeight
  if (progress < 0) return firstOfLength(LONGEST_UNLOCKED)
  if (progress >= HALVING) return 0n
  const length = LONGEST_UNLOCKED - Math.floor(progress / UNLOCK_INTERVAL)
  const [start, end] = [firstOfLength(length), firstOfLength(length - 1)]
  return start - ((start - end) * BigInt(progress % UNLOCK_INTERVAL)) / BigInt(UNLOCK_INTERVAL)
}

/** The height of the first block in which a name can be etched; undefined if it is reserved. */
export function unlockHeight(network: NetworkName, number: bigint): number | undefined {
  if (isReserved(number)) return
  if (number >= firstOfLength(LONGEST_UNLOCKED)) return 0
  const length = FIRST_OF_LENGTH.findIndex((first) => number < first) + 1
  const [start, end] = [firstOfLength(length), firstOfLength(length - 1)]
  const blocks = ((start - number) * BigInt(UNLOCK_INTERVAL) - 1n) / (start - end)
  return (
    NETWORKS[network].firstRuneHeight +
    (LONGEST_UNLOCKED - length) * UNLOCK_INTERVAL +
    Number(blocks)
  )
}

function firstOfLength(length: number): bigint {
  return FIRST_OF_LENGTH[length - 1] ?? 0n
}
