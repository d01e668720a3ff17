import type { Context, Hono } from 'hono'
import { Counter, Gauge } from 'prom-client'
import { Follower } from '../../contract/schemas/follower.ts'
import type { Databases } from '../../database/database.ts'
import { CACHE_CONTROL } from '../http/cacheHeaders.ts'
import type { Service, ServiceParts } from '../service.ts'
import type { Metrics } from './createMetrics.ts'
import { measureQueries } from './measureQueries.ts'

/** The databases with their queries timed. */
export function measureDatabases({ databases, metrics }: ServiceParts): Databases {
  const observe = observeQueries(metrics)
  const tokens = measureQueries(databases.tokens, observe)
  const isOne = databases.tokens === databases.runes
  return { tokens, runes: isOne ? tokens : measureQueries(databases.runes, observe) }
}

export function observeQueries({ queries }: Metrics) {
  return (outcome: string, seconds: number) => queries.observe({ outcome }, seconds)
}

/** Measures the cache, the connections, and how new the data are. */
export function measureService(metrics: Metrics, service: Service): void {
  const { cache, chain } = service
  countCacheRequests(metrics, cache.counts)
  measureConnections(metrics, service)
  const gauge = (
    name: string,
    help: string,
    read: () => Promise<number | undefined> | number | undefined,
  ) =>
    new Gauge({
      name,
      help,
      registers: [metrics.registry],
      async collect() {
        const value = await read()
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })
  gauge(
    'cairn_cache_bytes',
    'Estimated size of the response cache in bytes.',
    () => cache.counts().bytes,
  )
  gauge('cairn_cache_entries', 'Responses in the cache.', () => cache.counts().entries)
  gauge('cairn_index_block_height', 'Height of the newest block in the index.', async () => {
    return (await chain.read()).tip?.height
  })
  gauge('cairn_index_block_timestamp_seconds', 'Unix time of that block.', async () => {
    return (await chain.read()).tip?.timestamp
  })
  gauge('cairn_node_block_height', 'Height of the newest block of the node.', async () => {
    return (await chain.read()).nodeHeight
  })
  gauge('cairn_follower_heartbeat_age_seconds', 'Age of what the follower says.', async () => {
    return (await chain.read()).heartbeatAge
  })
  measureFollower(metrics, {
    name: 'cairn_follower_state',
    node: 'Bitcoin',
    read: async () => (await chain.read()).follower,
  })
  gauge(
    'cairn_stacks_block_height',
    'Newest Stacks block when tokens were last read.',
    async () => {
      return (await chain.read()).stacksTip?.height
    },
  )
  gauge(
    'cairn_token_follower_heartbeat_age_seconds',
    'Age of what the follower of the Stacks node says.',
    async () => {
      return (await chain.read()).tokenHeartbeatAge
    },
  )
  measureFollower(metrics, {
    name: 'cairn_token_follower_state',
    node: 'Stacks',
    read: async () => (await chain.read()).tokenFollower,
  })
}

/** 1 for the present state, 0 for the others. */
function measureFollower(
  { registry }: Metrics,
  { name, node, read }: { name: string; node: string; read: () => Promise<Follower | undefined> },
): void {
  new Gauge({
    name,
    help: `1 for the state of the follower of the ${node} node: following, waiting or stopped.`,
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const follower = await read()
      this.reset()
      if (follower === undefined) return
      for (const state of Follower.entries.state.options) {
        this.set({ state }, Number(state === follower.state))
      }
    },
  })
}

function countCacheRequests(
  { registry }: Metrics,
  read: () => { hits: number; misses: number },
): void {
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
}

/** Measures the connections of databases that have a pool, those of the readers included. */
function measureConnections({ registry }: Metrics, { databases, reader }: Service): void {
  new Gauge({
    name: 'cairn_database_connections',
    help: 'Database connections: open (including idle), idle, and queries that wait for one.',
    labelNames: ['database', 'state'],
    registers: [registry],
    async collect() {
      const ofReaders = await reader.connections()
      this.reset()
      for (const [database, { connections }] of Object.entries(databases)) {
        for (const [state, count] of Object.entries(connections?.() ?? {})) {
          this.inc({ database, state }, count)
        }
      }
      for (const { part: database, ...counts } of ofReaders) {
        for (const [state, count] of Object.entries(counts)) this.inc({ database, state }, count)
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
