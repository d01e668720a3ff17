import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { OPENAPI_PATH } from '../contract/endpoints.ts'
import type { HexPrefix } from './activityWire.ts'
import { type Answers, keepAnswers, type RequestContext } from './answers.ts'
import { type Database, type Databases, DatabaseUnavailable } from './database/database.ts'
import { serveDiscovery } from './discovery.ts'
import { describeApi } from './openapi/openapi.ts'
import { type Explorer, openExplorer } from './pages.ts'
import { openDrawer } from './previews/drawer.ts'
import { servePreviews } from './previews/previews.ts'
import { notFound, Problem, UNAVAILABLE, UNEXPECTED } from './problems.ts'
import { createVersions } from './queries/versions.ts'
import { answerProblem, json, refuseMethod } from './responses.ts'
import { EXPOSED_HEADERS, securityHeaders } from './securityHeaders.ts'
import { API_PREFIXES, serveApi } from './serveApi.ts'
import { ASSETS, serveExplorer } from './serveExplorer.ts'
import {
  createReadThrough,
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
  const versions = createVersions(databases)
  const answers = keepAnswers({
    handler: (request, context) => service.fetch(request, context),
    version: async () => JSON.stringify(await versions.read()),
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
  serveApi(service, { ...options, databases, through })
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

const CORS: Parameters<typeof cors>[0] = {
  origin: '*',
  allowMethods: ['GET', 'HEAD'],
  exposeHeaders: EXPOSED_HEADERS,
}
