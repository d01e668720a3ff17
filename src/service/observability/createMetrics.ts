import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

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
  }
}

/** Adds Node's own metrics: memory, CPU, event loop, garbage collection. */
export function measureProcess({ registry }: Metrics): void {
  collectDefaultMetrics({ register: registry })
}
