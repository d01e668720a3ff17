import { MAX_U128, numberOfName } from '../bitcoin/runeNames.ts'
import { type Etching, FLAGS, OWN_RUNE, TAGS } from '../bitcoin/runestone.ts'
import { UNKNOWN_EVEN_TAG } from './encodeRunestone.ts'
import type { Random } from './random.ts'
import { taprootScript } from './scripts.ts'
import { pickScript } from './wallets.ts'

// The runes that the demo chain etches. Names on regtest need 13 letters for the first 17,500 blocks.

export type NewRune = {
  /** With spacers. Without a name, the rune gets a reserved one. */
  name?: string
  etching?: Partial<Etching>
  /** So many owners get equal parts of the premine. */
  sharedBy?: number
  isCenotaph?: true
}

/** A rune of the history, and the height at which it is revealed. */
export type HistoryRune = NewRune & {
  revealAt: number
  /** How many blocks before that the commitment is; 8 if it is left out. */
  commitBlocks?: number | 'never'
  /** How many mints are tried in each of the next blocks. */
  rush?: number[]
}

export const POPULAR_NAME = 'GOLDEN•RETRIEVER'
/** The popular mints stop before the last ones of this rune. */
export const ALMOST_MINTED_OUT_NAME = 'ALMOST•MINTED•OUT'
export const AIRDROPPED_NAME = 'FALLING•FROM•THE•SKY'
export const LOOK_ALIKE_NAME = 'GOLDEN•RETRIEVERS'
export const TREASURY_NAME = 'TREASURY•OF•CAIRN'
export const MINTED_OUT_NAME = 'FIRST•COME•FIRST•SERVED'
export const CLOSED_NAME = 'BOUNDED•BY•HEIGHT'
export const FUTURE_NAME = 'OPENS•AT•BLOCK•FOUR•HUNDRED'
export const CENOTAPH_NAME = 'ETCHED•BY•A•CENOTAPH'

export const HISTORY_RUNES: readonly HistoryRune[] = [
  {
    revealAt: 24,
    name: POPULAR_NAME,
    etching: { symbol: '🐕', terms: { amount: 1000n, cap: 1_000_000n }, turbo: true },
  },
  {
    revealAt: 26,
    name: TREASURY_NAME,
    etching: { symbol: '🏛', divisibility: 8, premine: 21_000_000n * 10n ** 8n },
  },
  {
    revealAt: 34,
    name: 'EIGHTEEN•DECIMALS',
    etching: { symbol: 'Ξ', divisibility: 18, premine: 1_000_000n * 10n ** 18n },
  },
  {
    revealAt: 40,
    name: LOOK_ALIKE_NAME,
    etching: { symbol: '🐶', terms: { amount: 1000n, cap: 21_000n } },
  },
  {
    revealAt: 44,
    name: 'SMALLEST•OF•FRACTIONS',
    etching: { symbol: '🔬', divisibility: 38, premine: 3n * 10n ** 38n },
  },
  { revealAt: 48, name: 'MAXIMUM•OF•ALL•SUPPLIES', etching: { symbol: '∞', premine: MAX_U128 } },
  {
    revealAt: 52,
    name: 'GOLDEN•RETREIVER',
    etching: {
      ...{ symbol: '🦮', divisibility: 2, premine: 500_000n },
      terms: { amount: 2500n, cap: 10_000n },
    },
  },
  {
    revealAt: 60,
    name: MINTED_OUT_NAME,
    etching: { symbol: '🥇', divisibility: 2, terms: { amount: 10_000n, cap: 120n } },
    rush: [80, 80],
  },
  { revealAt: 66, name: 'NO•SYMBOL•AT•ALL', etching: { divisibility: 1, premine: 77_777n } },
  {
    revealAt: 70,
    name: ALMOST_MINTED_OUT_NAME,
    etching: { symbol: '⏳', premine: 5000n, terms: { amount: 500n, cap: 100n } },
    rush: [60, 30],
  },
  {
    revealAt: 80,
    name: 'CAP•WITHOUT•AMOUNT',
    etching: { symbol: '∅', terms: { cap: 50n } },
    rush: [8],
  },
  { revealAt: 85, etching: { symbol: '🎲', premine: 1_000_000n } },
  {
    revealAt: 90,
    name: CLOSED_NAME,
    etching: {
      symbol: '📏',
      terms: { amount: 25n, cap: 10_000n, heightStart: 110n, heightEnd: 180n },
    },
  },
  {
    revealAt: 100,
    name: 'OFFSET•BY•BLOCKS',
    etching: {
      ...{ symbol: '⏱', divisibility: 3 },
      terms: { amount: 7000n, cap: 100_000n, offsetStart: 20n, offsetEnd: 400n },
    },
  },
  { revealAt: 112, etching: { terms: { amount: 1n, cap: 5000n } } },
  {
    revealAt: 120,
    name: 'SHARED•BY•TWENTY',
    etching: { symbol: '🍰', divisibility: 2, premine: 200_000n },
    sharedBy: 20,
  },
  {
    revealAt: 130,
    name: FUTURE_NAME,
    etching: { symbol: '🚪', terms: { amount: 50n, cap: 2000n, heightStart: 400n } },
  },
  {
    revealAt: 140,
    name: AIRDROPPED_NAME,
    etching: { symbol: '🪂', premine: 10_000_000n },
  },
  { revealAt: 150, name: CENOTAPH_NAME, isCenotaph: true },
  // These three are not etched: the name is taken, the commitment too young, or there is none.
  { revealAt: 160, name: POPULAR_NAME, etching: { symbol: '🐩', premine: 1n } },
  {
    revealAt: 170,
    name: 'TOO•EARLY•TO•REVEAL',
    etching: { symbol: '🐣', premine: 1n },
    commitBlocks: 3,
  },
  {
    revealAt: 175,
    name: 'NEVER•COMMITTED•TO',
    etching: { symbol: '🙈', premine: 1n },
    commitBlocks: 'never',
  },
]

/** The premine of a rune goes here, unless it is shared. The name may have spacers. */
export function treasuryScript(name = 'runes without a name'): Buffer {
  return taprootScript(`treasury of ${name.replaceAll('•', '')}`)
}

export function numberOfSpacedName(name: string): bigint {
  return numberOfName(name.replaceAll('•', ''))
}

/** The fields of an etching that choose a name with spacers. */
export function chosenName(name: string): { rune: bigint; spacers: number } {
  return { rune: numberOfSpacedName(name), spacers: spacersOf(name) }
}

function spacersOf(name: string): number {
  let [letters, spacers] = [0, 0]
  for (const character of name) {
    if (character === '•') spacers |= 1 << (letters - 1)
    else letters++
  }
  return spacers
}

/** The runestone that etches a rune, and who gets the premine. */
export function etchingOf(rune: NewRune, random: Random) {
  const { name, sharedBy, isCenotaph } = rune
  const etching: Etching = {
    turbo: false,
    ...rune.etching,
    ...(name !== undefined && chosenName(name)),
  }
  if (isCenotaph) {
    const integers = [
      TAGS.flags,
      FLAGS.etching,
      TAGS.rune,
      etching.rune ?? 0n,
      UNKNOWN_EVEN_TAG,
      0n,
    ]
    return { runestone: { integers }, owners: [pickScript(random)] }
  }
  if (sharedBy === undefined) {
    return { runestone: { etching }, owners: [treasuryScript(name)] }
  }
  const owners = Array.from({ length: sharedBy }, () => pickScript(random))
  const edict = { id: OWN_RUNE, amount: 0n, output: sharedBy + 1 }
  return { runestone: { edicts: [edict], etching }, owners }
}

/** A rune for a live block. Its name may be taken. */
export function inventRune(random: Random): NewRune {
  const name = [random.pick(FIRST_WORDS), random.pick(SECOND_WORDS), random.pick(THIRD_WORDS)]
  const divisibility = random.pick([0, 0, 0, 2, 8, 18])
  const unit = 10n ** BigInt(divisibility)
  const hasTerms = random.chance(0.7)
  const cap = BigInt(random.pick([21, 100, 500, 1000, 21_000]))
  const terms = { amount: BigInt(random.pick([1, 10, 42, 100, 1000])) * unit, cap }
  const offsets = random.chance(0.3) ? { offsetEnd: BigInt(20 + random.below(200)) } : {}
  const premine = BigInt(random.pick([21_000, 100_000, 1_000_000])) * unit
  return {
    name: name.join('•'),
    etching: {
      ...(divisibility > 0 && { divisibility }),
      symbol: random.pick(SYMBOLS),
      ...(hasTerms && { terms: { ...terms, ...offsets } }),
      ...((!hasTerms || random.chance(0.3)) && { premine }),
      turbo: random.chance(0.3),
    },
  }
}

// Any three of them have 13 letters or more.
const FIRST_WORDS =
  'QUIET LUCKY BRAVE COSMIC ROYAL HIDDEN MIGHTY SLEEPY ANCIENT CURIOUS GENTLE JOLLY'.split(' ')
const SECOND_WORDS =
  'PURPLE CRYSTAL COPPER WINTER THUNDER VELVET MARBLE AMBER COTTON SILVER AUTUMN PAPER'.split(' ')
const THIRD_WORDS =
  'OTTER FALCON TURTLE WIZARD ROCKET GARDEN PEBBLE COMET LANTERN BADGER ISLAND TEAPOT'.split(' ')
const SYMBOLS = ['🦦', '🦅', '🐢', '🧙', '🚀', '🌱', '🪨', '☄', '⚡', '♞', 'ᚱ', '$', '🟧', '💎']
