import type { Context, Hono } from 'hono'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Database, DatabaseUnavailable, type Query } from '../database/database.ts'
import { CACHE_CONTROL } from '../http/cacheControl.ts'
import type { Freshness } from './health.ts'

/** Metrics for Prometheus; more can be added to `registry`. */
export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  return {
    registry,
    requests: new Histogram({
      name: 'cairn_request_duration_seconds',
      help: 'Time from a request until its response is sent, by method, route and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    }),
    queries: new Histogram({
      name: 'cairn_database_query_duration_seconds',
      help: 'Duration of database queries, by outcome: succeeded, unavailable or failed.',
      labelNames: ['outcome'],
      buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5],
      registers: [registry],
    }),
    upstream: new Histogram({
      name: 'cairn_upstream_duration_seconds',
      help: 'Duration of requests to an upstream service, by what is requested (tokens or runes) and by outcome: succeeded, or the kind of failure.',
      labelNames: ['upstream', 'outcome'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    }),
  }
}

/** Adds Node's own metrics: memory, CPU, event loop, garbage collection. */
export function measureProcess({ registry }: Metrics): void {
  collectDefaultMetrics({ register: registry })
}

type CacheCounts = { hits: number; misses: number; bytes: number; entries: number }

export function measureCache({ registry }: Metrics, read: () => CacheCounts): void {
  new Counter({
    name: 'cairn_cache_requests_total',
    help: 'Requests to the response cache by result, including those of pages for their data.',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      const { hits, misses } = read()
      this.reset()
      this.inc({ result: 'hit' }, hits)
      this.inc({ result: 'miss' }, misses)
    },
  })
  new Gauge({
    name: 'cairn_cache_bytes',
    help: 'Estimated size of the response cache in bytes.',
    registers: [registry],
    collect() {
      this.set(read().bytes)
    },
  })
  new Gauge({
    name: 'cairn_cache_entries',
    help: 'Responses in the cache.',
    registers: [registry],
    collect() {
      this.set(read().entries)
    },
  })
}

/** The same database, with its queries timed. */
export function measureQueries(database: Database, { queries }: Metrics): Database {
  const measure =
    (query: Query): Query =>
    async (sql, parameters) => {
      const began = performance.now()
      let outcome = 'failed'
      try {
        const rows = await query(sql, parameters)
        outcome = 'succeeded'
        return rows
      } catch (error) {
        if (error instanceof DatabaseUnavailable) outcome = 'unavailable'
        throw error
      } finally {
        queries.observe({ outcome }, (performance.now() - began) / 1000)
      }
    }
  return {
    ...database,
    query: measure(database.query),
    readTransaction: (work) => database.readTransaction((query) => work(measure(query))),
  }
}

/** Measures the connections of databases that have a pool. */
export function measureConnections(
  { registry }: Metrics,
  databases: Record<string, Database>,
): void {
  new Gauge({
    name: 'cairn_database_connections',
    help: 'Database connections: open (including idle), idle, and queries that wait for one.',
    labelNames: ['database', 'state'],
    registers: [registry],
    collect() {
      for (const [database, { connections }] of Object.entries(databases)) {
        for (const [state, count] of Object.entries(connections?.() ?? {})) {
          this.set({ database, state }, count)
        }
      }
    },
  })
}

/** Measures how new the data are. Prometheus computes ages as `time()` minus a timestamp. */
export function measureFreshness({ registry }: Metrics, read: () => Promise<Freshness>): void {
  const measure = (
    name: string,
    help: string,
    select: (freshness: Freshness) => number | undefined,
  ) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const value = select(await read())
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })
  measure(
    'cairn_ledger_block_height',
    'Height of the newest block in the ledger, without samples.',
    ({ tip }) => tip?.height,
  )
  measure(
    'cairn_ledger_block_timestamp_seconds',
    'Unix time of the newest block in the ledger, without samples.',
    ({ tip }) => tip?.timestamp,
  )
  new Gauge({
    name: 'cairn_upstream_last_response_timestamp_seconds',
    help: 'Unix time at which the upstream service for tokens or runes last sent a usable response.',
    labelNames: ['upstream'],
    registers: [registry],
    async collect() {
      for (const [upstream, { respondedAt }] of Object.entries((await read()).upstreams)) {
        if (respondedAt !== undefined) this.set({ upstream }, respondedAt / 1000)
      }
    },
  })
}

export function serveMetrics(service: Hono, { registry }: Metrics): void {
  service.get('/metrics', async (c: Context) =>
    c.body(await registry.metrics(), 200, {
      'Content-Type': registry.contentType,
      'Cache-Control': CACHE_CONTROL.notCached,
    }),
  )
}
