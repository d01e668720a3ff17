import type { Etching } from '../../../contract/etching.ts'
import { parseDecimal } from '../../analysis/engine/decimal.ts'
import { runeBlock } from '../../links.ts'
import { formatDecimal, trimDecimal } from '../../ui/numbers.tsx'

type TermsOf = Pick<Etching, 'id' | 'divisibility' | 'mint_terms' | 'location' | 'cenotaph'>

/** The mint terms as a sentence or two; undefined if they are unknown. */
export function describeTerms(rune: TermsOf, language: string): string | undefined {
  const { mint_terms: terms, cenotaph } = rune
  if (cenotaph) return 'This rune cannot be minted: it is a cenotaph.'
  if (terms === undefined) return
  if (!hasTerms(rune)) return 'This rune cannot be minted: its etching has no mint terms.'
  const amount =
    terms.amount === undefined || terms.amount === null
      ? 'A mint creates nothing, because the etching sets no amount.'
      : `Each mint creates ${formatDecimal(trimDecimal(terms.amount), language)}.`
  const cap = mintCap(rune)
  const limit = cap && `At most ${formatDecimal(cap, language)} ${cap === '1' ? 'mint' : 'mints'}`
  const blocks = describeBlocks(rune, language)
  if (limit === undefined && blocks === undefined)
    return `${amount} Minting has no cap, no start and no end.`
  if (limit === undefined) return `${amount} Mints are possible ${blocks}.`
  return `${amount} ${[limit, blocks].filter(Boolean).join(', ')}.`
}

type Now = {
  language: string
  /** The height of the newest block, if it is known. */
  tip: number | undefined
}

/**
 * Whether the block after the newest indexed one can have mints, or why not; undefined for a rune without
 * mint terms. `mintable` counts the end as a block with mints, as in the retired API; the protocol does not.
 */
export function describeMintability(
  rune: Etching,
  { language, tip }: Now,
): { text: string; isMintable: boolean } | undefined {
  const { supply } = rune
  if (rune.cenotaph || !hasTerms(rune)) return
  if (supply?.mintable === undefined) return { text: 'Number of mints unknown', isMintable: false }
  const why = whyNotMintable(rune, { language, tip })
  if (why !== undefined) return { text: why, isMintable: false }
  const isMintable = supply.mintable
  return {
    text: (isMintable ? 'Mintable' : 'Not mintable') + asOf(rune, { language, tip }),
    isMintable,
  }
}

/** " as of block 840,059". Nothing for a sample, which is etched after the newest block. */
function asOf({ id }: TermsOf, { language, tip }: Now): string {
  if (tip === undefined || tip < (runeBlock(id) ?? 0)) return ''
  return ` as of block ${formatDecimal(String(tip), language)}`
}

/** The mint term that ends mints or has not started them. */
function whyNotMintable(rune: Etching, { language, tip }: Now): string | undefined {
  const { supply } = rune
  const cap = mintCap(rune)
  if (cap !== undefined && BigInt(supply?.total_mints ?? '0') >= BigInt(cap)) return 'Fully minted'
  const { start, end } = mintBlocks(rune)
  const name = (height: number) => `block ${formatDecimal(String(height), language)}`
  if (end !== undefined && tip === end - 1) return `Minting ends at ${name(end)}`
  if (end !== undefined && tip !== undefined && tip >= end) return `Minting ended at ${name(end)}`
  if (!supply?.mintable && start !== undefined && tip !== undefined && tip < start) {
    return `Minting starts at ${name(start)}`
  }
}

/** The largest number of mints as digits; undefined if it is not limited. */
export function mintCap({ divisibility, mint_terms }: TermsOf): string | undefined {
  // The service also applies the divisibility to this count.
  const cap = parseDecimal(mint_terms?.cap ?? '')
  if (cap === undefined) return
  const missing = Math.min(divisibility ?? cap.places, MAX_DIVISIBILITY) - cap.places
  return String(missing < 0 ? cap.units : cap.units * 10n ** BigInt(missing))
}

const MAX_DIVISIBILITY = 38

function hasTerms({ mint_terms }: TermsOf): boolean {
  return Object.values(mint_terms ?? {}).some((value) => value !== undefined && value !== null)
}

/** "from block 840,000 on, but before block 1,050,000" */
function describeBlocks(rune: TermsOf, language: string): string | undefined {
  const { start, end } = mintBlocks(rune)
  const name = (height: number) => `block ${formatDecimal(String(height), language)}`
  if (start !== undefined && end !== undefined)
    return `from ${name(start)} on, but before ${name(end)}`
  if (start !== undefined) return `from ${name(start)} on`
  return end === undefined ? undefined : `before ${name(end)}`
}

/**
 * The first block with mints and the first without. Heights and offsets both apply: the later start and
 * the earlier end.
 */
function mintBlocks({ id, mint_terms, location }: TermsOf) {
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
