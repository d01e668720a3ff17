import type { Etching } from '../contract/etching.ts'
import { runeBlock } from './links.ts'
import { formatDecimal } from './ui/numbers.tsx'

export type RuneTerms = Pick<
  Etching,
  'id' | 'divisibility' | 'mint_terms' | 'location' | 'cenotaph'
>

export type Now = {
  language: string
  /** The height of the newest block, if it is known. */
  tip: number | undefined
}

/** The mint term that ends mints or has not started them: "fully minted". */
export function whyNotMintable(
  rune: RuneTerms & Pick<Etching, 'supply'>,
  { language, tip }: Now,
): string | undefined {
  const { supply } = rune
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

/** The largest number of mints as digits; undefined if it is not limited. */
export function mintCap({ divisibility = 0, mint_terms }: RuneTerms): string | undefined {
  const [, integer, fraction = ''] = DECIMAL.exec(mint_terms?.cap ?? '') ?? []
  if (integer === undefined) return
  // The service also applies the divisibility to this count.
  return String(BigInt(integer + fraction.padEnd(Math.min(divisibility, MAX_DIVISIBILITY), '0')))
}

const MAX_DIVISIBILITY = 38
const DECIMAL = /^([0-9]{1,40})(?:\.([0-9]{1,40}))?$/

/**
 * The first block with mints and the first without. Heights and offsets both apply: the later start and
 * the earlier end.
 */
export function mintBlocks({ id, mint_terms, location }: RuneTerms) {
  const etched = location?.block_height ?? runeBlock(id)
  const heights = (height: number | null | undefined, offset: number | null | undefined) => [
    ...(typeof height === 'number' ? [height] : []),
    ...(typeof offset === 'number' && etched !== undefined ? [etched + offset] : []),
  ]
  const starts = heights(mint_terms?.height_start, mint_terms?.offset_start)
  const ends = heights(mint_terms?.height_end, mint_terms?.offset_end)
  return {
    start: starts.length === 0 ? undefined : Math.max(...starts),
    end: ends.length === 0 ? undefined : Math.min(...ends),
  }
}
