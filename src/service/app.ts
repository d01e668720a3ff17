import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { compatOf, hasCompat } from '../contract/compat.ts'
import { groupOf } from '../contract/endpoint.ts'
import { API_PREFIXES, DECODE, ENDPOINTS, OPENAPI_PATH } from '../contract/endpoints.ts'
import { createAdmission, DATA_LIMITS, PAGE_LIMITS } from './http/admission.ts'
import { limitUrl } from './http/brokenRequests.ts'
import { createClientOf } from './http/clientAddress.ts'
import { createRoutes } from './http/createRoutes.ts'
import { handleErrors } from './http/handleErrors.ts'
import { refuseMethod } from './http/httpProblem.ts'
import { createOriginOf } from './http/publicOrigin.ts'
import { rateLimit } from './http/rateLimit.ts'
import { createResponseCache } from './http/responseCache.ts'
import { securityHeaders } from './http/securityHeaders.ts'
import { setHeaders } from './http/setHeaders.ts'
import { healthRoutes } from './observability/health.ts'
import {
  measureDatabases,
  measureService,
  observeQueries,
  serveMetrics,
} from './observability/metrics.ts'
import { observeRequests, requestId } from './observability/observeRequests.ts'
import { openApiRoutes } from './openapi/openapi.ts'
import { openExplorer } from './pages/explorer.ts'
import { openDrawer } from './previews/drawInWorker.ts'
import { createChainReader } from './queries/chainState.ts'
import { createIndexReader } from './queries/indexReader.ts'
import { createReader } from './readers/createReader.ts'
import type { Reader } from './readers/reader.ts'
import { aboutRoute } from './routes/aboutRoute.ts'
import { eventRoutes } from './routes/eventRoutes.ts'
import { fileRoutes } from './routes/fileRoutes.ts'
import { nodeRoutes } from './routes/nodeRoutes.ts'
import { openSearchRoutes } from './routes/openSearchRoutes.ts'
import { DECODE_PAGE, pageRoutes } from './routes/pageRoutes.ts'
import { previewRoutes } from './routes/previewRoutes.ts'
import { sitemapRoutes } from './routes/sitemapRoutes.ts'
import type { Service, ServiceParts } from './service.ts'
import { imageRoutes } from './tokens/imageRoutes.ts'
import { otherTokensRoute } from './tokens/tokenRoutes.ts'

/** How long browsers may keep the answer to a preflight. Some keep it for less. */
const PREFLIGHT_SECONDS = 86_400

/** The whole service: data, the explorer's pages and files, health and metrics. */
export function createApp(parts: ServiceParts) {
  const service = assemble(parts)
  const { settings, metrics, logger, clientOf, monotonicMs } = service
  const data = dataRoutes(service)
  const events = eventRoutes(service)
  const app = new Hono({ strict: false })
  const explorer = openExplorer(parts, data)
  const images = parts.hasOwnImages ? 'own' : 'any'
  const headers = securityHeaders({ styleHash: explorer?.styleHash, images })
  app.use(requestId, observeRequests(metrics, logger), (c, next) => {
    setHeaders(c, headers)
    return next()
  })
  if (explorer !== undefined) app.route('/', fileRoutes(explorer))
  app.route('/', imageRoutes(service))
  app.route('/', healthRoutes(service))
  const allowMethods = (path: string, methods: string[]) =>
    app.options(path, cors({ origin: '*', allowMethods: methods, maxAge: PREFLIGHT_SECONDS }))
  allowMethods(DECODE.path, ['GET', 'HEAD', 'POST'])
  for (const path of [...API_PREFIXES.map((prefix) => `${prefix}*`), OPENAPI_PATH, '/health/*']) {
    allowMethods(path, ['GET', 'HEAD'])
  }
  if (settings.RATE_LIMIT !== undefined) {
    app.use(rateLimit({ perMinute: settings.RATE_LIMIT, clientOf, monotonicMs }))
  }
  app.use(limitUrl, refuseWrites)
  serveMetrics(app, metrics)
  app.route('/', events.app)
  app.route('/', data)
  const drawer = openDrawer()
  if (explorer !== undefined) {
    const admission = createAdmission({ clientOf: outerClientOf(service), ...PAGE_LIMITS })
    app.route('/', sitemapRoutes(service))
    app.route('/', openSearchRoutes(service))
    app.route('/', previewRoutes({ ...service, explorer, data, drawer, admission }))
    app.route('/', pageRoutes({ ...service, explorer, data, admission }))
  }
  handleErrors(app, logger)
  return {
    fetch: app.fetch,
    /** Ends what would keep connections open. */
    stopStreams: events.close,
    async close() {
      await Promise.all([drawer.close(), service.reader.close()])
    },
  }
}

function assemble(parts: ServiceParts): Service {
  const { settings, monotonicMs, metrics, ownFollower, ownTokenFollower } = parts
  const databases = measureDatabases(parts)
  const chain = createChainReader({ databases, monotonicMs, ownFollower, ownTokenFollower })
  const clientOf = createClientOf(settings.TRUST_PROXY ?? [])
  const admission = createAdmission({ clientOf: outerClientOf({ clientOf }), ...DATA_LIMITS })
  const countFollower = createChangeCounter()
  const cache = createResponseCache({
    maxBytes: settings.CACHE_MB * 1024 * 1024,
    async readVersions() {
      const { tip, isReadable, tokenWrites, followerVersion } = await chain.read()
      return {
        tokens: tokenWrites,
        tip: isReadable ? tip?.writes : undefined,
        follower: countFollower(followerVersion),
      }
    },
    admission,
    monotonicMs,
  })
  const service = {
    ...parts,
    databases,
    chain,
    readIndex: createIndexReader(databases.runes, chain, (writes) =>
      cache.expectNewest({ tip: writes }),
    ),
    cache,
    reader: openReader(parts, { databases, chain }),
    clientOf,
    originOf: createOriginOf(settings.PUBLIC_URL),
  }
  measureService(metrics, service)
  return service
}

/** Counts how often the text that it is given differs from the one before. */
function createChangeCounter() {
  let [latest, count]: [text: string | undefined, count: number] = [undefined, 0]
  return (text: string | undefined) => {
    if (text !== latest) count += 1
    latest = text
    return count
  }
}

/** In threads of their own if there are any. Tests read in this one. */
function openReader(
  parts: ServiceParts,
  { databases, chain }: Pick<Service, 'databases' | 'chain'>,
): Reader {
  const { settings, version, source, logger, metrics } = parts
  const { TOKEN_LIST } = settings
  const facts = { TOKEN_LIST, version, source }
  const opened = parts.openReader?.(facts, { logger, observe: observeQueries(metrics) })
  const { applyTransaction } = parts
  return opened ?? createReader({ ...facts, databases, chain, applyTransaction })
}

/** The API. Pages and the examples in `/openapi.json` read it without HTTP. */
function dataRoutes(service: Service): Hono {
  const data = new Hono({ strict: false })
  const { cache, reader, originOf } = service
  const limits = { ...DATA_LIMITS, maxRunning: reader.capacity }
  const admission = createAdmission({ clientOf: outerClientOf(service), ...limits })
  const routes = createRoutes(data, { cache, reader, admission, originOf })
  // These come first: the first route of a path answers.
  aboutRoute(routes, service)
  nodeRoutes(routes, service)
  for (const endpoint of Object.values(ENDPOINTS)) {
    if (groupOf(endpoint.path) !== 'Operations') routes.read(endpoint)
    if (hasCompat(endpoint)) routes.read(compatOf(endpoint))
  }
  otherTokensRoute(data)
  routes.post(DECODE)
  openApiRoutes(data, service)
  handleErrors(data, service.logger)
  return data
}

/** Requests that the service sends to itself have no connection. They belong to admitted work. */
function outerClientOf({ clientOf }: Pick<Service, 'clientOf'>) {
  return (c: Context) => (c.env?.incoming === undefined ? undefined : clientOf(c))
}

/** Paths that also take a body, with POST. */
const POST_PATHS: readonly string[] = [DECODE.path, DECODE_PAGE]

async function refuseWrites(c: Context, next: () => Promise<void>): Promise<Response | undefined> {
  const isPost = c.req.method === 'POST' && POST_PATHS.includes(c.req.path)
  if (!isPost && !['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)) return refuseMethod(c)
  await next()
}
