import type { RuneSummary } from '../../../contract/schemas/rune.ts'
import { capOf } from '../../runes/MintStatus.tsx'
import { formatDecimal, trimDecimal } from '../../ui/numbers.tsx'

/** Some etchings set the largest possible cap. No number of mints comes near such a one. */
export function isEndless(cap: bigint): boolean {
  return cap >= 10n ** 15n
}

/** Whether its terms end before they begin, or before it was etched. */
export function isNeverOpen(rune: RuneSummary): boolean {
  return rune.mint_state === 'unmintable' && (capOf(rune) ?? 0n) > 0n
}

/** Whether the rune can be minted, and how often, in a sentence. */
export function mintSentence(rune: RuneSummary, language: string): string {
  const { mint_state, mint_start, mint_end, mints_left = '0', cenotaph, is_older } = rune
  const number = (value: bigint | number | string) => formatDecimal(String(value), language)
  const cap = capOf(rune) ?? 0n
  // Of an older rune, the index does not know all mints.
  const left =
    is_older || isEndless(cap) ? '' : `, and ${number(mints_left)} of ${number(cap)} mints are left`
  const before = mint_end === undefined ? '' : `, before block ${number(mint_end)}`
  switch (mint_state) {
    case 'unmintable':
      if (isNeverOpen(rune)) {
        return 'It can never be minted, because its terms end before they begin.'
      }
      return cenotaph ? 'It can never be minted.' : 'Its etching allows no mints.'
    case 'upcoming':
      return `It can be minted from block ${number(mint_start ?? 0)} on${before}.`
    case 'mintable':
      return `Each mint creates ${amountOf(rune, language)}${before}${left}.`
    case 'minted-out':
      return cap === 1n ? 'Its only mint is used.' : `All ${number(cap)} mints are used.`
    case 'ended':
      return `It could be minted before block ${number(mint_end ?? 0)}${left.replace('are left', 'were not used')}.`
  }
}

function amountOf({ mint_terms }: RuneSummary, language: string): string {
  const { amount } = mint_terms ?? {}
  return amount ? formatDecimal(trimDecimal(amount), language) : 'nothing'
}
