import type { Etching } from '../contract/etching.ts'
import { runeBlock } from './links.ts'
import { formatDecimal } from './ui/numbers.tsx'

export type RuneTerms = Pick<
  Etching,
  'id' | 'divisibility' | 'mint_terms' | 'location' | 'cenotaph'
>

export type Context = {
  language: string
  /** The height of the newest block, if it is known. */
  tip: number | undefined
}

/** The rune that the protocol itself defines. */
export const FIRST_RUNE = '1:0'

/** Why mints are not possible: "fully minted". Undefined if no reason is known. */
export function whyNotMintable(
  rune: RuneTerms & Pick<Etching, 'supply'>,
  { language, tip }: Context,
): string | undefined {
  const { supply } = rune
  if (rune.cenotaph) return 'cenotaph'
  if (rune.mint_terms !== undefined && !hasTerms(rune)) return 'no mint terms'
  const cap = mintCap(rune)
  if (cap !== undefined && BigInt(supply?.total_mints ?? '0') >= BigInt(cap)) return 'fully minted'
  const { start, end } = mintBlocks(rune)
  const name = (height: number) => `block ${formatDecimal(String(height), language)}`
  if (end !== undefined && tip === end - 1) return `minting ends at ${name(end)}`
  if (end !== undefined && tip !== undefined && tip >= end) return `minting ended at ${name(end)}`
  if (!supply?.mintable && start !== undefined && tip !== undefined && tip < start) {
    return `minting starts at ${name(start)}`
  }
}

export function hasTerms({ mint_terms }: RuneTerms): boolean {
  return Object.values(mint_terms ?? {}).some((value) => value !== undefined && value !== null)
}

/** The largest number of mints as digits; undefined if there is no cap, or one that cannot be reached. */
export function mintCap({ divisibility = 0, mint_terms }: RuneTerms): string | undefined {
  const [, integer, fraction = ''] = DECIMAL.exec(mint_terms?.cap ?? '') ?? []
  if (integer === undefined) return
  // The service also applies the divisibility to this count.
  const cap = BigInt(integer + fraction.padEnd(Math.min(divisibility, MAX_DIVISIBILITY), '0'))
  return cap === U128_MAX ? undefined : String(cap)
}

const MAX_DIVISIBILITY = 38
/** The cap of the first rune. */
const U128_MAX = 2n ** 128n - 1n
const DECIMAL = /^([0-9]{1,40})(?:\.([0-9]{1,40}))?$/

/**
 * The first block with mints, if that is after the etching, and the first without. Heights and offsets
 * both apply: the later start and the earlier end.
 */
export function mintBlocks({ id, mint_terms, location }: RuneTerms) {
  const etched = location?.block_height ?? runeBlock(id)
  const heights = (height: number | null | undefined, offset: number | null | undefined) => [
    ...(typeof height === 'number' ? [height] : []),
    ...(typeof offset === 'number' && etched !== undefined ? [etched + offset] : []),
  ]
  const starts = heights(mint_terms?.height_start, mint_terms?.offset_start).filter(
    (start) => start > (etched ?? 0),
  )
  const ends = heights(mint_terms?.height_end, mint_terms?.offset_end)
  return {
    start: starts.length === 0 ? undefined : Math.max(...starts),
    end: ends.length === 0 ? undefined : Math.min(...ends),
  }
}
