import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { inject, onTestFinished } from 'vitest'
import type { HexPrefix } from '../../src/service/activityWire.ts'
import type { Database } from '../../src/service/database/database.ts'
import { openDatabase } from '../../src/service/database/open.ts'
import { createService } from '../../src/service/service.ts'
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
}

/** Where `buildExplorer.ts` has put the built explorer. */
export const EXPLORER = 'build/explorer'

export type Fetch = (request: Request) => Response | Promise<Response>

/** The real service over the real database, on a port of its own, until the test ends. */
export function startService(options: TestServiceOptions = {}): Promise<string> {
  return listen(createTestService(options).fetch)
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
}: TestServiceOptions = {}) {
  const open = (url: string) => {
    const database = openDatabase(url, { connections: 4, timeout })
    onTestFinished(() => database.close())
    return database
  }
  const service = createService({
    database: wrap(open(databaseUrl)),
    runesDatabase: runesDatabaseUrl === undefined ? undefined : open(runesDatabaseUrl),
    hexPrefix,
    ipfsGateway,
    upstream,
    version: 'test',
    explorer: pages === 'rendered' ? EXPLORER : undefined,
  })
  onTestFinished(service.close)
  return service
}

/** Serves `fetch` over HTTP on loopback until the test ends; the origin is returned. */
export async function listen(fetch: Fetch): Promise<string> {
  const { origin } = await listenUntilStopped(fetch)
  return origin
}

/** The same for a server that a test may stop before. */
export async function listenUntilStopped(fetch: Fetch) {
  const server = serve({ fetch, hostname: '127.0.0.1', port: 0 })
  await new Promise((listening) => server.once('listening', listening))
  const stop = () =>
    new Promise<void>((closed) => {
      server.close(() => closed())
      if ('closeAllConnections' in server) server.closeAllConnections()
    })
  onTestFinished(stop)
  return { origin: `http://127.0.0.1:${portOf(server.address())}`, stop }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return address.port
}

/** The JSON at `path`, with its status. */
export async function getJson(origin: string, path: string, init?: RequestInit) {
  const response = await fetch(origin + path, init)
  return { status: response.status, headers: response.headers, body: await response.json() }
}
