import type { JsonSchema } from '@valibot/to-json-schema'
import type { Parameter } from '../../contract/endpoints.ts'
import { HASH, HEIGHT, PRINCIPAL } from '../../contract/identifiers.ts'
import { DEFAULT_PAGING, PAGING_RULES } from '../../contract/paging.ts'

// The patterns of JSON Schema know no flags: here both cases are named.
const ANY_CASE_HASH = HASH.source.replace('0x', '0[xX]').replace('a-f', 'a-fA-F')

/** What each parameter accepts, by the contract's own rules. */
export const PARAMETER_SCHEMAS: Record<Parameter['name'], JsonSchema> = {
  principal: { type: 'string', pattern: PRINCIPAL.source },
  tx_id: { type: 'string', pattern: ANY_CASE_HASH },
  block: { type: 'string', anyOf: [{ pattern: HEIGHT.source }, { pattern: ANY_CASE_HASH }] },
  height: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  locale: { type: 'string' },
  offset: paging('offset'),
  limit: paging('limit'),
  q: { type: 'string', default: '' },
}

function paging(name: 'offset' | 'limit'): JsonSchema {
  const { min, max } = PAGING_RULES[name]
  return { type: 'integer', minimum: min, maximum: max, default: DEFAULT_PAGING[name] }
}
