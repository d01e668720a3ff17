import type { Context, Hono } from 'hono'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { AnswerCounts } from '../answers.ts'
import { type Database, DatabaseUnavailable, type Query } from '../database/database.ts'

/** What is counted and timed, for Prometheus. Whoever has numbers of their own adds them to `registry`. */
export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  return {
    registry,
    requests: new Histogram({
      name: 'cairn_request_duration_seconds',
      help: 'Time from a request to its whole answer, by the route and the status.',
      labelNames: ['route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    }),
    queries: new Histogram({
      name: 'cairn_database_query_duration_seconds',
      help: 'Time that the database took for a query, by outcome: answered, unavailable or failed.',
      labelNames: ['outcome'],
      buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5],
      registers: [registry],
    }),
    upstream: new Histogram({
      name: 'cairn_upstream_duration_seconds',
      help: 'Time until another service had given what was asked of it, by outcome: answered, or what went wrong.',
      labelNames: ['outcome'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    }),
  }
}

/** Adds what Node tells of the process: memory, CPU, event loop, garbage. Once a process. */
export function measureProcess({ registry }: Metrics): void {
  collectDefaultMetrics({ register: registry })
}

/** Adds how the answers kept in memory did; `read` is asked when the metrics are. */
export function measureAnswers({ registry }: Metrics, read: () => AnswerCounts): void {
  new Counter({
    name: 'cairn_cache_requests_total',
    help: 'Requests, those of pages for their data included, by whether an answer was kept in memory.',
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
    help: 'Estimated size of the answers kept in memory.',
    registers: [registry],
    collect() {
      this.set(read().bytes)
    },
  })
  new Gauge({
    name: 'cairn_cache_answers',
    help: 'Answers kept in memory.',
    registers: [registry],
    collect() {
      this.set(read().answers)
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
        outcome = 'answered'
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

/** Adds what the connections to `database`, called `name`, are doing. */
export function measureConnections({ registry }: Metrics, name: string, database: Database): void {
  const { connections } = database
  if (connections === undefined) return
  new Gauge({
    name: `cairn_${name}_database_connections`,
    help: 'Connections to the database: open, of these idle; and queries that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(connections())) this.set({ state }, count)
    },
  })
}

export function serveMetrics(service: Hono, { registry }: Metrics): void {
  service.get('/metrics', async (c: Context) =>
    c.body(await registry.metrics(), 200, {
      'Content-Type': registry.contentType,
      'Cache-Control': 'no-store',
    }),
  )
}
