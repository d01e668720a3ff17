import { type JsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import { ActivityPage, Rune, RuneActivity, RuneLocation } from '../../contract/activity.ts'
import {
  About,
  BlockTransactions,
  HeldBlock,
  Namesakes,
  Neighbours,
  Place,
  SearchHit,
  SearchResults,
  SharedBy,
} from '../../contract/directory.ts'
import { BARE_HASH } from '../../contract/fields.ts'
import { HealthLive, HealthReady, HealthUnavailable } from '../../contract/health.ts'
import { ProblemBody } from '../../contract/problems.ts'
import { Token, TokenAttribute, TokenLocalization, TokenMetadata } from '../../contract/token.ts'
import type { HexPrefix } from '../activityWire.ts'

/** The contract's schemas as JSON Schemas of what this service sends, by name. */
export function schemasFor(hexPrefix: HexPrefix): Record<string, JsonSchema> {
  const schemas = toJsonSchemaDefs(SCHEMAS, {
    target: 'draft-2020-12',
    // Transformations and custom checks of readers have no JSON Schema; metadata stands in for them.
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema, jsonSchema }) => narrow(valibotSchema.type, jsonSchema),
    overrideRef: ({ referenceId }) => refTo(referenceId),
  })
  if (hexPrefix === 'none') {
    for (const [field, pattern] of Object.entries(BARE_PATTERNS)) {
      Object.assign(schemas.RuneLocation.properties?.[field] ?? {}, { pattern })
    }
  }
  return schemas
}

export function refTo(name: string): string {
  return `#/components/schemas/${name}`
}

const SCHEMAS = {
  Token,
  TokenMetadata,
  TokenAttribute,
  TokenLocalization,
  ActivityPage,
  RuneActivity,
  Rune,
  RuneLocation,
  About,
  HeldBlock,
  SearchResults,
  SearchHit,
  Neighbours,
  BlockTransactions,
  Place,
  Namesakes,
  SharedBy,
  HealthLive,
  HealthReady,
  HealthUnavailable,
  Problem: ProblemBody,
}

const BARE_PATTERNS = {
  block_hash: BARE_HASH,
  tx_id: BARE_HASH,
  output: '^[0-9a-f]{64}:[0-9]+$',
}

/** Readers accept more than is sent: other forms of a value, after the one sent, and unknown fields. */
function narrow(type: string, jsonSchema: JsonSchema): JsonSchema | undefined {
  const [sent] = jsonSchema.anyOf ?? []
  if (type === 'union' && typeof sent === 'object') return sent
  if (type === 'object') return { ...jsonSchema, additionalProperties: false }
}
