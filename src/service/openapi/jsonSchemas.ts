import { type JsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import { BARE_HASH } from '../../contract/fieldSchemas.ts'
import { SCHEMAS } from '../../contract/schemas.ts'
import type { HexPrefix } from '../activityToWire.ts'

/** The contract's schemas as JSON Schemas, by name. They describe what this service sends. */
export function jsonSchemas(hexPrefix: HexPrefix): Record<string, JsonSchema> {
  const schemas = toJsonSchemaDefs(SCHEMAS, {
    target: 'draft-2020-12',
    // Transformations and checks have no JSON Schema. `describe` adds what they leave out.
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema, jsonSchema }) => narrow(valibotSchema.type, jsonSchema),
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  })
  if (hexPrefix === 'none') {
    for (const { properties = {} } of [schemas.RuneLocation, schemas.EtchingLocation]) {
      for (const [field, pattern] of Object.entries(BARE_PATTERNS)) {
        Object.assign(properties[field] ?? {}, { pattern })
      }
    }
  }
  return schemas
}

const BARE_PATTERNS = {
  block_hash: BARE_HASH,
  tx_id: BARE_HASH,
  output: '^[0-9a-f]{64}:[0-9]+$',
}

/** Narrows a schema to what is sent: no unknown fields, and only the first option of a union. */
function narrow(type: string, jsonSchema: JsonSchema): JsonSchema | undefined {
  const [sent] = jsonSchema.anyOf ?? []
  if (type === 'union' && typeof sent === 'object') return sent
  if (type === 'object') return { ...jsonSchema, additionalProperties: false }
}
