import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import {
  type Endpoint,
  isInPath,
  type Parameters,
  pathWith,
  readParameters,
  type ValuesOf,
} from '../../contract/endpoint.ts'
import { DEFAULT_PAGING, type Paging } from '../../contract/schemas/page.ts'
import { type ExportFormat, exportResponse, type List, type ListPage } from './exportList.ts'
import { badRequest } from './httpProblem.ts'
import { jsonResponse, withBlockHeight } from './jsonResponse.ts'
import type { ResponseCache } from './responseCache.ts'
import { exemptFromTimeout } from './server.ts'

type ListOptions<Given extends Parameters> = Omit<List, 'readPage'> & {
  readPage(values: ValuesOf<Given> & Paging): Promise<ListPage>
}

/** Adds the routes of endpoints to an app. */
export type Routes = ReturnType<typeof createRoutes>

/**
 * Creates cached routes, which read their parameters, and respond with 400 if one is refused. Paths under
 * `/runes/v1/` are also served without `/v1`, as the retired runes API did.
 */
export function createRoutes(app: Hono, cache: ResponseCache) {
  function get<Given extends Parameters>(
    endpoint: Endpoint<Given>,
    respond: (values: ValuesOf<Given>) => Promise<Response>,
  ): void {
    app.on('GET', pathsOf(endpoint.path), async (c, next) => {
      const values = parametersOf(c, endpoint)
      const handle = cache.cached(
        () => pathWith(endpoint, values),
        () => respond(values),
      )
      return handle(c, next)
    })
  }

  /** A list can also be exported: with the suffix `.csv` or `.ndjson`, or by `Accept`. */
  function list<Given extends Parameters>(endpoint: Endpoint<Given>, options: ListOptions<Given>) {
    for (const format of ['csv', 'ndjson'] as const) {
      app.on('GET', pathsOf(withSuffix(endpoint.path, format)), (c) =>
        exportOf(c, endpoint, options, format),
      )
    }
    app.on('GET', pathsOf(endpoint.path), async (c, next) => {
      const format = acceptedFormat(c)
      return format === undefined ? next() : exportOf(c, endpoint, options, format)
    })
    get(endpoint, async (values) => {
      const paged = { ...DEFAULT_PAGING, ...values }
      const { page, tags, height } = await options.readPage(paged)
      const body = { limit: paged.limit, offset: paged.offset, ...page }
      return withBlockHeight(jsonResponse(body, ...tags), height)
    })
  }

  return { get, list }
}

/** Without a slash at the end: Hono ignores that of a request. `/runes` is a page. */
function pathsOf(path: string): string[] {
  const paths = [path, path.replace('/runes/v1/', '/runes/')].map((it) => it.replace(/\/$/, ''))
  return [...new Set(paths)].filter((it) => it !== '/runes')
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

function exportOf<Given extends Parameters>(
  c: Context,
  endpoint: Endpoint<Given>,
  options: ListOptions<Given>,
  format: ExportFormat,
): Promise<Response> {
  const values = parametersOf(c, endpoint, `.${format}`)
  const [path = ''] = pathWith(endpoint, values).split('?')
  const list = path.replace(/^\/(explorer|runes|metadata)\/v1\//, '')
  const filters = Object.entries(c.req.query()).filter(
    ([name, value]) => value !== '' && name in endpoint.parameters && !(name in DEFAULT_PAGING),
  )
  const isForExcel = c.req.query('excel') === '1'
  const { outgoing }: HttpBindings = c.env
  exemptFromTimeout(outgoing)
  return exportResponse(
    { ...options, readPage: (paging) => options.readPage({ ...values, ...paging }) },
    {
      reply: endpoint.reply,
      format,
      hasBody: c.req.method !== 'HEAD',
      isForExcel,
      fileName: [list, ...filters.flat(), ...(isForExcel ? ['excel'] : [])].join('-'),
    },
  )
}

/**
 * @param suffix what follows the last parameter in the path, if it is the end of the path.
 * @throws {HttpProblem} 400 for a parameter that is refused, or given more than once.
 */
function parametersOf<Given extends Parameters>(
  c: Context,
  endpoint: Endpoint<Given>,
  suffix = '',
): ValuesOf<Given> {
  const given: Record<string, string | undefined> = {}
  for (const name of Object.keys(endpoint.parameters)) {
    const texts = isInPath(endpoint.path, name)
      ? [paramOf(c, endpoint.path, { name, suffix })]
      : (c.req.queries(name) ?? [])
    if (texts.length > 1) {
      throw badRequest(`querystring/${name} was given more than once; give it once`)
    }
    // An empty parameter of a form is one that was not filled in.
    if (texts[0] !== '') given[name] = texts[0]
  }
  const { values, refused } = readParameters(endpoint, given)
  const [first] = refused
  if (values !== undefined) return values
  const place = isInPath(endpoint.path, first?.name ?? '') ? 'params' : 'querystring'
  throw badRequest(`${place}/${first?.name} must be ${first?.accepted}`)
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
