import type { JsonSchema } from '@valibot/to-json-schema'
import { parse } from 'lossless-json'
import { DIRECTORY_PATHS } from '../../contract/directory.ts'
import { COMMON_PROBLEMS, PROBLEMS, type Problem } from '../../contract/endpointProblems.ts'
import { ENDPOINTS, type Endpoint, type Parameter } from '../../contract/endpoints.ts'
import { readNumber } from '../../contract/json.ts'
import { PATHS } from '../../contract/paths.ts'
import { TOKEN_PROBLEMS } from '../../contract/problems.ts'
import type { HexPrefix } from '../activityWire.ts'
import { PARAMETER_SCHEMAS } from './parameterSchemas.ts'
import { wireSchemas } from './wireSchemas.ts'
import { refTo } from './wireWords.ts'

export type Describing = {
  /** The address that readers know this place by. */
  origin: string
  version: string
  hexPrefix: HexPrefix
  /** Asks this service, for examples of what it answers. */
  ask: (path: string) => Response | Promise<Response>
}

/** The API as OpenAPI 3.1, with examples as this service answers them now; one that it lacks is left out. */
export async function describeApi({ origin, version, hexPrefix, ask }: Describing) {
  const paths = await Promise.all(
    ENDPOINTS.map(async (endpoint) => [
      endpoint.path.replace(/:(\w+)/g, '{$1}'),
      { get: await describeEndpoint(endpoint, ask) },
    ]),
  )
  return {
    openapi: '3.1.1',
    info: {
      title: 'Cairn',
      version,
      description: ABOUT,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    security: [],
    tags: TAGS,
    paths: Object.fromEntries(paths),
    components: {
      schemas: schemasOf(hexPrefix),
      parameters: { IfNoneMatch: IF_NONE_MATCH },
      headers: HEADERS,
      responses: Object.fromEntries(
        COMMON_PROBLEMS.map((problem) => [problem, describeProblems([{ problem }])]),
      ),
    },
  }
}

const ABOUT =
  'Metadata of SIP-010 tokens on Stacks and rune activity on Bitcoin, exact to the last digit. ' +
  'All of it is read by GET or HEAD, without a key, from pages of any origin. ' +
  'What is missing is left out, never null. Amounts are texts of decimal digits.'

const TAGS = [
  { name: 'contract', description: 'Token metadata and rune activity.' },
  {
    name: 'directory',
    description: 'What this instance holds, for its explorer: other services have none of it.',
  },
]

async function describeEndpoint(endpoint: Endpoint, ask: Describing['ask']) {
  const { group, title, description, path, parameters } = endpoint
  return {
    operationId: nameOf(path),
    tags: [group],
    summary: title,
    description,
    parameters: [
      ...parameters.map((parameter) => describeParameter(parameter, endpoint)),
      { $ref: '#/components/parameters/IfNoneMatch' },
    ],
    responses: {
      200: describeAnswer(endpoint, await askFor(endpoint.example, 200, ask)),
      304: { description: 'Unchanged since the ETag in If-None-Match.', headers: headers('ETag') },
      ...(await describeOwnProblems(endpoint, ask)),
      ...Object.fromEntries(
        COMMON_PROBLEMS.map((problem) => [
          PROBLEMS[problem].status,
          { $ref: `#/components/responses/${problem}` },
        ]),
      ),
    },
  }
}

/** The responses of an endpoint's own problems, by status. */
async function describeOwnProblems({ problems }: Endpoint, ask: Describing['ask']) {
  const asked = await Promise.all(
    problems.map(async ({ problem, example }) => {
      const { status } = PROBLEMS[problem]
      return { problem, status, example: await askFor(example, status, ask) }
    }),
  )
  const statuses = new Set(asked.map(({ status }) => status))
  return Object.fromEntries(
    [...statuses].map((status) => [
      status,
      describeProblems(asked.filter((other) => other.status === status)),
    ]),
  )
}

/** What the contract calls a path: `transactionActivity`. */
function nameOf(path: string): string | undefined {
  return Object.entries({ ...PATHS, ...DIRECTORY_PATHS }).find(([, known]) => known === path)?.[0]
}

function describeParameter(parameter: Parameter, { path, example }: Endpoint) {
  const { name, description } = parameter
  const value = exampleOf(parameter, path, example)
  return {
    name,
    in: parameter.in,
    required: parameter.in === 'path',
    description,
    schema: PARAMETER_SCHEMAS[name],
    ...(value !== undefined && { example: value }),
  }
}

/** The value that a parameter has in an example of a path. */
function exampleOf(parameter: Parameter, path: string, example: string) {
  const { pathname, searchParams } = new URL(example, 'http://localhost')
  const place = path.split('/').indexOf(`:${parameter.name}`)
  const text =
    parameter.in === 'path' ? pathname.split('/')[place] : searchParams.get(parameter.name)
  if (text === undefined || text === null) return
  return PARAMETER_SCHEMAS[parameter.name].type === 'integer' ? Number(text) : text
}

function describeAnswer({ answer }: Endpoint, example: unknown) {
  return {
    description: 'What was asked for.',
    headers: headers('ETag', 'RateLimit', 'RateLimit-Policy'),
    content: {
      'application/json': {
        schema: { $ref: refTo(answer) },
        ...(example !== undefined && { example }),
      },
    },
  }
}

type Asked = { problem: Problem; example?: unknown }

/** One response for the problems that share a status. */
function describeProblems(asked: Asked[]) {
  const problems = asked.map(({ problem }) => problem)
  const schemas = problems.map(problemSchema)
  const examples = asked.filter(({ example }) => example !== undefined)
  return {
    description: problems.map((problem) => PROBLEMS[problem].meaning).join('\n\n'),
    headers: headers(...new Set(problems.flatMap((problem) => HEADERS_OF[problem] ?? []))),
    content: {
      'application/json': {
        schema: schemas.length === 1 ? schemas[0] : { oneOf: schemas },
        ...(examples.length > 0 && {
          examples: Object.fromEntries(
            examples.map(({ problem, example }) => [problem, { value: example }]),
          ),
        }),
      },
    },
  }
}

const HEADERS_OF: { [Name in Problem]?: (keyof typeof HEADERS)[] } = {
  'method-not-allowed': ['Allow'],
  'too-many-requests': ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  unavailable: ['Retry-After'],
}

function problemSchema(problem: Problem): JsonSchema {
  const { status, error } = PROBLEMS[problem]
  return TOKEN_PROBLEMS.some((it) => it === problem)
    ? { $ref: refTo('TokenProblem'), properties: { error: { const: error } } }
    : {
        $ref: refTo('Problem'),
        properties: { statusCode: { const: status }, error: { const: error } },
      }
}

function schemasOf(hexPrefix: HexPrefix): Record<string, JsonSchema> {
  const schemas = wireSchemas(hexPrefix)
  const { TokenProblem } = schemas
  const Problem: JsonSchema = {
    ...TokenProblem,
    description: 'Why there is no answer.',
    required: ['statusCode', 'error', 'message'],
    properties: {
      statusCode: { type: 'integer', description: 'The status of the answer.' },
      ...TokenProblem?.properties,
    },
  }
  return { ...schemas, Problem }
}

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The ETag of an answer that is known: unchanged, it is not sent again.',
  schema: { type: 'string' },
}

const HEADERS = {
  ETag: {
    description: 'Names what is answered: the same as long as that is.',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'After how many seconds to ask again.',
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimit: {
    description: 'Where requests are limited: how many are left, and until when.',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'Where requests are limited: how many there may be in what time.',
    schema: { type: 'string' },
  },
  Allow: { description: 'The methods that are answered.', schema: { type: 'string' } },
}

function headers(...names: (keyof typeof HEADERS)[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** What the service answers at a path, or undefined where that has another status. */
async function askFor(path: string, status: number, ask: Describing['ask']): Promise<unknown> {
  const response = await ask(path)
  const text = await response.text()
  return response.status === status ? parse(text, undefined, readNumber) : undefined
}
