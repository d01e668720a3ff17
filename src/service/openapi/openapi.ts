import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import type { Hono } from 'hono'
import { parse } from 'lossless-json'
import * as v from 'valibot'
import {
  type Endpoint,
  exampleOf,
  GROUPS,
  groupOf,
  isInPath,
  isRequired,
  metadataOf,
  pathWith,
  problemsOf,
} from '../../contract/endpoint.ts'
import { DECODE, ENDPOINTS, OPENAPI_PATH } from '../../contract/endpoints.ts'
import { readNumber } from '../../contract/json.ts'
import { PROBLEMS, type Problem } from '../../contract/problems.ts'
import { BARE_HASH, PREFIXED_HASH } from '../../contract/schemas/fields.ts'
import { BARE_PROBLEMS } from '../http/httpProblem.ts'
import { jsonResponse } from '../http/jsonResponse.ts'
import type { Service } from '../service.ts'

/** The API as OpenAPI 3.1. Its examples are current responses; those without data are left out. */
export function openApiRoutes(data: Hono, service: Service): void {
  const request = (path: string) => data.request(path)
  const { cache, version, settings } = service
  data.get(
    OPENAPI_PATH,
    cache.cached(
      () => OPENAPI_PATH,
      async () => {
        const paths = Object.entries(ENDPOINTS).map(async ([name, endpoint]) => {
          const operation = await describeOperation(name, endpoint, request)
          const post = endpoint.path === DECODE.path ? { post: describePost(DECODE) } : {}
          return [endpoint.path.replace(/:(\w+)/g, '{$1}'), { get: operation, ...post }]
        })
        return jsonResponse(
          {
            openapi: '3.1.1',
            info: {
              title: 'Cairn',
              version,
              description: ABOUT,
              license: { name: 'MIT', identifier: 'MIT' },
            },
            servers: [{ url: settings.PUBLIC_URL ?? '/' }],
            security: [],
            tags: Object.entries(GROUPS).map(([name, description]) => ({ name, description })),
            paths: Object.fromEntries(await Promise.all(paths)),
          },
          'tokens',
          'tip',
        )
      },
    ),
  )
}

const ABOUT =
  'SIP-010 token metadata on Stacks and rune activity on Bitcoin, with exact amounts. ' +
  'Read-only, without an API key, open to pages of any origin. ' +
  'Missing values are left out, never null, except in mint_terms. Amounts are strings of decimal digits. ' +
  'Lists can be exported as CSV or JSON lines: with the suffix .csv or .ndjson. ' +
  'Paths under /runes/v1 and /metadata/v1 are also served under /compat/runes/v1 and /compat/metadata/v1, in the exact form of the servers that had them first: hashes without 0x, and output as <tx_id>:<vout>.'

type ReadPath = (path: string) => Response | Promise<Response>

async function describeOperation(operationId: string, endpoint: Endpoint, request: ReadPath) {
  const { path, title, description, reply } = endpoint
  const group = groupOf(path)
  const value = await readExample(pathWith(endpoint, exampleOf(endpoint)), request)
  const isOperation = group === 'Operations'
  return {
    operationId,
    tags: [group],
    summary: title,
    description,
    parameters: describeParameters(endpoint),
    responses: {
      200: {
        description: 'Success.',
        content: {
          'application/json': {
            schema: toSchema(reply, hasBareHashes(endpoint)),
            example: value,
          },
        },
      },
      ...(isOperation ? {} : { 304: { description: 'The ETag in If-None-Match still matches.' } }),
      ...describeProblems(problemsOf(endpoint)),
    },
  }
}

function describeParameters({ path, parameters, exclusive }: Endpoint) {
  const described = Object.entries(parameters).map(([name, schema]) => {
    const { description, schema: jsonSchema } = metadataOf(schema)
    const place = isInPath(path, name) ? 'path' : 'query'
    const withDefault = { ...Object(jsonSchema), default: v.getDefault(schema) }
    return { name, in: place, required: isRequired(schema), description, schema: withDefault }
  })
  const [one, other] = (exclusive ?? []).map((name) => described.find((it) => it.name === name))
  if (one === undefined || other === undefined) return described
  return [...described.filter((it) => it !== one && it !== other), either(one, other)]
}

type Described = { name: string; description: unknown; schema: { default: unknown } }

/**
 * What two parameters exclude can be said only of the properties of one. With `explode`, a query has each property as
 * a parameter of its own.
 */
function either(one: Described, other: Described) {
  const variant = (properties: Record<string, object>, required: string[] = []) => {
    return { type: 'object', properties, required, additionalProperties: false }
  }
  const propertyOf = ({ schema, description }: Described) => ({ ...schema, description })
  const unchanged = { const: other.schema.default }
  return {
    name: `${one.name}_or_${other.name}`,
    in: 'query',
    required: false,
    style: 'form',
    explode: true,
    description: `Two parameters that exclude each other, ${one.name} and ${other.name}.`,
    schema: {
      anyOf: [
        variant({ [one.name]: propertyOf(one), [other.name]: unchanged }, [one.name]),
        variant({ [other.name]: propertyOf(other) }),
      ],
    },
  }
}

/** The one operation with a body, which is its parameter. */
function describePost(endpoint: typeof DECODE) {
  const { path, title, description, parameters, reply } = endpoint
  const { description: about, schema } = metadataOf(parameters.hex)
  return {
    operationId: 'decodeBody',
    tags: [groupOf(path)],
    summary: title,
    description,
    requestBody: {
      description: about,
      required: true,
      content: { 'text/plain': { schema: { type: 'string', ...Object(schema) } } },
    },
    responses: {
      200: {
        description: 'Success.',
        content: { 'application/json': { schema: toSchema(reply, hasBareHashes(endpoint)) } },
      },
      ...describeProblems(problemsOf(endpoint)),
    },
  }
}

/** The JSON of a current response; undefined if it fails. */
async function readExample(path: string, request: ReadPath): Promise<unknown> {
  const response = await request(path)
  const text = await response.text()
  return response.status === 200 ? parse(text, undefined, readNumber) : undefined
}

/** The explorer's endpoints send hashes without `0x`. */
function hasBareHashes({ path }: Endpoint): boolean {
  return path.startsWith('/explorer/')
}

/** Describes what this service sends, not all that the explorer accepts. */
function toSchema(schema: Endpoint['reply'], isBare: boolean): JsonSchema {
  const described = toJsonSchema(schema, {
    target: 'draft-2020-12',
    // Transformations and checks have no JSON Schema. `describe` adds what they leave out.
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema, jsonSchema }) => narrow(valibotSchema.type, jsonSchema),
  })
  return isBare ? withBareHashes(described) : described
}

/** Narrows a schema to what is sent: nothing unknown, and only the first option of a union. */
function narrow(type: string, jsonSchema: JsonSchema): JsonSchema | undefined {
  const { anyOf: [sent] = [], prefixItems } = jsonSchema
  if (type === 'union' && typeof sent === 'object') return sent
  if (type === 'object') return { ...jsonSchema, additionalProperties: false }
  if (type === 'tuple') return { ...jsonSchema, items: false, minItems: prefixItems?.length }
}

function withBareHashes(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_, value) =>
    value === PREFIXED_HASH ? BARE_HASH : value,
  )
}

/** The responses of problems by status. */
function describeProblems(problems: readonly Problem[]) {
  const statuses = new Set(problems.map((problem) => PROBLEMS[problem].status))
  return Object.fromEntries(
    [...statuses].map((status) => {
      const same = problems.filter((problem) => PROBLEMS[problem].status === status)
      return [
        status,
        {
          description: same.map((problem) => PROBLEMS[problem].meaning).join('\n\n'),
          content: { 'application/json': { schema: { anyOf: same.map(describeBody) } } },
        },
      ]
    }),
  )
}

function describeBody(problem: Problem) {
  const { status, error } = PROBLEMS[problem]
  const properties = { error: { const: error }, message: { type: 'string' } }
  return BARE_PROBLEMS.includes(problem)
    ? { type: 'object', required: ['error'], properties }
    : {
        type: 'object',
        required: ['statusCode', 'error', 'message'],
        properties: { statusCode: { const: status }, ...properties },
      }
}
