import { inject, onTestFinished } from 'vitest'
import type { HexPrefix } from '../../src/service/activityWire.ts'
import { createApp } from '../../src/service/app.ts'
import type { Database } from '../../src/service/database/database.ts'
import { openDatabase } from '../../src/service/database/open.ts'
import { type FetchCallback, startServer, type Timeouts } from '../../src/service/http/server.ts'
import { createLogger, type Logger } from '../../src/service/observability/logger.ts'
import { createMetrics } from '../../src/service/observability/metrics.ts'
import type { UpstreamOptions } from '../../src/service/upstream/readThrough.ts'

export type TestServiceOptions = {
  /** Serves the built explorer and its rendered pages, too. */
  pages?: 'rendered' | 'made here'
  hexPrefix?: HexPrefix
  ipfsGateway?: string
  upstream?: UpstreamOptions
  wrap?: (database: Database) => Database
  /** Another database than the filled one, and one of the runes alone. */
  databaseUrl?: string
  runesDatabaseUrl?: string
  /** Milliseconds that a query may take. */
  timeout?: number
  /** Milliseconds that a page waits for its data. */
  pageBudgetMs?: number
  publicUrl?: string
  /** Requests a minute for each client. */
  rateLimit?: number
  trustProxy?: string[]
  /** Milliseconds of a monotonic clock. */
  clock?: () => number
  logger?: Logger
}

type ServerTimeouts = { timeouts?: Partial<Timeouts> | undefined }

/** Where `buildExplorer.ts` has put the built explorer. */
export const EXPLORER = 'build/explorer'

/** The real service over the real database, on a port of its own, until the test ends. */
export function startService(options: TestServiceOptions & ServerTimeouts = {}): Promise<string> {
  const { timeouts, logger } = options
  return listen(createTestService(options).fetch, { timeouts, logger })
}

/** The real service over the real database, to be served by `listen` or requested in place. */
export function createTestService({
  wrap = (it) => it,
  pages = inject('pages'),
  databaseUrl = inject('databaseUrl'),
  runesDatabaseUrl,
  timeout = 10_000,
  ...options
}: TestServiceOptions = {}) {
  const open = (url: string) => {
    const database = openDatabase(url, { connections: 4, timeout })
    onTestFinished(() => database.close())
    return database
  }
  const app = createApp({
    hexPrefix: '0x',
    trustProxy: [],
    // A busy machine is no slow database.
    pageBudgetMs: 10_000,
    cacheBytes: 64 * 1024 * 1024,
    logger: createLogger('silent'),
    ...options,
    database: wrapQueries(open(databaseUrl), wrap),
    runesDatabase: runesDatabaseUrl === undefined ? undefined : open(runesDatabaseUrl),
    version: 'test',
    explorer: pages === 'rendered' ? EXPLORER : undefined,
    metrics: createMetrics(),
  })
  onTestFinished(app.close)
  // A test that answers some requests itself passes the others on without more.
  const fetch = (request: Request, env: object | undefined = bindings.get(request)) =>
    app.fetch(request, env)
  return { ...app, fetch }
}

/** What Node gave with a request. */
const bindings = new WeakMap<Request, object>()

/** What `wrap` does to queries is done to those of read transactions, too. */
function wrapQueries(database: Database, wrap: (database: Database) => Database): Database {
  return {
    ...wrap(database),
    readTransaction: (work) =>
      database.readTransaction((query) => work(wrap({ ...database, query }).query)),
  }
}

/**
 * Serves `fetch` over HTTP on loopback until the test ends, by the server that `npm start` runs; the
 * origin is returned.
 */
export async function listen(
  fetch: FetchCallback,
  options: ServerTimeouts & { logger?: Logger | undefined } = {},
): Promise<string> {
  const { origin } = await listenUntilStopped(fetch, options)
  return origin
}

/** The same for a server that a test may stop before. */
export async function listenUntilStopped(
  fetch: FetchCallback,
  {
    timeouts,
    logger = createLogger('silent'),
  }: ServerTimeouts & { logger?: Logger | undefined } = {},
) {
  const server = await startServer({
    fetch: (request, env) => {
      bindings.set(request, env)
      return fetch(request, env)
    },
    host: '127.0.0.1',
    port: 0,
    logger,
    // A test that ends waits for nothing.
    timeouts: { stopMs: 0, ...timeouts },
  })
  onTestFinished(server.stop)
  return { origin: `http://127.0.0.1:${server.address.port}`, stop: server.stop }
}

/** The JSON at `path`, with its status. */
export async function getJson(origin: string, path: string, init?: RequestInit) {
  const response = await fetch(origin + path, init)
  return { status: response.status, headers: response.headers, body: await response.json() }
}
