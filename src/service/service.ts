import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { stringify } from 'lossless-json'
import { DIRECTORY_PATHS } from '../contract/directory.ts'
import { OPENAPI_PATH } from '../contract/endpoints.ts'
import { PATHS } from '../contract/paths.ts'
import { createActivityReader } from './activity.ts'
import type { HexPrefix } from './activityWire.ts'
import { type Answers, formOf, keepAnswers, type RequestContext, themeOf } from './answers.ts'
import {
  type Database,
  type Databases,
  DatabaseUnavailable,
  versionOf,
} from './database/database.ts'
import {
  createAboutReader,
  readBlockTransactions,
  readNeighbours,
  readPlace,
  searchDirectory,
} from './directory.ts'
import { serveDiscovery } from './discovery.ts'
import { readNamesakes } from './namesakes.ts'
import { describeApi } from './openapi/openapi.ts'
import { type Ask, type Explorer, openExplorer, type RenderedPage } from './pages.ts'
import {
  blockParameter,
  heightParameter,
  pagingParameters,
  principalParameter,
  singleQuery,
  transactionIdParameter,
} from './parameters.ts'
import { openDrawer } from './previews/drawer.ts'
import { servePreviews } from './previews/previews.ts'
import { notFound, Problem, tokenProblem, UNAVAILABLE, UNEXPECTED } from './problems.ts'
import { EXPOSED_HEADERS, securityHeaders } from './securityHeaders.ts'
import { readToken } from './tokens.ts'
import {
  createReadThrough,
  type PassedAnswer,
  type ReadThrough,
  type UpstreamOptions,
} from './upstream/readThrough.ts'
import { lookAtDatabases, serveHealth } from './watching/health.ts'
import type { Log } from './watching/log.ts'
import {
  type Metrics,
  measureAnswers,
  measureConnections,
  measureQueries,
  serveMetrics,
} from './watching/metrics.ts'
import { createRouteNames } from './watching/routeNames.ts'

export type ServiceOptions = {
  /** Of tokens and the directory. */
  database: Database
  /** Of runes and their ledger, where it is another one: an indexer's. */
  runesDatabase?: Database | undefined
  hexPrefix: HexPrefix
  version: string
  /** The folder of the built explorer, served beside the API; undefined serves the API alone. */
  explorer: string | undefined
  /** The address that readers know this place by; undefined takes it from each request. */
  publicUrl?: string | undefined
  /** Milliseconds that a page waits for its data, if not as many as usual. */
  pageBudget?: number | undefined
  /** The origin of the host that stands in for `ipfs:`; undefined follows no such address. */
  ipfsGateway?: string | undefined
  /** The services that are asked for what the database lacks. */
  upstream?: UpstreamOptions | undefined
  metrics: Metrics
  log: Log
}

export type Service = Answers & {
  /** Asks in place, without a connection. */
  request(path: string, init?: RequestInit): Response | Promise<Response>
  /** The name of a path's route, for what is counted by route. */
  routeOf(path: string): string
  /** Ends what it started beside this thread. */
  close(): Promise<void>
}

/** The whole service: the contract's endpoints, the directory, the explorer's pages and files. */
export function createService({ metrics, log, ...options }: ServiceOptions): Service {
  const { explorer: folder, publicUrl, ipfsGateway, upstream } = options
  const databases = measured(options, metrics)
  const service = new Hono({ strict: false })
  const answers = keepAnswers({
    handler: (request, context) => service.fetch(request, context),
    version: () => versionOf(databases),
    routeOf: (path) => routeOf(path),
    clock: upstream?.clock,
  })
  measureAnswers(metrics, answers.count)
  const request = (path: string, init?: RequestInit) =>
    answers.fetch(new Request(`http://localhost${path}`, init))
  const explorer =
    folder === undefined
      ? undefined
      : openExplorer(folder, { ask: request, gateway: ipfsGateway, budget: options.pageBudget })
  const drawer = openDrawer()
  const originOf = (c: Context) => publicUrl ?? new URL(c.req.url).origin

  secure(service, explorer)
  for (const prefix of [...API_PREFIXES, OPENAPI_PATH]) service.use(prefix, cors(CORS))
  const through = readThrough(options, databases.tokens, { metrics, log })
  serveApi(service, databases, { ...options, through })
  service.get(OPENAPI_PATH, async (c) =>
    json(c, await describeApi({ ...options, origin: originOf(c), ask: request })),
  )
  service.all(OPENAPI_PATH, refuseMethod)
  serveHealth(service, {
    database: () => lookAtDatabases(databases),
    ...(through && { upstream: through.state }),
  })
  serveMetrics(service, metrics)
  if (explorer !== undefined) {
    serveDiscovery(service, { databases, originOf })
    servePreviews(service, { explorer, drawer, originOf })
    serveExplorer(service, { explorer, ask: request, originOf })
  }
  answerFailures(service, log)
  const routeOf = createRouteNames([...routesOf(service), ...(explorer?.pages ?? [])])
  return { ...answers, request, routeOf, close: drawer.close }
}

function measured(
  { database, runesDatabase }: Pick<ServiceOptions, 'database' | 'runesDatabase'>,
  metrics: Metrics,
): Databases {
  const tokens = measureQueries(database, metrics)
  measureConnections(metrics, 'tokens', database)
  if (runesDatabase) measureConnections(metrics, 'runes', runesDatabase)
  return { tokens, runes: runesDatabase ? measureQueries(runesDatabase, metrics) : tokens }
}

/** Undefined where no service is named that could be asked. */
function readThrough(
  { upstream, hexPrefix }: Pick<ServiceOptions, 'upstream' | 'hexPrefix'>,
  database: Database,
  witnesses: Pick<ServiceOptions, 'metrics' | 'log'>,
): ReadThrough | undefined {
  if (upstream?.tokensUrl === undefined && upstream?.runesUrl === undefined) return
  return createReadThrough(upstream, { database, hexPrefix, ...witnesses })
}

function secure(service: Hono, explorer: Explorer | undefined): void {
  const headers = Object.entries(securityHeaders(explorer?.styleHash))
  service.use(async (c, next) => {
    await next()
    for (const [name, value] of headers) c.res.headers.set(name, value)
  })
}

function answerFailures(service: Hono, log: Log): void {
  service.notFound((c) => answerProblem(c, notFound(`nothing is served at ${c.req.path}`)))
  service.onError((error, c) => {
    if (error instanceof Problem) return answerProblem(c, error)
    const { requestId }: RequestContext = c.env ?? {}
    log.error({ requestId, path: c.req.path, error }, 'a request failed')
    return answerProblem(c, error instanceof DatabaseUnavailable ? UNAVAILABLE : UNEXPECTED)
  })
}

/** The patterns of the routes that answer: what ends in `*` is for many of them, but for the assets. */
function routesOf({ routes }: Hono): string[] {
  return routes.map(({ path }) => path).filter((path) => !path.endsWith('*') || path === ASSETS)
}

type ApiOptions = Pick<ServiceOptions, 'hexPrefix' | 'version'> & {
  through: ReadThrough | undefined
}

function serveApi(service: Hono, databases: Databases, options: ApiOptions): void {
  const { tokens, runes } = databases
  const readAbout = createAboutReader(databases, options.version)
  serveContract(service, databases, options)

  service.get(DIRECTORY_PATHS.about, async (c) => json(c, await readAbout()))
  service.get(DIRECTORY_PATHS.search, async (c) =>
    json(c, await searchDirectory(databases, singleQuery(c.req, 'q') ?? '')),
  )
  service.get(DIRECTORY_PATHS.neighbours, async (c) =>
    json(c, await readNeighbours(runes, heightParameter(c.req.param('height')))),
  )
  service.get(DIRECTORY_PATHS.blockTransactions, async (c) =>
    json(c, await readBlockTransactions(runes, heightParameter(c.req.param('height')))),
  )
  service.get(DIRECTORY_PATHS.place, async (c) =>
    json(c, await readPlace(runes, transactionIdParameter(c.req.param('tx_id')))),
  )
  service.get(DIRECTORY_PATHS.namesakes, async (c) => {
    const { principal } = principalParameter(c.req.param('principal'))
    return json(c, await readNamesakes(tokens, principal))
  })

  for (const path of [...Object.values(PATHS), ...Object.values(DIRECTORY_PATHS)]) {
    service.all(path, refuseMethod)
  }
}

/** What is held here is answered from here; for what is not, another service is asked, if one is named. */
function serveContract(
  service: Hono,
  { tokens, runes }: Databases,
  { hexPrefix, through }: ApiOptions,
): void {
  const activity = createActivityReader(runes, hexPrefix)

  service.get(PATHS.token, async (c) => {
    const { principal } = principalParameter(c.req.param('principal'))
    // An empty locale is what a form without a choice sends: the default.
    const locale = singleQuery(c.req, 'locale') || undefined
    const token = await readToken(tokens, principal, locale)
    if (token !== undefined) return json(c, token)
    const passed = await through?.token(principal, locale)
    if (passed === undefined) throw tokenProblem('contract-not-found')
    return passOn(passed)
  })
  service.get(PATHS.transactionActivity, async (c) => {
    const txId = transactionIdParameter(c.req.param('tx_id'))
    const paging = pagingParameters(c.req)
    const page = await activity.ofTransaction(txId, paging)
    const passed = page.total > 0 ? undefined : await through?.transactionActivity(txId, paging)
    return passed === undefined ? json(c, page) : passOn(passed)
  })
  service.get(PATHS.blockActivity, async (c) => {
    const block = blockParameter(c.req.param('block'))
    const paging = pagingParameters(c.req)
    const page = await activity.ofBlock(block, paging)
    const passed = page.total > 0 ? undefined : await through?.blockActivity(block, paging)
    return passed === undefined ? json(c, page) : passOn(passed)
  })
}

const ASSETS = '/assets/*'
const API_PREFIXES = ['/metadata/*', '/runes/*', '/explorer/v1/*']
const CORS: Parameters<typeof cors>[0] = {
  origin: '*',
  allowMethods: ['GET', 'HEAD'],
  exposeHeaders: EXPOSED_HEADERS,
}

function json(c: Context, body: object): Response {
  c.header('Content-Type', 'application/json; charset=utf-8')
  c.header('Cache-Control', 'no-cache')
  // Integers beyond a double's reach in strangers' metadata are bigints here and digits on the wire.
  return c.body(stringify(body) ?? '')
}

function passOn({ status, body, headers }: PassedAnswer): Response {
  return new Response(body, {
    status,
    headers: {
      // The header of our own answers and of our own problems.
      'Content-Type': status === 200 ? 'application/json; charset=utf-8' : 'application/json',
      'Cache-Control': 'no-cache',
      ...headers,
    },
  })
}

function answerProblem(c: Context, { status, body, retryAfter }: Problem): Response {
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
  return c.json(body, status)
}

function refuseMethod(c: Context): Response {
  c.header('Allow', 'GET, HEAD, OPTIONS')
  const message = `${c.req.method} is not supported; use GET or HEAD`
  return answerProblem(
    c,
    new Problem(405, { statusCode: 405, error: 'Method Not Allowed', message }),
  )
}

type ExplorerOptions = { explorer: Explorer; ask: Ask; originOf: (c: Context) => string }

function serveExplorer(service: Hono, { explorer, ask, originOf }: ExplorerOptions): void {
  service.use(
    ASSETS,
    serveStatic({
      root: explorer.folder,
      precompressed: true,
      onFound: (_, c) => c.header('Cache-Control', 'public, max-age=31536000, immutable'),
    }),
  )
  // A worker that a cache held back would keep an old explorer alive.
  service.use('/sw.js', async (c, next) => {
    await next()
    c.header('Cache-Control', 'no-cache')
  })
  const files = serveStatic({ root: explorer.folder, precompressed: true })
  service.get('*', (c, next) => (c.req.path === '/' ? next() : files(c, next)))

  // Every other address is a page, if a person asks or a page is known there.
  service.get('*', async (c, next) => {
    const { pathname, search } = new URL(c.req.url)
    if (API_PREFIXES.some((prefix) => pathname.startsWith(prefix.slice(0, -1)))) return next()
    const [address, origin] = [pathname + search, originOf(c)]
    const other = explorer.redirect(pathname, search, origin)
    if (other !== undefined) return c.redirect(other, pathname === '/search' ? 302 : 301)
    const accept = c.req.header('Accept') ?? ''
    const form = formOf(accept)
    if (form === 'json') {
      const { answerPath } = await explorer.describe(address, origin)
      return answerPath === undefined ? next() : ask(answerPath, { headers: c.req.raw.headers })
    }
    if (form === 'any' && !explorer.hasPage(pathname)) return next()
    return answerPage(
      await explorer.render(address, origin, themeOf(accept, c.req.header('Cookie') ?? '')),
    )
  })
  service.on(['POST', 'PUT', 'PATCH', 'DELETE'], '*', (c, next) =>
    explorer.hasPage(c.req.path) ? refuseMethod(c) : next(),
  )
}

function answerPage({ html, head, isComplete, cacheStatus }: RenderedPage): Response {
  const { status = 200, retryAfter } = head
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': isComplete ? 'no-cache' : 'no-store',
      Vary: 'Accept, Cookie',
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
      ...(cacheStatus !== undefined && { 'Cache-Status': cacheStatus }),
    },
  })
}
