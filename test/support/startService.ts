import { inject, onTestFinished } from 'vitest'
import type { HexPrefix } from '../../src/service/activityToWire.ts'
import { createApp } from '../../src/service/app.ts'
import type { Database } from '../../src/service/database/database.ts'
import { openDatabase } from '../../src/service/database/openDatabase.ts'
import { type FetchCallback, startServer, type Timeouts } from '../../src/service/http/server.ts'
import { createLogger, type Logger } from '../../src/service/observability/logger.ts'
import { createMetrics } from '../../src/service/observability/metrics.ts'
import type { UpstreamOptions } from '../../src/service/upstream/readThrough.ts'
import { completeDatabase } from './ownDatabase.ts'

export type TestServiceOptions = {
  /** `server-rendered` also serves the built explorer. */
  pages?: 'server-rendered' | 'client-rendered'
  hexPrefix?: HexPrefix
  ipfsGateway?: string
  /** The default trusts none: tests contact no other machine. */
  imageHosts?: string[]
  upstream?: UpstreamOptions
  wrap?: (database: Database) => Database
  /** The default is the filled database for both tokens and runes. */
  databaseUrl?: string
  runesDatabaseUrl?: string
  /** For a query. */
  timeoutMs?: number
  /** How long rendering a page waits for its data, in milliseconds. */
  pageBudgetMs?: number
  publicUrl?: string
  /** Requests per minute and client. */
  rateLimit?: number
  trustProxy?: string[]
  monotonicMs?: () => number
  logger?: Logger
}

type ServerTimeouts = { timeouts?: Partial<Timeouts> | undefined }

/** The folder of the explorer that `buildExplorer.ts` built. */
export const EXPLORER = 'build/explorer'

/** Starts the service with a real database on a free port until the test ends. */
export function startService(options: TestServiceOptions & ServerTimeouts = {}): Promise<string> {
  const { timeouts, logger } = options
  return listen(createTestService(options).fetch, { timeouts, logger })
}

/** Starts a service whose blocks are complete, unlike those of the snapshot. */
export async function startComplete(): Promise<string> {
  return startService({ databaseUrl: await completeDatabase() })
}

/** Creates the service with a real database, for `listen` or direct requests. */
export function createTestService({
  wrap = (it) => it,
  pages = inject('pages'),
  databaseUrl = inject('databaseUrl'),
  runesDatabaseUrl,
  timeoutMs = 10_000,
  ...options
}: TestServiceOptions = {}) {
  const open = (url: string) => {
    const database = openDatabase(url, { connections: 4, timeoutMs })
    onTestFinished(() => database.close())
    return database
  }
  const app = createApp({
    hexPrefix: '0x',
    trustProxy: [],
    // Long enough for a busy machine.
    pageBudgetMs: 10_000,
    cacheBytes: 64 * 1024 * 1024,
    logger: createLogger('silent'),
    ...options,
    database: wrapQueries(open(databaseUrl), wrap),
    runesDatabase: runesDatabaseUrl === undefined ? undefined : open(runesDatabaseUrl),
    version: 'test',
    explorer: pages === 'server-rendered' ? EXPLORER : undefined,
    metrics: createMetrics(),
  })
  onTestFinished(app.close)
  // Tests that handle some requests themselves pass the others on without `env`.
  const fetch = (request: Request, env: object | undefined = bindings.get(request)) =>
    app.fetch(request, env)
  return { ...app, fetch }
}

/** The Node.js bindings of each request. */
const bindings = new WeakMap<Request, object>()

/** Applies `wrap` also to the queries of read transactions. */
function wrapQueries(database: Database, wrap: (database: Database) => Database): Database {
  return {
    ...wrap(database),
    readTransaction: (work) =>
      database.readTransaction((query) => work(wrap({ ...database, query }).query)),
  }
}

/** Serves `fetch` on loopback with the server of `npm start` until the test ends. Returns the origin. */
export async function listen(
  fetch: FetchCallback,
  options: ServerTimeouts & { logger?: Logger | undefined } = {},
): Promise<string> {
  const { origin } = await listenUntilStopped(fetch, options)
  return origin
}

/** Like `listen`, but also returns a function that stops the server. */
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
    // The end of a test must not wait for open connections.
    timeouts: { stopMs: 0, ...timeouts },
  })
  onTestFinished(server.stop)
  return { origin: `http://127.0.0.1:${server.address.port}`, stop: server.stop }
}

/** The status, headers and JSON body of a response. */
export async function getJson(origin: string, path: string, init?: RequestInit) {
  const response = await fetch(origin + path, init)
  return { status: response.status, headers: response.headers, body: await response.json() }
}
