import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { OPENAPI_PATH } from '../contract/endpoints.ts'
import type { Config } from './config.ts'
import type { Database, Databases } from './database/database.ts'
import { createAdmission, DATA_LIMITS, PAGE_LIMITS } from './http/admission.ts'
import { createClientOf } from './http/clientAddress.ts'
import { handleErrors } from './http/handleErrors.ts'
import { refuseMethod } from './http/httpProblem.ts'
import { jsonResponse } from './http/jsonResponse.ts'
import { limitUrl } from './http/limitUrl.ts'
import { createOriginOf } from './http/publicOrigin.ts'
import { rateLimit } from './http/rateLimit.ts'
import { requestId } from './http/requestId.ts'
import { createResponseCache, type ResponseCache } from './http/responseCache.ts'
import { securityHeaders } from './http/securityHeaders.ts'
import { setHeaders } from './http/setHeaders.ts'
import { healthRoutes, upstreamParts } from './observability/health.ts'
import type { Logger } from './observability/logger.ts'
import {
  type Metrics,
  measureCache,
  measureConnections,
  measureFreshness,
  measureQueries,
  serveMetrics,
} from './observability/metrics.ts'
import { observeRequests } from './observability/observeRequests.ts'
import { describeApi } from './openapi/openapi.ts'
import { openExplorer } from './pages/explorer.ts'
import { openDrawer } from './previews/drawInWorker.ts'
import { type BalanceReader, createBalanceReader } from './queries/balances.ts'
import { createVersions, type Versions } from './queries/cacheVersions.ts'
import { createLedgerReader, type LedgerReader } from './queries/chainCache.ts'
import { checkDatabases } from './queries/checkDatabases.ts'
import { type CoverageReader, createCoverageReader } from './queries/coverage.ts'
import { createHistoryReader } from './queries/history.ts'
import { createRuneListReader } from './queries/runeList.ts'
import { createRuneReader } from './queries/runes.ts'
import { addressRoutes } from './routes/addressRoutes.ts'
import { blockAndTransactionRoutes } from './routes/blockAndTransactionRoutes.ts'
import { directoryRoutes } from './routes/directoryRoutes.ts'
import { fileRoutes } from './routes/fileRoutes.ts'
import { openSearchRoutes } from './routes/openSearchRoutes.ts'
import { API_PREFIXES, pageRoutes } from './routes/pageRoutes.ts'
import { previewRoutes } from './routes/previewRoutes.ts'
import { runeRoutes } from './routes/runeRoutes.ts'
import { runesStatusRoutes } from './routes/runesStatusRoutes.ts'
import { sitemapRoutes } from './routes/sitemapRoutes.ts'
import { tokenRoutes } from './routes/tokenRoutes.ts'
import { createReadThrough, type ReadThrough } from './upstream/readThrough.ts'

type AppOptions = Pick<Config, 'hexPrefix' | 'cacheBytes' | 'trustProxy'> &
  Partial<Pick<Config, 'publicUrl' | 'ipfsGateway' | 'imageHosts' | 'upstream' | 'rateLimit'>> & {
    /** The database of the tokens and the directory. */
    database: Database
    /** The database of the runes and their ledger, if it is another one, such as an indexer's. */
    runesDatabase?: Database | undefined
    version: string
    /** The folder of the built explorer; if undefined, only the API is served. */
    explorer: string | undefined
    /** How long rendering a page waits for its data, if not the default. */
    pageBudgetMs?: number | undefined
    /** A clock that never goes back, `performance.now` by default. */
    monotonicMs?: (() => number) | undefined
    metrics: Metrics
    logger: Logger
  }

/** The whole service: data, the explorer's pages and files, health and metrics. */
export function createApp(options: AppOptions) {
  const {
    explorer: folder,
    publicUrl,
    metrics,
    logger,
    monotonicMs = () => performance.now(),
  } = options
  const databases = measureDatabases(options)
  const versions = createVersions(databases, monotonicMs)
  const readTipHeight = async () => (await versions.read()).tip?.height
  const clientOf = createClientOf(options.trustProxy)
  // Requests that the service sends to itself have no connection. They belong to admitted work.
  const outerClientOf = (c: Context) => (c.env?.incoming === undefined ? undefined : clientOf(c))
  const cache = createResponseCache({
    maxBytes: options.cacheBytes,
    readVersions: async () => tagVersions(await versions.read()),
    monotonicMs,
    admission: createAdmission({ clientOf: outerClientOf, ...DATA_LIMITS }),
  })
  measureCache(metrics, cache.counts)
  const upstream = createUpstream({ ...options, monotonicMs }, databases.tokens)
  const upstreams = upstream?.statuses ?? {}
  const readFreshness = async () => ({ tip: (await versions.read()).tip, upstreams })
  measureFreshness(metrics, readFreshness)
  const parts = {
    database: async () => {
      await checkDatabases(databases)
      return 'ready' as const
    },
    ...upstreamParts(upstreams),
  }
  const health = healthRoutes(parts, readFreshness)
  const coverage = createCoverageReader(databases.runes)
  const readLedger = createLedgerReader(databases.runes)
  const balances = createBalanceReader({ readLedger, coverage, logger })
  const data = dataRoutes(options, {
    databases,
    readLedger,
    coverage,
    balances,
    upstream,
    cache,
    health,
    readTipHeight,
  })
  const fetchData = (path: string, init?: RequestInit) => data.request(path, init)
  const explorer =
    folder === undefined
      ? undefined
      : openExplorer(folder, {
          fetch: fetchData,
          gateway: options.ipfsGateway,
          imageHosts: options.imageHosts ?? [],
          budgetMs: options.pageBudgetMs,
        })
  const drawer = openDrawer()

  const app = new Hono({ strict: false })
  const headers = securityHeaders(explorer?.styleHash)
  app.use(requestId, observeRequests(metrics, logger), (c, next) => {
    setHeaders(c, headers)
    return next()
  })
  if (explorer !== undefined) app.route('/', fileRoutes(explorer))
  app.route('/', health)
  for (const path of [...API_PREFIXES.map((prefix) => `${prefix}*`), OPENAPI_PATH]) {
    app.options(path, cors({ origin: '*', allowMethods: ['GET', 'HEAD'] }))
  }
  if (options.rateLimit !== undefined) {
    app.use(rateLimit({ perMinute: options.rateLimit, clientOf, monotonicMs }))
  }
  app.use(limitUrl, refuseWrites)
  serveMetrics(app, metrics)
  app.route('/', data)
  if (explorer !== undefined) {
    const originOf = createOriginOf(publicUrl)
    app.route('/', sitemapRoutes({ databases, cache, originOf }))
    app.route('/', openSearchRoutes(originOf))
    const admission = createAdmission({ clientOf: outerClientOf, ...PAGE_LIMITS })
    app.route('/', previewRoutes({ explorer, drawer, cache, admission, originOf }))
    app.route('/', pageRoutes({ explorer, cache, fetch: fetchData, admission, originOf, logger }))
  }
  handleErrors(app, logger)
  const { findBurns } = balances
  return { fetch: app.fetch, request: fetchData, findBurns, close: drawer.close }
}

type Parts = {
  databases: Databases
  readLedger: LedgerReader
  coverage: CoverageReader
  balances: BalanceReader
  upstream: ReadThrough | undefined
  cache: ResponseCache
  health: Hono
  readTipHeight: () => Promise<number | undefined>
}

/** The API. Pages and the examples in `/openapi.json` read it without HTTP. */
function dataRoutes(
  options: AppOptions,
  { databases, readLedger, coverage, balances, upstream, cache, health, readTipHeight }: Parts,
): Hono {
  const { hexPrefix, version, publicUrl } = options
  const { tokens, runes } = databases
  const data = new Hono({ strict: false })
  data.route('/', health)
  data.route('/', tokenRoutes({ tokens, upstream, cache }))
  data.route('/', blockAndTransactionRoutes({ runes, hexPrefix, upstream, cache, readTipHeight }))
  data.route('/', runesStatusRoutes({ runes, version, cache }))
  const request = (path: string) => data.request(path)
  const history = createHistoryReader({ readLedger, hexPrefix, coverage })
  const runeReader = createRuneReader({ database: runes, readLedger, hexPrefix, coverage })
  const list = createRuneListReader({ readLedger, hexPrefix, coverage })
  data.route('/', runeRoutes({ runes: runeReader, list, history, balances, cache }))
  data.route('/', addressRoutes({ history, balances, cache }))
  data.route(
    '/',
    directoryRoutes({
      databases,
      readLedger,
      upstream,
      version,
      cache,
      request,
      readTipHeight,
    }),
  )
  data.get(
    OPENAPI_PATH,
    cache.cached(
      () => OPENAPI_PATH,
      async () => {
        const description = await describeApi({
          hexPrefix,
          version,
          origin: publicUrl ?? '/',
          request,
        })
        return jsonResponse(description, ['tokens', 'ledger', 'tip'])
      },
    ),
  )
  handleErrors(data, options.logger)
  return data
}

function measureDatabases({ database, runesDatabase, metrics }: AppOptions): Databases {
  measureConnections(
    metrics,
    runesDatabase ? { tokens: database, runes: runesDatabase } : { tokens: database },
  )
  const tokens = measureQueries(database, metrics)
  return { tokens, runes: runesDatabase ? measureQueries(runesDatabase, metrics) : tokens }
}

/** Undefined if no other service is configured. */
function createUpstream(
  { upstream, hexPrefix, monotonicMs, metrics, logger }: AppOptions & { monotonicMs: () => number },
  database: Database,
): ReadThrough | undefined {
  if (upstream?.tokensUrl === undefined && upstream?.runesUrl === undefined) return
  return createReadThrough(upstream, { database, hexPrefix, monotonicMs, metrics, logger })
}

/** The versions of the cache tags. A ledger that can be read but has no tip is empty. */
function tagVersions({ tokens, ledger, tip }: Versions) {
  const tipVersion = tip === undefined ? 'none' : `${tip.height} ${tip.hash}`
  return { tokens, ledger, tip: ledger === undefined ? undefined : tipVersion }
}

async function refuseWrites(c: Context, next: () => Promise<void>): Promise<Response | undefined> {
  if (!['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)) return refuseMethod(c)
  await next()
}
