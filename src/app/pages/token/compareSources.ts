import type { JsonValue } from '../../../contract/json.ts'
import type { Token } from '../../../contract/token.ts'
import { scale, trimDecimal } from '../../ui/scaleAmount.ts'

/** One value in the contract and in the metadata document, and how the two compare. */
export type Comparison = {
  field: string
  verdict: 'same' | 'different' | 'one side'
  onChain: string | undefined
  inDocument: string | undefined
  note: string
}

/** Compares the values that both can have. `token` must be in its default locale: translations differ. */
export function compareSources(token: Token): Comparison[] {
  const { metadata, name, symbol, decimals } = token
  if (metadata === undefined) return []
  const { properties } = metadata
  return [
    compareTexts('Name', name, metadata.name || undefined),
    compareTexts('Symbol', symbol, textOf(properties.symbol)),
    compareTexts('Decimals', textOf(decimals), textOf(properties.decimals)),
    compareSupplies(token, textOf(properties.total_supply)),
  ]
    .filter(({ onChain, inDocument }) => (onChain ?? inDocument) !== undefined)
    .filter(({ inDocument, field }) => inDocument !== undefined || EXPECTED.includes(field))
}

// Readers expect these values in every document, so their absence is shown, too.
const EXPECTED = ['Name', 'Total supply']

function compareTexts(
  field: string,
  onChain: string | undefined,
  inDocument: string | undefined,
): Comparison {
  const verdict = verdictOf(onChain, inDocument, onChain === inDocument)
  const note = {
    same: 'Both agree.',
    different: 'They differ.',
    'one side': oneSided(onChain),
  }
  return { field, verdict, onChain, inDocument, note: note[verdict] }
}

/** Documents do not say whether they count whole units or the smallest ones: both may match. */
function compareSupplies(
  { total_supply: raw, decimals }: Token,
  inDocument: string | undefined,
): Comparison {
  const digits = inDocument && plainDigits(inDocument)
  const isRaw = digits !== undefined && raw !== undefined && digits === trimDecimal(raw)
  const isWhole = digits !== undefined && digits === scale(raw, decimals)
  const verdict = verdictOf(raw, inDocument, isRaw || isWhole)
  return {
    field: 'Total supply',
    verdict,
    onChain: scale(raw, decimals) ?? raw,
    inDocument,
    note: note(),
  }

  function note(): string {
    if (verdict === 'one side') return oneSided(raw)
    if (isRaw && isWhole) return 'Both agree.'
    if (isRaw) return 'Both agree: the metadata is in the smallest unit.'
    if (isWhole) return 'Both agree: the metadata is in whole units.'
    if (digits === undefined) return 'The value in the metadata is not a plain number.'
    return 'They differ, whether the metadata is in whole units or in the smallest unit. Tokens may have been minted or burned since the metadata was written.'
  }
}

function verdictOf(
  onChain: string | undefined,
  inDocument: string | undefined,
  isSame: boolean,
): Comparison['verdict'] {
  if (onChain === undefined || inDocument === undefined) return 'one side'
  return isSame ? 'same' : 'different'
}

function oneSided(onChain: string | undefined): string {
  return onChain === undefined ? 'Only in the metadata.' : 'Not in the metadata.'
}

/** "1,000,000.50" as "1000000.5"; undefined if it is not a plain number. */
function plainDigits(text: string): string | undefined {
  const digits = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text
  return /^\d+(\.\d+)?$/.test(digits) ? trimDecimal(digits) : undefined
}

function textOf(value: JsonValue | undefined): string | undefined {
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
  return isText ? String(value) : undefined
}
