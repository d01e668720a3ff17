import type { Etching } from '../../../contract/etching.ts'
import { parseDecimal } from '../../analysis/engine/decimal.ts'
import { runeBlock } from '../../links.ts'
import { formatDecimal, trimDecimal } from '../../ui/numbers.tsx'

type TermsOf = Pick<Etching, 'id' | 'divisibility' | 'mint_terms' | 'location'>

/** The mint terms as a sentence or two; undefined if they are unknown. */
export function describeTerms(rune: TermsOf, language: string): string | undefined {
  const { mint_terms: terms } = rune
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
    return `${amount} The number of mints is not limited.`
  return `${amount} ${[limit ?? 'Mints are possible', blocks].filter(Boolean).join(', ')}.`
}

type Now = {
  language: string
  /** The height of the newest block, if it is known. */
  tip: number | undefined
}

/**
 * Whether the next block can have mints, or why not; undefined if that is unknown. `mintable` counts the
 * end as a block with mints, as in the retired API; the protocol does not.
 */
export function describeMintability(rune: Etching, { language, tip }: Now): string | undefined {
  const { supply } = rune
  if (supply?.mintable === undefined || !hasTerms(rune)) return
  const cap = mintCap(rune)
  if (cap !== undefined && BigInt(supply.total_mints ?? '0') >= BigInt(cap)) return 'Fully minted'
  const { start, end } = mintBlocks(rune)
  const name = (height: number) => `block ${formatDecimal(String(height), language)}`
  if (end !== undefined && tip === end - 1) return `Minting ends at ${name(end)}`
  if (end !== undefined && tip !== undefined && tip >= end) return `Minting ended at ${name(end)}`
  if (supply.mintable) return CAN_BE_MINTED
  return start !== undefined && tip !== undefined && tip < start
    ? `Minting starts at ${name(start)}`
    : 'Cannot be minted now'
}

export const CAN_BE_MINTED = 'Can be minted now'

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

/** "from block 840,000 and before block 1,050,000" */
function describeBlocks(rune: TermsOf, language: string): string | undefined {
  const { start, end } = mintBlocks(rune)
  const name = (height: number) => `block ${formatDecimal(String(height), language)}`
  if (start !== undefined && end !== undefined) return `from ${name(start)} and before ${name(end)}`
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
