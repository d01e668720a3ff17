import type { JsonValue } from '../../../contract/json.ts'
import type { Token } from '../../../contract/schemas/token.ts'
import { scaleAmount, trimDecimal } from '../../ui/numbers.tsx'

/** One value in the contract and in the metadata document. */
export type Comparison = {
  field: 'Name' | 'Symbol' | 'Decimals' | 'Supply'
  onChain: string | undefined
  inDocument: string | undefined
  isDifferent: boolean
}

/** The properties that `compareSources` reads, where they are texts or numbers. */
export const COMPARED_PROPERTIES = ['symbol', 'decimals', 'total_supply']

/** Compares the values that both can have. `token` must be in its default locale: translations differ. */
export function compareSources(token: Token): Comparison[] {
  const { metadata, name, symbol, decimals, total_supply: raw } = token
  const { properties = {} } = metadata ?? {}
  const supply = textOf(properties.total_supply)
  const comparisons = [
    compare('Name', name, metadata?.name),
    compare('Symbol', symbol, textOf(properties.symbol)),
    compare('Decimals', textOf(decimals), textOf(properties.decimals)),
    {
      ...compare('Supply', scaleAmount(raw, decimals) ?? raw, supply),
      isDifferent: supply !== undefined && raw !== undefined && !isSupply(supply, token),
    },
  ]
  return comparisons.filter(({ onChain, inDocument }) => (onChain ?? inDocument) !== undefined)
}

function compare(
  field: Comparison['field'],
  onChain: string | undefined,
  inDocument: string | undefined,
): Comparison {
  const [chain, document] = [onChain, inDocument].map((text) => (text?.trim() ? text : undefined))
  const isDifferent = chain !== undefined && document !== undefined && chain !== document
  return { field, onChain: chain, inDocument: document, isDifferent }
}

/** Documents do not say whether they count whole units or base units: both may match. */
function isSupply(text: string, { total_supply: raw = '', decimals }: Token): boolean {
  const digits = plainDigits(text)
  return (
    digits !== undefined && (digits === trimDecimal(raw) || digits === scaleAmount(raw, decimals))
  )
}

/** "1,000,000.50" as "1000000.5"; undefined if it is not a plain number. */
function plainDigits(text: string): string | undefined {
  const digits = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text
  return /^\d+(\.\d+)?$/.test(digits) ? trimDecimal(digits) : undefined
}

export function textOf(value: JsonValue | undefined): string | undefined {
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
  return isText ? String(value) : undefined
}
