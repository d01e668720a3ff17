import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as v from 'valibot'
import {
  type Endpoint,
  isInPath,
  isList,
  isSeveral,
  type Parameters,
  pathWith,
  type ValuesOf,
} from '../../contract/endpoint.ts'
import { MAX_BODY_LENGTH } from '../../contract/parameters.ts'
import { DEFAULT_PAGING, type Paging } from '../../contract/schemas/page.ts'
import type { DataRequest, ExportFormat, ParameterTexts, Reader } from '../readers/reader.ts'
import { acceptedValues } from '../readers/readerRoutes.ts'
import type { Admission } from './admission.ts'
import { CACHE_CONTROL, CACHE_TAG } from './cacheHeaders.ts'
import { exportResponse } from './exportList.ts'
import { badRequest, HttpProblem } from './httpProblem.ts'
import { retryOutdated } from './newestVersions.ts'
import type { OriginOf, PublicOrigin } from './publicOrigin.ts'
import type { ReadResponse, ResponseCache } from './responseCache.ts'
import { exemptFromTimeout } from './server.ts'

/** Adds the routes of endpoints to an app. */
export type Routes = ReturnType<typeof createRoutes>

type Options = {
  cache: ResponseCache
  reader: Reader
  /** Decides when a reader gets a request: clients take turns. */
  admission: Admission
  originOf: OriginOf
}

/**
 * Creates cached routes, which read their parameters, and respond with 400 if one is refused. Paths under
 * `/runes/v1/` and `/metadata/v1/` are also served without `/v1`, as the two public APIs do.
 */
export function createRoutes(app: Hono, { cache, reader, admission, originOf }: Options) {
  /** Adds an endpoint that this thread answers. */
  function get<Given extends Parameters>(
    endpoint: Endpoint<Given>,
    respond: (values: ValuesOf<Given>) => Promise<Response | ReadResponse>,
  ): void {
    add(endpoint, (given) => respond(acceptedValues(endpoint, given)))
  }

  /** Adds an endpoint that a reader answers. A list can also be exported: with a suffix, or by `Accept`. */
  function read(endpoint: Endpoint): void {
    if (isList(endpoint)) addExports(endpoint)
    const { path } = endpoint
    add(
      endpoint,
      async (given, signal, own) => {
        const response = await readResponse({ path, given, origin: own?.origin }, signal)
        return own?.isTrusted === false ? withoutTags(response) : response
      },
      admission,
    )
  }

  function add(
    endpoint: Endpoint,
    respond: (
      given: ParameterTexts,
      signal: AbortSignal,
      own: PublicOrigin | undefined,
    ) => Promise<Response | ReadResponse>,
    admission?: Admission,
  ): void {
    app.on('GET', pathsOf(endpoint.path), async (c, next) => {
      const given = givenOf(c, endpoint)
      const own = ownOriginOf(c, endpoint)
      const path = pathWith(endpoint, acceptedValues(endpoint, given))
      const handle = cache.cached(
        () => (own === undefined ? path : `${own.origin} ${path}`),
        (_, signal) => respond(given, signal, own),
        admission,
      )
      return handle(c, next)
    })
  }

  /** Undefined if the response does not contain it. */
  function ownOriginOf(c: Context, { hasOwnAddresses }: Endpoint): PublicOrigin | undefined {
    return hasOwnAddresses ? originOf(c) : undefined
  }

  function addExports(endpoint: Endpoint): void {
    for (const format of ['csv', 'ndjson'] as const) {
      app.on('GET', pathsOf(withSuffix(endpoint.path, format)), (c) =>
        exportOf(c, endpoint, format),
      )
    }
    app.on('GET', pathsOf(endpoint.path), async (c, next) => {
      const format = acceptedFormat(c)
      return format === undefined ? next() : exportOf(c, endpoint, format)
    })
  }

  function exportOf(c: Context, endpoint: Endpoint, format: ExportFormat): Promise<Response> {
    const given = givenOf(c, endpoint, `.${format}`)
    const isForExcel = c.req.query('excel') === '1'
    const fileName = fileNameOf(endpoint, given) + (isForExcel ? '-excel' : '')
    const { outgoing }: HttpBindings = c.env
    const origin = ownOriginOf(c, endpoint)?.origin
    exemptFromTimeout(outgoing)
    const readPage = (paging: Paging, since?: string) => {
      const lines = { format, isForExcel, paging, since }
      return retryOutdated(() => readLines({ path: endpoint.path, given, lines, origin }))
    }
    return exportResponse(readPage, {
      reply: endpoint.reply,
      format,
      hasBody: c.req.method !== 'HEAD',
      isForExcel,
      fileName,
    })
  }

  /** @throws {HttpProblem}, or what else the reader threw. */
  async function readData(request: DataRequest, signal: AbortSignal) {
    const reply = await reader.read(request, signal)
    if (reply.kind === 'failure') throw reply.error
    if (reply.kind !== 'problem') return reply
    cache.expectNewest(reply.versions)
    throw reply.problem
  }

  async function readResponse(request: DataRequest, signal: AbortSignal): Promise<ReadResponse> {
    const reply = await readData(request, signal)
    if (reply.kind !== 'response') throw new Error('a response was asked for')
    return reply
  }

  async function readLines(request: DataRequest) {
    const reply = await readData(request, NEVER)
    if (reply.kind !== 'lines') throw new Error('lines were asked for')
    cache.expectNewest(reply.versions)
    return reply.page
  }

  /** Adds an endpoint whose only parameter is the body of the request. A reader answers; nothing is cached. */
  function post(endpoint: Endpoint): void {
    app.post(endpoint.path, limitBody(MAX_BODY_LENGTH), async (c) => {
      const given = { hex: bodyOf(await c.req.text()) }
      acceptedValues(endpoint, given)
      const { signal } = c.req.raw
      const request = { path: postPath(endpoint), given }
      const { bytes, headers } = await admission.run(c, signal, () => readResponse(request, signal))
      const { etag: _, ...rest } = headers
      return c.body(bytes, 200, { ...rest, 'Cache-Control': CACHE_CONTROL.notCached })
    })
  }

  return { get, read, post }
}

/** The client of an export takes page after page, so none is asked for in vain. */
const NEVER = new AbortController().signal

/** What contains an origin that the client may have forged is not cached. */
function withoutTags(response: ReadResponse): ReadResponse {
  const { [CACHE_TAG.toLowerCase()]: _, ...headers } = response.headers
  return { ...response, headers }
}

/** By what a reader knows an endpoint with a body. */
export function postPath({ path }: Pick<Endpoint, 'path'>): string {
  return `POST ${path}`
}

/** Refuses longer bodies. */
export function limitBody(maxSize: number) {
  return bodyLimit({
    maxSize,
    onError() {
      throw new HttpProblem('content-too-large')
    },
  })
}

/**
 * The digits in a body, without blanks and line breaks.
 * @throws {HttpProblem} 400 that says which character is none.
 */
function bodyOf(text: string): string {
  const digits = text.replace(/\s/g, '')
  const at = digits.search(/[^0-9a-fA-F]/)
  if (at < 0) return digits
  const [character = ''] = digits.slice(at, at + 2)
  throw badRequest(
    `character ${at + 1} is ${JSON.stringify(character)}; hexadecimal has 0 to 9 and a to f`,
  )
}

/** Without a slash at the end: Hono ignores that of a request. `/runes` is a page. */
function pathsOf(path: string): string[] {
  const withoutVersion = path.replace(/^((?:\/compat)?\/(?:runes|metadata))\/v1\//, '$1/')
  const paths = [path, withoutVersion].map((pattern) => pattern.replace(/\/$/, ''))
  return [...new Set(paths)].filter((pattern) => pattern !== '/runes')
}

/** The path of an export. Hono would read a parameter at its end as one whose name has the suffix. */
function withSuffix(path: string, format: ExportFormat): string {
  return /:\w+$/.test(path) ? `${path}{.+\\.${format}}` : `${path}.${format}`
}

/** The format that a client prefers to JSON. */
function acceptedFormat(c: Context): ExportFormat | undefined {
  const accept = c.req.header('Accept') ?? ''
  if (/text\/csv/.test(accept)) return 'csv'
  return /application\/x-ndjson/.test(accept) ? 'ndjson' : undefined
}

/** The list and its filters, the same for each spelling of them. Defaults are left out. */
function fileNameOf(endpoint: Endpoint, given: ParameterTexts): string {
  const { parameters } = endpoint
  const canonical = pathWith(endpoint, acceptedValues(endpoint, given))
  const { pathname, searchParams } = new URL(canonical, 'http://localhost')
  const list = decodeURIComponent(pathname).replace(
    /^(\/compat)?\/(explorer|runes|metadata)\/v1\//,
    '',
  )
  const filters = [...searchParams].filter(
    ([name, value]) =>
      !(name in DEFAULT_PAGING) &&
      value !== '' &&
      value !== v.getDefault(parameters[name] ?? v.never()),
  )
  return [list, ...filters.flat()].join('-')
}

/**
 * The texts of the parameters of a request.
 * @param suffix what follows the last parameter in the path, if it is the end of the path.
 * @throws {HttpProblem} 400 for a parameter that is given more than once.
 */
function givenOf(c: Context, { path, parameters }: Endpoint, suffix = ''): ParameterTexts {
  const given: Record<string, string> = {}
  for (const [name, schema] of Object.entries(parameters)) {
    const texts = isInPath(path, name)
      ? [paramOf(c, path, { name, suffix })]
      : (c.req.queries(name) ?? [])
    if (texts.length > 1 && !isSeveral(schema)) {
      throw badRequest(`querystring/${name} was given more than once; give it once`)
    }
    if (texts.length > 0) given[name] = texts.join(',')
  }
  return given
}

function paramOf(
  c: Context,
  path: string,
  { name, suffix }: { name: string; suffix: string },
): string | undefined {
  const text = c.req.param(name)
  const hasSuffix = suffix !== '' && path.endsWith(`:${name}`) && text?.endsWith(suffix)
  return hasSuffix ? text?.slice(0, -suffix.length) : text
}
