import type { Etching } from '../../../contract/etching.ts'
import { runeBlock } from '../../links.ts'
import { capitalise } from '../../ui/capitalise.ts'
import { formatDecimal, trimDecimal } from '../../ui/numbers.tsx'
import {
  type Context,
  hasTerms,
  mintBlocks,
  mintCap,
  type RuneTerms,
  whyNotMintable,
} from '../../whyNotMintable.ts'

/** The mint terms as a sentence or two; undefined if they are unknown. */
export function describeTerms(rune: RuneTerms, language: string): string | undefined {
  const { mint_terms: terms, cenotaph } = rune
  if (cenotaph) return 'This rune cannot be minted: it was etched in a cenotaph.'
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
    return `${amount} Minting has no cap, no start block and no end block.`
  if (limit === undefined) return `${amount} Mints are possible ${blocks}, without a cap.`
  return `${amount} ${[limit, blocks].filter(Boolean).join(', ')}.`
}

/**
 * Whether the block after the newest indexed one can have mints, or why not; undefined for a rune without
 * mint terms. `mintable` counts the end as a block with mints, as in the retired API; the protocol does not.
 */
export function describeMintability(
  rune: Etching,
  { language, tip }: Context,
): { text: string; isMintable: boolean } | undefined {
  const { supply } = rune
  if (rune.cenotaph || !hasTerms(rune)) return
  if (supply?.mintable === undefined) return { text: 'Number of mints unknown', isMintable: false }
  const why = whyNotMintable(rune, { language, tip })
  if (why !== undefined) return { text: capitalise(why), isMintable: false }
  const isMintable = supply.mintable
  const now = isIndexed(rune, tip) ? ' now' : ''
  return { text: `${isMintable ? 'Mintable' : 'Not mintable'}${now}`, isMintable }
}

/** A sample is etched after the newest block. */
function isIndexed({ id }: RuneTerms, tip: number | undefined): boolean {
  return tip !== undefined && tip >= (runeBlock(id) ?? 0)
}

/** "from block 840,000 on, but before block 1,050,000" */
function describeBlocks(rune: RuneTerms, language: string): string | undefined {
  const { start, end } = mintBlocks(rune)
  const name = (height: number) => `block ${formatDecimal(String(height), language)}`
  if (start !== undefined && end !== undefined)
    return `from ${name(start)} on, but before ${name(end)}`
  if (start !== undefined) return `from ${name(start)} on`
  return end === undefined ? undefined : `before ${name(end)}`
}
