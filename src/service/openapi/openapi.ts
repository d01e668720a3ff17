import { parse } from 'lossless-json'
import * as v from 'valibot'
import { About, DIRECTORY_PATHS, type Examples } from '../../contract/directory.ts'
import type { Endpoint, Parameter } from '../../contract/endpoint.ts'
import { ENDPOINTS } from '../../contract/endpoints.ts'
import { EXAMPLES } from '../../contract/examples.ts'
import { readNumber } from '../../contract/json.ts'
import { BARE_PROBLEMS, COMMON_PROBLEMS, PROBLEMS, type Problem } from '../../contract/problems.ts'
import type { SchemaName } from '../../contract/schemas.ts'
import { substituteExamples } from '../../contract/substituteExamples.ts'
import type { HexPrefix } from '../activityToWire.ts'
import { jsonSchemas } from './jsonSchemas.ts'

type Options = {
  /** The public origin of the service. */
  origin: string
  version: string
  hexPrefix: HexPrefix
  request: Request
}
/** Requests a path of this service, for an example. */
type Request = (path: string) => Response | Promise<Response>

/** The API as OpenAPI 3.1. Its examples are current responses; those without data are left out. */
export async function describeApi({ origin, version, hexPrefix, request }: Options) {
  const held = await readHeldExamples(request)
  const paths = ENDPOINTS.map(async (endpoint) => [
    endpoint.path.replace(/:(\w+)/g, '{$1}'),
    { get: await describeOperation(substituteExamples(endpoint, held), request) },
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
      schemas: jsonSchemas(hexPrefix),
      parameters: { IfNoneMatch: IF_NONE_MATCH },
      headers: HEADERS,
      responses: Object.fromEntries(
        COMMON_PROBLEMS.map((problem) => [problem, describeProblems([{ problem }])]),
      ),
    },
  }
}

/** Examples of what the service has; our own while its database cannot be read. */
async function readHeldExamples(request: Request): Promise<Examples> {
  const about = v.safeParse(About, await exampleAt(DIRECTORY_PATHS.about, 200, request))
  return (about.success ? about.output.examples : undefined) ?? EXAMPLES
}

const ABOUT =
  'SIP-010 token metadata on Stacks and rune activity on Bitcoin, with exact amounts. ' +
  'Read-only, without an API key, open to pages of any origin. ' +
  'Missing values are left out, never null, except in mint_terms. Amounts are strings of decimal digits.'

const TAGS = [
  { name: 'contract', description: 'Token metadata, runes, their activity, holders and balances.' },
  { name: 'directory', description: 'The data in this service. Not part of the API contract.' },
  { name: 'operations', description: 'Health and metrics for the operator.' },
]

async function describeOperation(endpoint: Endpoint, request: Request) {
  const { name, group, title, description, parameters } = endpoint
  const own = parameters.map((parameter) => describeParameter(parameter, endpoint))
  const responses = {
    200: await describeSuccess(endpoint, request),
    ...(await describeOwnProblems(endpoint, request)),
  }
  return {
    operationId: name,
    tags: [group],
    summary: title,
    description,
    ...(group === 'operations'
      ? { parameters: own, responses }
      : {
          parameters: [...own, { $ref: '#/components/parameters/IfNoneMatch' }],
          responses: { ...responses, ...COMMON_RESPONSES },
        }),
  }
}

function describeParameter({ name, in: source, description, schema }: Parameter, of: Endpoint) {
  const { pathname, searchParams } = new URL(of.example, 'http://localhost')
  const segment = pathname.split('/')[of.path.split('/').indexOf(`:${name}`)]
  const text = source === 'path' ? segment : (searchParams.get(name) ?? undefined)
  const example = schema.type === 'integer' && text !== undefined ? Number(text) : text
  return { name, in: source, required: source === 'path', description, schema, example }
}

async function describeSuccess({ group, response, example: path }: Endpoint, request: Request) {
  const description = 'Success.'
  if (response === 'text') return { description, content: { 'text/plain': { schema: STRING } } }
  return {
    description,
    headers: group === 'operations' ? {} : headers('ETag', 'RateLimit', 'RateLimit-Policy'),
    content: {
      'application/json': { schema: refTo(response), example: await exampleAt(path, 200, request) },
    },
  }
}

type OwnProblem = Endpoint['problems'][number] & { value?: unknown }

/** The responses of an endpoint's own problems by status, with current examples. */
async function describeOwnProblems({ problems }: Endpoint, request: Request) {
  const shown = await Promise.all(
    problems.map(async (own) => {
      const { status } = PROBLEMS[own.problem]
      return { ...own, status, value: await exampleAt(own.example, status, request) }
    }),
  )
  return Object.fromEntries(
    shown.map(({ status }) => [
      status,
      describeProblems(shown.filter((other) => other.status === status)),
    ]),
  )
}

/** One response for all problems with the same status. */
function describeProblems(shown: OwnProblem[]) {
  const [schema, ...more] = shown.map(schemaOf)
  const examples = shown.filter(({ value }) => value !== undefined)
  return {
    description: shown.map(({ problem }) => PROBLEMS[problem].meaning).join('\n\n'),
    headers: headers(...shown.flatMap(({ problem }) => HEADERS_OF[problem] ?? [])),
    content: {
      'application/json': {
        schema: more.length === 0 ? schema : { oneOf: [schema, ...more] },
        examples: Object.fromEntries(examples.map(({ problem, value }) => [problem, { value }])),
      },
    },
  }
}

function schemaOf({ problem, response }: OwnProblem) {
  const { status, error } = PROBLEMS[problem]
  const ref = refTo(response ?? 'Problem')
  return BARE_PROBLEMS.includes(problem)
    ? { ...ref, properties: { error: { const: error } } }
    : {
        ...ref,
        required: ['statusCode', 'message'],
        properties: { statusCode: { const: status }, error: { const: error } },
      }
}

function refTo(name: SchemaName) {
  return { $ref: `#/components/schemas/${name}` }
}

/** The JSON of a current response; undefined if its status differs. */
async function exampleAt(path: string | undefined, status: number, request: Request) {
  if (path === undefined) return
  const response = await request(path)
  const text = await response.text()
  return response.status === status ? parse(text, undefined, readNumber) : undefined
}

const STRING = { type: 'string' }
const SECONDS = { type: 'integer', minimum: 0 }

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The ETag of a cached response. If it is unchanged, the response is an empty 304.',
  schema: STRING,
}

const HEADERS = {
  ETag: { description: 'Identifies this version of the response.', schema: STRING },
  'Retry-After': { description: 'Seconds to wait before the next request.', schema: SECONDS },
  RateLimit: {
    description: 'With a rate limit: requests left, and seconds until the window ends.',
    schema: STRING,
  },
  'RateLimit-Policy': {
    description: 'With a rate limit: requests per window, and its length in seconds.',
    schema: STRING,
  },
  Allow: { description: 'The accepted methods.', schema: STRING },
}

const HEADERS_OF: { [Name in Problem]?: (keyof typeof HEADERS)[] } = {
  'method-not-allowed': ['Allow'],
  'too-many-requests': ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  unavailable: ['Retry-After'],
}

function headers(...names: (keyof typeof HEADERS)[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** The responses that all data endpoints have in common. */
const COMMON_RESPONSES = {
  304: { description: 'The ETag in If-None-Match still matches.', headers: headers('ETag') },
  ...Object.fromEntries(
    COMMON_PROBLEMS.map((problem) => [
      PROBLEMS[problem].status,
      { $ref: `#/components/responses/${problem}` },
    ]),
  ),
}
