import { parse } from 'lossless-json'
import { ENDPOINTS, type Endpoint, type Parameter } from '../../contract/endpoints.ts'
import { readNumber } from '../../contract/json.ts'
import { COMMON_PROBLEMS, PROBLEMS, type Problem, TOKEN_PROBLEMS } from '../../contract/problems.ts'
import type { HexPrefix } from '../activityWire.ts'
import { refTo, schemasFor } from './schemas.ts'

type Options = {
  /** The public origin of the service. */
  origin: string
  version: string
  hexPrefix: HexPrefix
  /** Requests a path of this service, for the examples. */
  request: Request
}
type Request = (path: string) => Response | Promise<Response>

/** The API as OpenAPI 3.1. Examples are current responses; one that this service cannot give is left out. */
export async function describeApi({ origin, version, hexPrefix, request }: Options) {
  const paths = ENDPOINTS.map(async (endpoint) => [
    endpoint.path.replace(/:(\w+)/g, '{$1}'),
    { get: await operationOf(endpoint, request) },
  ])
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
    paths: Object.fromEntries(await Promise.all(paths)),
    components: {
      schemas: schemasFor(hexPrefix),
      parameters: { IfNoneMatch: IF_NONE_MATCH },
      headers: HEADERS,
      responses: Object.fromEntries(
        COMMON_PROBLEMS.map((problem) => [problem, problemResponse([{ problem }])]),
      ),
    },
  }
}

const ABOUT =
  'Metadata of SIP-010 tokens on Stacks and rune activity on Bitcoin, in exact digits. ' +
  'Read-only, without a key, open to pages of any origin. ' +
  'Missing values are left out, never null. Amounts are strings of decimal digits.'

const TAGS = [
  { name: 'contract', description: 'Token metadata and rune activity.' },
  { name: 'directory', description: 'What this instance holds. Other services do not have it.' },
  { name: 'operations', description: 'Health and metrics, for whoever runs this instance.' },
]

async function operationOf(endpoint: Endpoint, request: Request) {
  const { name, group, title, description, parameters } = endpoint
  const isData = group !== 'operations'
  return {
    operationId: name,
    tags: [group],
    summary: title,
    description,
    parameters: [
      ...parameters.map((parameter) => parameterOf(parameter, endpoint)),
      ...(isData ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
    ],
    responses: {
      200: await okResponse(endpoint, request),
      ...(isData && NOT_MODIFIED),
      ...(await problemResponses(endpoint, request)),
      ...(isData && COMMON_RESPONSES),
    },
  }
}

function parameterOf({ name, in: place, description, schema }: Parameter, endpoint: Endpoint) {
  const { pathname, searchParams } = new URL(endpoint.example, 'http://localhost')
  const segment = pathname.split('/')[endpoint.path.split('/').indexOf(`:${name}`)]
  const text = place === 'path' ? segment : (searchParams.get(name) ?? undefined)
  const example = schema.type === 'integer' && text !== undefined ? Number(text) : text
  return {
    name,
    in: place,
    required: place === 'path',
    description,
    schema,
    ...(example !== undefined && { example }),
  }
}

async function okResponse({ group, response, example: path }: Endpoint, request: Request) {
  if (response === 'text') {
    return { description: 'Success.', content: { 'text/plain': { schema: { type: 'string' } } } }
  }
  const example = await exampleAt(path, 200, request)
  return {
    description: 'Success.',
    headers: group === 'operations' ? {} : headers('ETag', 'RateLimit', 'RateLimit-Policy'),
    content: {
      'application/json': {
        schema: { $ref: refTo(response) },
        ...(example !== undefined && { example }),
      },
    },
  }
}

type Shown = Endpoint['problems'][number] & { value?: unknown }

/** The responses of an endpoint's own problems by status, with current examples. */
async function problemResponses({ problems }: Endpoint, request: Request) {
  const shown = await Promise.all(
    problems.map(async (problem) => ({
      ...problem,
      value: await exampleAt(problem.example, PROBLEMS[problem.problem].status, request),
    })),
  )
  const statusOf = ({ problem }: Shown) => PROBLEMS[problem].status
  return Object.fromEntries(
    shown
      .map(statusOf)
      .map((status) => [
        status,
        problemResponse(shown.filter((other) => statusOf(other) === status)),
      ]),
  )
}

/** One response for the problems of a status. */
function problemResponse(shown: Shown[]) {
  const [schema, ...more] = shown.map(problemSchema)
  const examples = shown.filter(({ value }) => value !== undefined)
  return {
    description: shown.map(({ problem }) => PROBLEMS[problem].meaning).join('\n\n'),
    headers: headers(...shown.flatMap(({ problem }) => HEADERS_OF[problem] ?? [])),
    content: {
      'application/json': {
        schema: more.length === 0 ? schema : { oneOf: [schema, ...more] },
        ...(examples.length > 0 && {
          examples: Object.fromEntries(examples.map(({ problem, value }) => [problem, { value }])),
        }),
      },
    },
  }
}

function problemSchema({ problem, response }: Shown) {
  const { status, error } = PROBLEMS[problem]
  const $ref = refTo(response ?? 'Problem')
  return TOKEN_PROBLEMS.some((it) => it === problem)
    ? { $ref, properties: { error: { const: error } } }
    : {
        $ref,
        required: ['statusCode', 'message'],
        properties: { statusCode: { const: status }, error: { const: error } },
      }
}

/** The JSON in a current response; undefined without a path, or if its status is another. */
async function exampleAt(path: string | undefined, status: number, request: Request) {
  if (path === undefined) return
  const response = await request(path)
  const text = await response.text()
  return response.status === status ? parse(text, undefined, readNumber) : undefined
}

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The ETag of a known response. If it is unchanged, the response is an empty 304.',
  schema: { type: 'string' },
}

const HEADERS = {
  ETag: {
    description: 'Identifies this version of the response.',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimit: {
    description: 'If requests are limited: how many are left, and until when.',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'If requests are limited: how many are allowed in what time.',
    schema: { type: 'string' },
  },
  Allow: { description: 'The accepted methods.', schema: { type: 'string' } },
}

const HEADERS_OF: { [Name in Problem]?: (keyof typeof HEADERS)[] } = {
  'method-not-allowed': ['Allow'],
  'too-many-requests': ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  unavailable: ['Retry-After'],
}

function headers(...names: (keyof typeof HEADERS)[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

const NOT_MODIFIED = {
  304: { description: 'Unchanged since the ETag in If-None-Match.', headers: headers('ETag') },
}

const COMMON_RESPONSES = Object.fromEntries(
  COMMON_PROBLEMS.map((problem) => [
    PROBLEMS[problem].status,
    { $ref: `#/components/responses/${problem}` },
  ]),
)
