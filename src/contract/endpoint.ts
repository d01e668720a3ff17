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
  /** For `/openapi.json` and the API page. */
  group: 'contract' | 'explorer' | 'operations'
  title: string
  description: string
  /** Its problems besides a bad request and the common ones. */
  problems?: readonly Problem[]
  /** Parameters of a request with real data; others than its own are ignored. */
  example?: Record<string, string>
}

/** What a caller gives. */
export type Given<Any extends Endpoint> = v.InferInput<v.ObjectSchema<Any['parameters'], undefined>>
/** What the service gets: the values as read, with defaults filled in. */
export type Values<Any extends Endpoint> = v.InferOutput<
  v.ObjectSchema<Any['parameters'], undefined>
>
export type ReplyOf<Any extends Endpoint> = v.InferOutput<Any['reply']>

/** A parameter that is not accepted, and what is: "a whole number from 1 to 1000". */
export type Refusal = { name: string; text: string; accepted: string }

/** Keeps the types of its parts. */
export function endpoint<Given extends Parameters, Reply extends v.GenericSchema>(
  parts: Endpoint<Given, Reply>,
): Endpoint<Given, Reply> {
  return parts
}

/** Reads the parameters of a request. `values` is undefined if some are refused. */
export function readParameters<Given extends Parameters>(
  { parameters }: { parameters: Given },
  given: unknown,
): { values: v.InferOutput<v.ObjectSchema<Given, undefined>> | undefined; refused: Refusal[] } {
  const parsed = v.safeParse(v.object(parameters), given)
  if (parsed.success) return { values: parsed.output, refused: [] }
  const refused = new Map<string, Refusal>()
  for (const issue of parsed.issues) {
    const name = String(issue.path?.[0].key)
    const schema = parameters[name]
    if (schema === undefined) continue
    refused.set(name, {
      name,
      text: String(issue.path?.[0].value ?? ''),
      accepted: acceptedBy(schema),
    })
  }
  return { values: undefined, refused: [...refused.values()] }
}

/**
 * The same, but replaces refused parameters of the query by their defaults. `values` is undefined only if
 * one in the path is refused.
 */
export function readTolerantly<Given extends Parameters>(
  endpoint: { parameters: Given },
  given: Record<string, unknown>,
) {
  const { values, refused } = readParameters(endpoint, given)
  if (values !== undefined) return { values, refused }
  const names = refused.map(({ name }) => name)
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)))
  return { values: readParameters(endpoint, rest).values, refused }
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

export function isInPath(path: string, name: string): boolean {
  return path.split('/').includes(`:${name}`)
}

/** Values with several forms have a canonical `text`. */
function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null && 'text' in value
    ? String(value.text)
    : String(value)
}

/** What the schema of a parameter accepts, as a phrase; its description and JSON Schema are metadata too. */
function acceptedBy(schema: v.GenericSchema): string {
  return String(metadataOf(schema).accepted ?? 'another value')
}

/** The metadata of a schema, whether or not it is optional. */
export function metadataOf(schema: v.GenericSchema): Record<string, unknown> {
  const inner =
    'wrapped' in schema && isSchema(schema.wrapped) ? metadataOf(schema.wrapped) : undefined
  return { ...inner, ...v.getMetadata(schema) }
}

function isSchema(value: unknown): value is v.GenericSchema {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'
}
