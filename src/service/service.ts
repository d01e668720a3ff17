import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { cors } from 'hono/cors'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import { secureHeaders } from 'hono/secure-headers'
import { stringify } from 'lossless-json'
import type { About } from '../contract/directory.ts'
import { DIRECTORY_PATHS } from '../contract/directory.ts'
import { PATHS } from '../contract/paths.ts'
import { createActivityReader, type HexPrefix } from './activity.ts'
import type { Database } from './database/database.ts'
import { readAbout, readNeighbours, searchDirectory } from './directory.ts'
import {
  blockParameter,
  pagingParameters,
  principalParameter,
  singleQuery,
  transactionIdParameter,
} from './parameters.ts'
import { badRequest, notFound, Problem } from './problems.ts'
import { readToken } from './tokens.ts'

export type ServiceOptions = {
  database: Database
  hexPrefix: HexPrefix
  version: string
  /** The folder of the built explorer, served beside the API; undefined serves the API alone. */
  explorer: string | undefined
}

/** The whole service as a fetch handler: the contract's endpoints, the directory, the explorer. */
export function createService({ database, hexPrefix, version, explorer }: ServiceOptions): Hono {
  const service = new Hono({ strict: false })
  const activity = createActivityReader(database, hexPrefix)
  const about = remember(database, () => readAbout(database, version))

  service.use(compress())
  service.use(secureHeaders(SECURITY_HEADERS))
  for (const api of API_PREFIXES) {
    service.use(api, cors(CORS))
    service.use(api, etag({ retainedHeaders: [...RETAINED_304_HEADERS, ...CORS_304_HEADERS] }))
  }

  service.get(PATHS.token, async (c) => {
    const { principal } = principalParameter(c.req.param('principal'))
    // An empty locale is what a form without a choice sends: the default.
    return json(c, await readToken(database, principal, singleQuery(c.req, 'locale') || undefined))
  })
  service.get(PATHS.transactionActivity, async (c) => {
    const txId = transactionIdParameter(c.req.param('tx_id'))
    return json(c, await activity.ofTransaction(txId, pagingParameters(c.req)))
  })
  service.get(PATHS.blockActivity, async (c) => {
    const block = blockParameter(c.req.param('block'))
    return json(c, await activity.ofBlock(block, pagingParameters(c.req)))
  })

  service.get(DIRECTORY_PATHS.about, async (c) => json(c, await about()))
  service.get(DIRECTORY_PATHS.search, async (c) =>
    json(c, await searchDirectory(database, singleQuery(c.req, 'q') ?? '')),
  )
  service.get(DIRECTORY_PATHS.neighbours, async (c) => {
    const block = blockParameter(c.req.param('height'))
    if (block.kind === 'hash') throw badRequest('params/height must be a height')
    return json(c, await readNeighbours(database, block.height))
  })

  for (const path of [...Object.values(PATHS), ...Object.values(DIRECTORY_PATHS)]) {
    service.all(path, refuseMethod)
  }
  if (explorer !== undefined) serveExplorer(service, explorer)
  service.notFound((c) => answerProblem(c, notFound(`nothing is served at ${c.req.path}`)))
  service.onError((error, c) => {
    if (error instanceof Problem) return answerProblem(c, error)
    console.error(error)
    return answerProblem(c, UNEXPECTED)
  })
  return service
}

const API_PREFIXES = ['/metadata/*', '/runes/*', '/explorer/v1/*']
const UNEXPECTED = new Problem(500, {
  statusCode: 500,
  error: 'Internal Server Error',
  message: 'the service failed; try again, and report it if it stays',
})

const CORS: Parameters<typeof cors>[0] = {
  origin: '*',
  allowMethods: ['GET', 'HEAD'],
  exposeHeaders: ['ETag', 'Retry-After', 'RateLimit', 'RateLimit-Policy'],
}

// Without these a browser keeps a 304 from the page of another origin that asked for it.
const CORS_304_HEADERS = ['access-control-allow-origin', 'access-control-expose-headers']

const SECURITY_HEADERS: Parameters<typeof secureHeaders>[0] = {
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    connectSrc: ["'self'"],
    // Pictures of tokens come from anywhere, and are asked for only when the reader agrees.
    imgSrc: ["'self'", 'data:', 'https:'],
    manifestSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ["'none'"],
  },
  // The API is there for pages of other origins.
  crossOriginResourcePolicy: 'cross-origin',
  referrerPolicy: 'no-referrer',
  // Whether this host is only ever reached over TLS is for the proxy in front of it to say.
  strictTransportSecurity: false,
}

function json(c: Context, body: object): Response {
  c.header('Content-Type', 'application/json; charset=utf-8')
  c.header('Cache-Control', 'no-cache')
  // Said here so that a 304, which has nothing to compress, says it too.
  c.header('Vary', 'Accept-Encoding')
  // Integers beyond a double's reach in strangers' metadata are bigints here and digits on the wire.
  return c.body(stringify(body) ?? '')
}

function answerProblem(c: Context, { status, body }: Problem): Response {
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

/** Keeps one answer until the database changes. */
function remember(database: Database, read: () => Promise<About>): () => Promise<About> {
  let kept: { version: string; answer: Promise<About> } | undefined
  return async () => {
    const version = await database.version()
    if (kept?.version === version) return kept.answer
    const answer = read()
    kept = { version, answer }
    answer.catch(() => {
      kept = undefined
    })
    return answer
  }
}

// Addresses that a page answers; every other one is the explorer's "not found" page, status 404.
const PAGES = ['/', '/token/:principal', '/tx/:txId', '/block/:block', '/search', '/api']

function serveExplorer(service: Hono, folder: string): void {
  const page = readFile(join(folder, 'index.html'), 'utf8')
  const answerPage = async (c: Context, status: 200 | 404) => {
    c.header('Cache-Control', 'no-cache')
    return c.html(await page, status)
  }

  for (const path of PAGES) {
    service.get(path, etag(), (c) => answerPage(c, 200))
    service.all(path, refuseMethod)
  }
  service.use(
    '/assets/*',
    serveStatic({
      root: folder,
      onFound: (_, c) => c.header('Cache-Control', 'public, max-age=31536000, immutable'),
    }),
  )
  service.use(serveStatic({ root: folder }))
  service.get('*', async (c, next) => {
    const isApi = API_PREFIXES.some((prefix) => c.req.path.startsWith(prefix.slice(0, -1)))
    const wantsPage = c.req.header('Accept')?.includes('text/html')
    return isApi || !wantsPage ? next() : answerPage(c, 404)
  })
}
