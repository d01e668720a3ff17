import * as v from 'valibot'
import type { Problem } from './problems.ts'

/** The parameters of an endpoint, each a schema that reads its text. Those in the path are required. */
export type Parameters = Record<string, v.GenericSchema>

/** A GET endpoint: everything that its path, client method, cache key, OpenAPI description and page need. */
export type Endpoint<
  Given extends Parameters = Parameters,
  Reply extends v.GenericSchema = v.GenericSchema,
> = {
  /** A route pattern: `/blocks/:block`. */
  path: string
  parameters: Given
  /** The schema of a 200 response. */
  reply: Reply
  /** For `/openapi.json` and the API page, as all that follows. */
  title: string
  description: string
  /** Its problems besides those of all endpoints with such a path. */
  problems?: readonly Problem[]
  /** Whether its replies have addresses of the service itself, which begin with the origin of the request. */
  hasOwnAddresses?: true
  /** Two optional parameters of which a request has one: with the first, the other has its default. */
  exclusive?: readonly [string, string]
  /** Optional parameters of its example besides `limit`. */
  example?: Record<string, string>
}

/** What every index of mainnet has, the bundled blocks included. A service substitutes its own. */
export const EXAMPLE = {
  principal: 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin',
  block: '840002',
  tx_id: '8a67bc16f47fdec19b0a8460f0f0aaa65ed1436eb009e4d9cd2a6ac7b04e5bb5',
  rune: '840004:6',
  etching: '840004:6',
  address: 'bc1p8naytfv4wpdcxsa642y9kztkul9mlmlqsf2tgksjz5grhdvpndns9hl59n',
  output: '8a67bc16f47fdec19b0a8460f0f0aaa65ed1436eb009e4d9cd2a6ac7b04e5bb5:0',
  name: 'LAMBOLIFESTYLE',
  limit: '2',
}

/** The parameters of a request with data. `ids` are used instead of those of EXAMPLE. */
export function exampleOf(
  { parameters, example }: Endpoint,
  ids: Record<string, string | undefined> = {},
): Record<string, string> {
  const own = Object.entries(EXAMPLE)
    .filter(([name]) => name in parameters && (name === 'limit' || isRequired(parameters[name])))
    .map(([name, value]) => [name, ids[name === 'etching' ? 'rune' : name] ?? value])
  return { ...Object.fromEntries(own), ...example }
}

/** What endpoints are about. */
export const GROUPS = {
  Tokens: 'Tokens and their metadata.',
  Runes: 'Runes, their activity, holders and balances.',
  Explorer: 'What the explorer asks, beyond the two public APIs.',
  Operations: 'Health and status for the operator.',
}
export type Group = keyof typeof GROUPS

export function groupOf(path: string): Group {
  if (path.startsWith('/metadata/')) return 'Tokens'
  if (path.startsWith('/explorer/')) return 'Explorer'
  return path.startsWith('/runes/') ? 'Runes' : 'Operations'
}

const COMMON_PROBLEMS = [
  'method-not-allowed',
  'uri-too-long',
  'too-many-requests',
  'unexpected',
  'unavailable',
] as const

/** The problems that a request can have. */
export function problemsOf({ path, parameters, problems = [] }: Endpoint): Problem[] {
  const refused: Problem[] = Object.keys(parameters).length > 0 ? ['bad-request'] : []
  const common = groupOf(path) === 'Operations' ? [] : COMMON_PROBLEMS
  return [...refused, ...missing(path, parameters), ...problems, ...common]
}

/** What a path names and the index lacks is a 404. The retired API has empty lists for blocks and transactions. */
function missing(path: string, parameters: Parameters): Problem[] {
  const problems: Problem[] = []
  if (/:etching\b/.test(path) || 'rune' in parameters) problems.push('rune-not-found')
  if (/^\/explorer\/.*:(block|tx_id|output)\b/.test(path)) problems.push('not-found')
  return problems
}

/** What a caller gives. */
export type Given<Any extends Endpoint> = v.InferInput<v.ObjectSchema<Any['parameters'], undefined>>
/** The values of parameters as read, with defaults filled in. */
export type ValuesOf<Given extends Parameters> = v.InferOutput<v.ObjectSchema<Given, undefined>>
export type ReplyOf<Any extends Endpoint> = v.InferOutput<Any['reply']>

/** A parameter that is not accepted, and what is: "a whole number from 1 to 1000". */
export type RefusedParameter = { name: string; text: string; accepted: string }

/** Reads the parameters of a request. `values` is undefined if some are refused. */
export function readParameters<Given extends Parameters>(
  { parameters }: { parameters: Given },
  given: unknown,
): { values: ValuesOf<Given> | undefined; refused: RefusedParameter[] } {
  const parsed = v.safeParse(v.object(parameters), given)
  if (parsed.success) return { values: parsed.output, refused: [] }
  const refused = parsed.issues.map(({ path }) => {
    const name = String(path?.[0].key)
    const accepted = String(metadataOf(parameters[name] ?? v.never()).accepted)
    return { name, text: String(path?.[0].value ?? ''), accepted }
  })
  return { values: undefined, refused }
}

/** The canonical path with these values: the same request always has the same. */
export function pathWith(
  { path, parameters }: Pick<Endpoint, 'path' | 'parameters'>,
  values: Record<string, unknown>,
): string {
  const search = new URLSearchParams()
  let filled = path
  for (const name of Object.keys(parameters)) {
    const value = values[name]
    if (value === undefined) continue
    if (isInPath(path, name)) filled = filled.replace(`:${name}`, encodeURIComponent(textOf(value)))
    else search.set(name, textOf(value))
  }
  const query = String(search)
  return query === '' ? filled : `${filled}?${query}`
}

/** Whether the endpoint is a list, which can be paged and exported. A search is none. */
export function isList({ parameters, path }: Endpoint): boolean {
  return 'offset' in parameters && !path.endsWith('/search')
}

/** Whether a request needs the parameter. Those in the path are required, and some others. */
export function isRequired(schema: v.GenericSchema | undefined): boolean {
  return schema !== undefined && schema.type !== 'optional'
}

/** Whether a parameter takes several values, and may be repeated. */
export function isSeveral(schema: v.GenericSchema): boolean {
  const { schema: json } = metadataOf(schema)
  return typeof json === 'object' && json !== null && 'type' in json && json.type === 'array'
}

export function isInPath(path: string, name: string): boolean {
  return path.split('/').includes(`:${name}`)
}

/** Values with several forms have a canonical `text`. */
function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null && 'text' in value
    ? String(value.text)
    : String(value)
}

/** What `parameters.ts` says of a parameter, whether or not it is optional. */
export function metadataOf(schema: v.GenericSchema): Record<string, unknown> {
  const inner =
    'wrapped' in schema && isSchema(schema.wrapped) ? metadataOf(schema.wrapped) : undefined
  return { ...inner, ...v.getMetadata(schema) }
}

/** The schema of the value itself. The first option of a union is what the service sends. */
export function innerOf(schema: v.GenericSchema): v.GenericSchema {
  if ('wrapped' in schema && isSchema(schema.wrapped)) return innerOf(schema.wrapped)
  const [first] = 'options' in schema && Array.isArray(schema.options) ? schema.options : []
  return isSchema(first) ? innerOf(first) : schema
}

export function isSchema(value: unknown): value is v.GenericSchema {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'
}
