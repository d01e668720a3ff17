import { inject, onTestFinished } from 'vitest'
import type { HexPrefix } from '../../src/service/activityWire.ts'
import type { Handler } from '../../src/service/answers.ts'
import type { Database } from '../../src/service/database/database.ts'
import { openDatabase } from '../../src/service/database/open.ts'
import type { RateLimit } from '../../src/service/server/rateLimit.ts'
import {
  PATIENCE,
  type Patience,
  type ServerOptions,
  startServer,
} from '../../src/service/server/server.ts'
import { createService } from '../../src/service/service.ts'
import type { UpstreamOptions } from '../../src/service/upstream/readThrough.ts'
import { createLog, type Log } from '../../src/service/watching/log.ts'
import { createMetrics } from '../../src/service/watching/metrics.ts'

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
  pageBudget?: number
  log?: Log
}

/** How the service stands in the open; nobody is counted unless it is said. */
type Standing = { rateLimit?: RateLimit | undefined; patience?: Partial<Patience> | undefined }

/** Where `buildExplorer.ts` has put the built explorer. */
export const EXPLORER = 'build/explorer'

/** The real service over the real database, on a port of its own, until the test ends. */
export function startService(options: TestServiceOptions & Standing = {}): Promise<string> {
  const service = createTestService(options)
  const { rateLimit, patience } = options
  return listen(service.fetch, { ...service, kept: service, rateLimit, patience })
}

/** The real service over the real database, to be served by `listen` or asked in place. */
export function createTestService({
  hexPrefix = '0x',
  ipfsGateway,
  upstream,
  wrap = (it) => it,
  pages = inject('pages'),
  databaseUrl = inject('databaseUrl'),
  runesDatabaseUrl,
  timeout = 10_000,
  // A busy machine is no slow database.
  pageBudget = 10_000,
  log = createLog('silent'),
}: TestServiceOptions = {}) {
  const open = (url: string) => {
    const database = openDatabase(url, { connections: 4, timeout })
    onTestFinished(() => database.close())
    return database
  }
  const metrics = createMetrics()
  const service = createService({
    database: wrapQueries(open(databaseUrl), wrap),
    runesDatabase: runesDatabaseUrl === undefined ? undefined : open(runesDatabaseUrl),
    hexPrefix,
    ipfsGateway,
    upstream,
    pageBudget,
    version: 'test',
    explorer: pages === 'rendered' ? EXPLORER : undefined,
    metrics,
    log,
  })
  onTestFinished(service.close)
  return { ...service, metrics, log }
}

/** What `wrap` does to queries is done to those of read transactions, too. */
function wrapQueries(database: Database, wrap: (database: Database) => Database): Database {
  return {
    ...wrap(database),
    readTransaction: (work) =>
      database.readTransaction((query) => work(wrap({ ...database, query }).query)),
  }
}

type Listening = Partial<Omit<ServerOptions, 'patience'>> & Standing

/**
 * Serves `fetch` over HTTP on loopback until the test ends, by the server that `npm start` runs; the
 * origin is returned.
 */
export async function listen(fetch: Handler, options: Listening = {}): Promise<string> {
  const { origin } = await listenUntilStopped(fetch, options)
  return origin
}

/** The same for a server that a test may stop before. */
export async function listenUntilStopped(fetch: Handler, options: Listening = {}) {
  const server = await startServer({
    metrics: createMetrics(),
    log: createLog('silent'),
    routeOf: () => 'other',
    ...options,
    host: '127.0.0.1',
    port: 0,
    fetch,
    // A test that ends waits for nothing.
    patience: { ...PATIENCE, stop: 0, ...options.patience },
  })
  onTestFinished(server.stop)
  return { origin: `http://127.0.0.1:${server.address.port}`, stop: server.stop }
}

/** The JSON at `path`, with its status. */
export async function getJson(origin: string, path: string, init?: RequestInit) {
  const response = await fetch(origin + path, init)
  return { status: response.status, headers: response.headers, body: await response.json() }
}
