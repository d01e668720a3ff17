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
import { decimal, integer, requiredInteger, text } from '../../contract/fields.ts'
import { ProblemBody } from '../../contract/problems.ts'
import { Token, TokenAttribute, TokenLocalization, TokenMetadata } from '../../contract/token.ts'
import type { HexPrefix } from '../activityWire.ts'
import { refTo, wordsFor } from './wireWords.ts'

/**
 * What goes over the wire, as JSON Schemas by name: the contract's schemas, in which readers take
 * whatever they can understand, narrowed to what this service sends.
 */
export function wireSchemas(hexPrefix: HexPrefix): Record<string, JsonSchema> {
  const schemas: Record<string, JsonSchema> = toJsonSchemaDefs(CONTRACT, {
    target: 'draft-2020-12',
    // Readers transform what comes: their input is the wire.
    typeMode: 'input',
    // How readers recognise digits; what is sent stands in the words.
    ignoreActions: ['regex', 'check'],
    overrideSchema: ({ valibotSchema, jsonSchema }) => narrow(valibotSchema, jsonSchema),
    overrideRef: ({ referenceId }) => refTo(referenceId),
  })
  const named: [string, Words][] = Object.entries(wordsFor(hexPrefix))
  return Object.fromEntries(
    named.map(([name, wordsOfIt]) => [name, addWords(schemas[name] ?? {}, wordsOfIt)]),
  )
}

/** The contract's schemas by the names that the document gives them. */
export const CONTRACT = {
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
  TokenProblem: ProblemBody,
}

/** What the contract's tolerant readers are on the wire. */
const WIRE = new Map<unknown, JsonSchema>([
  [text, { type: 'string' }],
  [integer, { type: 'integer' }],
  [requiredInteger.pipe[0], { type: 'integer' }],
  [decimal, { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?$' }],
])

function narrow(schema: { type: string }, converted: JsonSchema): JsonSchema | undefined {
  // The directory's numbers are heights, places, times and counts.
  if (schema.type === 'number') return { type: 'integer', minimum: 0 }
  // Any JSON.
  if (schema.type === 'custom') return {}
  // A form in which readers take texts, too.
  if (schema.type === 'bigint') return { type: 'integer' }
  if (schema.type === 'object') return { ...converted, additionalProperties: false }
  return WIRE.get(schema)
}

type Words = {
  description: string
  /** What is never missing, where the contract's readers do without. */
  always?: readonly string[]
  fields: Record<string, JsonSchema>
}

function addWords({ properties, ...schema }: JsonSchema, words: Words): JsonSchema {
  const described = Object.entries(properties ?? {}).map(([name, property]) => [
    name,
    typeof property === 'object' ? { ...property, ...words.fields[name] } : property,
  ])
  return {
    ...schema,
    description: words.description,
    required: [...(words.always ?? schema.required ?? [])],
    properties: Object.fromEntries(described),
  }
}
