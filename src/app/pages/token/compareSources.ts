import type { JsonValue } from '../../../contract/json.ts'
import type { Token } from '../../../contract/schemas/token.ts'
import { scaleAmount, trimDecimal } from '../../ui/numbers.tsx'

/** The properties that `compareSources` reads, where they are texts or numbers. */
export const COMPARED_PROPERTIES = ['symbol', 'decimals', 'total_supply']

/**
 * The values that both the contract and the metadata document can have. `token` must be in its default
 * locale: translations differ.
 */
export function compareSources(token: Token) {
  const { metadata, name, symbol, decimals, total_supply: raw } = token
  const { properties = {} } = metadata ?? {}
  const supply = scalarText(properties.total_supply)
  const sources: [field: string, onChain: string | undefined, inDocument: string | undefined][] = [
    ['Name', name, metadata?.name],
    ['Symbol', symbol, scalarText(properties.symbol)],
    ['Decimals', scalarText(decimals), scalarText(properties.decimals)],
    ['Supply', scaleAmount(raw, decimals) ?? raw, supply],
  ]
  return sources.map(([field, ...texts]) => {
    const [onChain, inDocument] = texts.map((text) => (text?.trim() ? text : undefined))
    const isSame = field === 'Supply' ? isSupply(supply, token) : onChain === inDocument
    const isDifferent = onChain !== undefined && inDocument !== undefined && !isSame
    return { field, onChain, inDocument, isDifferent }
  })
}

/** Documents do not say whether they count whole units or base units: both may match. */
function isSupply(text = '', { total_supply: raw = '', decimals }: Token): boolean {
  const digits = trimDecimal(text.replaceAll(',', ''))
  return digits === trimDecimal(raw) || digits === scaleAmount(raw, decimals)
}

export function scalarText(value: JsonValue | undefined): string | undefined {
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
  return isText ? String(value) : undefined
}
