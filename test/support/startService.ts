import { inject, onTestFinished } from 'vitest'
import { type Database, type Databases, DatabaseUnavailable } from '../../src/database/database.ts'
import { createApp } from '../../src/service/app.ts'
import { type FetchCallback, startServer, type Timeouts } from '../../src/service/http/server.ts'
import { createMetrics } from '../../src/service/observability/createMetrics.ts'
import { createLogger, type Logger } from '../../src/service/observability/logger.ts'
import type { ServiceParts } from '../../src/service/service.ts'
import { readSettings } from '../../src/service/settings.ts'
import { bundledData, type ServedData } from './servedData.ts'

export type ServiceOptions = Partial<
  Pick<ServiceParts, 'logger' | 'monotonicMs' | 'pageBudgetMs'>
> & {
  /** The bundled data by default. */
  data?: ServedData
  /** As in the environment. By default, tests contact no other machine. */
  settings?: Record<string, string>
  /** `server-rendered` also serves the built explorer. */
  pages?: 'server-rendered' | 'client-rendered'
  /** Replaces the databases, so that a test can delay queries or let them fail. */
  wrap?: (database: Database) => Database
  timeouts?: Partial<Timeouts>
}

/** The folder of the explorer that `buildExplorer.ts` built. */
const EXPLORER = 'build/explorer'

/** Starts the real service on a free port of loopback until the test ends. Returns its origin. */
export async function startService(options: ServiceOptions = {}): Promise<string> {
  return (await startStoppable(options)).origin
}

/** The same. `stop` shuts it down as a signal does. */
export async function startStoppable({
  data = bundledData(),
  settings = {},
  pages = inject('pages'),
  wrap = (database) => database,
  timeouts,
  logger = createLogger('silent'),
  monotonicMs = () => performance.now(),
  // Long enough for a busy machine.
  pageBudgetMs = 10_000,
}: ServiceOptions = {}) {
  const app = createApp({
    ...data,
    databases: wrapDatabases(data.databases, wrap),
    settings: readSettings({ IMAGE_HOSTS: 'none', ...settings }),
    version: 'test',
    explorerFolder: pages === 'server-rendered' ? EXPLORER : undefined,
    metrics: createMetrics(),
    logger,
    monotonicMs,
    pageBudgetMs,
  })
  onTestFinished(app.close)
  const { origin, stop } = await listenUntilStopped(app.fetch, { timeouts, logger })
  return {
    origin,
    async stop() {
      app.stopStreams()
      await stop()
    },
  }
}

/** A clock that is a second later each time it is read: the service reads the newest block at each request. */
export function hastyClock(): () => number {
  let now = 0
  return () => {
    now += 1000
    return now
  }
}

/** Lets all queries fail while `isDown()`. */
export function failWhile(isDown: () => boolean): (database: Database) => Database {
  return (database) => ({
    ...database,
    query: async (sql, parameters) => {
      if (isDown()) throw new DatabaseUnavailable('away')
      return database.query(sql, parameters)
    },
  })
}

/** Applies `wrap` also to the queries of read transactions. */
function wrapDatabases(
  { tokens, runes }: Databases,
  wrap: (database: Database) => Database,
): Databases {
  const wrapAll = (database: Database): Database => ({
    ...wrap(database),
    readTransaction: (work) =>
      database.readTransaction((query) => work(wrap({ ...database, query }).query)),
  })
  const wrapped = wrapAll(tokens)
  return { tokens: wrapped, runes: tokens === runes ? wrapped : wrapAll(runes) }
}

type ListenOptions = { timeouts?: Partial<Timeouts> | undefined; logger?: Logger }

/** Serves `fetch` on loopback with the server of `npm start` until the test ends. Returns the origin. */
export async function listen(fetch: FetchCallback, options: ListenOptions = {}): Promise<string> {
  return (await listenUntilStopped(fetch, options)).origin
}

/** Like `listen`, but also returns a function that stops the server. */
export async function listenUntilStopped(
  fetch: FetchCallback,
  { timeouts, logger = createLogger('silent') }: ListenOptions = {},
) {
  const server = await startServer({
    fetch,
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
export async function getJson(url: string, init?: RequestInit) {
  const response = await fetch(url, init)
  return { status: response.status, headers: response.headers, body: await response.json() }
}
