import { type JsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import { BARE_HASH } from '../../contract/fields.ts'
import { SCHEMAS } from '../../contract/schemas.ts'
import type { HexPrefix } from '../activityWire.ts'

/** The contract's schemas as JSON Schemas of what this service sends, by name. */
export function jsonSchemas(hexPrefix: HexPrefix): Record<string, JsonSchema> {
  const schemas = toJsonSchemaDefs(SCHEMAS, {
    target: 'draft-2020-12',
    // How readers transform and check values has no JSON Schema: `describe` says what is sent.
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema, jsonSchema }) => narrow(valibotSchema.type, jsonSchema),
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  })
  if (hexPrefix === 'none') {
    for (const [field, pattern] of Object.entries(BARE_PATTERNS)) {
      Object.assign(schemas.RuneLocation.properties?.[field] ?? {}, { pattern })
    }
  }
  return schemas
}

const BARE_PATTERNS = {
  block_hash: BARE_HASH,
  tx_id: BARE_HASH,
  output: '^[0-9a-f]{64}:[0-9]+$',
}

/** Readers accept unknown fields, and other forms of a value than the one sent, which comes first. */
function narrow(type: string, jsonSchema: JsonSchema): JsonSchema | undefined {
  const [sent] = jsonSchema.anyOf ?? []
  if (type === 'union' && typeof sent === 'object') return sent
  if (type === 'object') return { ...jsonSchema, additionalProperties: false }
}
