import type { JsonValue } from '../../../contract/json.ts'
import type { Token } from '../../../contract/token.ts'
import { scale, trimDecimal } from './scale.ts'

/** What the contract and its metadata document say of one thing, and what to think of it. */
export type Comparison = {
  field: string
  verdict: 'same' | 'different' | 'one side'
  onChain: string | undefined
  inDocument: string | undefined
  note: string
}

/** Compares what both can say. `token` is in its default locale: a translated name is no other name. */
export function compareSources(token: Token): Comparison[] {
  const { metadata, name, symbol, decimals, description } = token
  if (metadata === undefined) return []
  const { properties } = metadata
  return [
    compareTexts('Name', name, metadata.name || undefined),
    compareTexts('Symbol', symbol, textOf(properties.symbol)),
    compareTexts('Decimals', textOf(decimals), textOf(properties.decimals)),
    compareSupplies(token, textOf(properties.total_supply)),
    compareTexts('Description', description, metadata.description || undefined),
  ]
    .filter(({ onChain, inDocument }) => (onChain ?? inDocument) !== undefined)
    .filter(({ inDocument, field }) => inDocument !== undefined || EXPECTED.includes(field))
}

// What a reader expects both to say; of the rest documents need not speak.
const EXPECTED = ['Name', 'Total supply']

function compareTexts(
  field: string,
  onChain: string | undefined,
  inDocument: string | undefined,
): Comparison {
  const verdict = verdictOf(onChain, inDocument, onChain === inDocument)
  const note = {
    same: 'Both say the same.',
    different: 'They differ.',
    'one side': oneSided(onChain),
  }
  return { field, verdict, onChain, inDocument, note: note[verdict] }
}

/** Documents do not say in which units they count: whole ones and the smallest are both believed. */
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
    if (isRaw && isWhole) return 'Both say the same.'
    if (isRaw) return 'Both say the same: the document counts the smallest units.'
    if (isWhole) return 'Both say the same: the document counts whole units.'
    if (digits === undefined) return 'What the document says is no plain number.'
    return 'They differ, whether the document counts whole units or the smallest ones. Tokens that were minted or burned since it was written would explain that.'
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
  return onChain === undefined ? 'Only the document says it.' : 'The document does not say it.'
}

/** "1,000,000.50" as "1000000.5"; undefined for what is no plain number. */
function plainDigits(text: string): string | undefined {
  const digits = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text
  return /^\d+(\.\d+)?$/.test(digits) ? trimDecimal(digits) : undefined
}

function textOf(value: JsonValue | undefined): string | undefined {
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
  return isText ? String(value) : undefined
}
