import { OPERATIONS } from './activity.ts'
import { PRINCIPAL } from './identifiers.ts'
import { DEFAULT_PAGING, MAX_LIMIT, PAGING_RULES } from './paging.ts'
import type { Problem } from './problems.ts'
import type { SchemaName } from './schemas.ts'

/** An endpoint as `/openapi.json` and the explorer's API page describe it. */
export type Endpoint = {
  /** The name of the path in PATHS or DIRECTORY_PATHS; the operation id in `/openapi.json`. */
  name: string
  group: 'contract' | 'directory' | 'operations'
  title: string
  description: string
  /** A route pattern: `/blocks/:height`. */
  path: string
  parameters: readonly Parameter[]
  /** The schema of a 200 response, or `text` for plain text. */
  response: SchemaName | 'text'
  /** Its problems besides the common ones, each with a path that always causes it, if there is one. */
  problems: readonly { problem: Problem; response?: SchemaName; example?: string }[]
  /** A path with real data. */
  example: string
  /** The example as a call of `client`. */
  typescript?: string
}

export type Parameter = {
  name: string
  in: 'path' | 'query'
  description: string
  /** What is accepted, as JSON Schema. */
  schema: { type: 'string' | 'integer'; [keyword: string]: unknown }
}

/** Fills in the parameters of a route pattern in their order. */
export function at(pattern: string, ...values: string[]): string {
  const rest = [...values]
  return pattern.replace(/:\w+/g, (parameter) => rest.shift() ?? parameter)
}

export function pagingParameters(things: string): readonly Parameter[] {
  return [
    {
      name: 'offset',
      in: 'query',
      description: `The number of ${things} to skip; ${DEFAULT_PAGING.offset} by default.`,
      schema: pagingSchema('offset'),
    },
    {
      name: 'limit',
      in: 'query',
      description: `The number of ${things} to send, 1 to ${MAX_LIMIT}; ${DEFAULT_PAGING.limit} by default.`,
      schema: pagingSchema('limit'),
    },
  ]
}

export const OPERATION_PARAMETER: Parameter = {
  name: 'operation_type',
  in: 'query',
  description:
    'Sends only the records with this operation: etching, mint, burn, send or receive. total counts those.',
  schema: { type: 'string', enum: OPERATIONS },
}

// Hashes are accepted in upper and lower case. JSON Schema patterns have no flag for that.
export const HASH_PATTERN = '^(0[xX])?[0-9a-fA-F]{64}$'

export const PRINCIPAL_PARAMETER: Parameter = {
  name: 'principal',
  in: 'path',
  description: 'The contract principal of the token: address, dot, contract name.',
  schema: { type: 'string', pattern: PRINCIPAL.source },
}

export const TRANSACTION_PARAMETER: Parameter = {
  name: 'tx_id',
  in: 'path',
  description:
    'A Bitcoin transaction: 64 hexadecimal digits, with or without 0x, in upper or lower case.',
  schema: { type: 'string', pattern: HASH_PATTERN },
}

function pagingSchema(name: 'offset' | 'limit'): Parameter['schema'] {
  const { min, max } = PAGING_RULES[name]
  return { type: 'integer', minimum: min, maximum: max, default: DEFAULT_PAGING[name] }
}
