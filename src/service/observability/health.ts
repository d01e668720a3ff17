import { setTimeout } from 'node:timers/promises'
import { Hono } from 'hono'
import { CACHE_CONTROL } from '../http/cacheControl.ts'
import { unavailable } from '../http/httpProblem.ts'
import type { Tip } from '../queries/readTip.ts'

/** `degraded`: the part fails, but the service responds without it. */
type PartState = 'ready' | 'degraded' | 'unavailable'

/** The parts of the service, each with its check. If the check rejects, the part is unavailable. */
export type Parts = Record<string, () => Promise<PartState>>

/** How new the data are. */
export type Freshness = { tip: Tip | undefined; upstreams: Upstreams }

/** What the last requests to an upstream service showed. */
export type UpstreamStatus = {
  /** `degraded` after a failed request: only data in the database and stored responses are served. */
  state: PartState
  /** When it last sent a usable response, in Unix milliseconds; undefined before the first. */
  respondedAt: number | undefined
}

/** The upstream services by what is read from them. */
type Upstreams = { tokens?: UpstreamStatus; runes?: UpstreamStatus }

const CHECK_TIMEOUT_MS = 2000
const NO_STORE = { 'Cache-Control': CACHE_CONTROL.notCached }

/**
 * `/health/live`: the process responds. `/health/ready` and `/health`: the state of each part and the
 * age of the data; the status is 503 if a part is unavailable.
 */
export function healthRoutes(parts: Parts, readFreshness: () => Promise<Freshness>): Hono {
  const app = new Hono()
  // There is no rate limit here, so concurrent requests share one check.
  let running: Promise<Record<string, PartState>> | undefined
  function check() {
    running ??= checkParts(parts).finally(() => {
      running = undefined
    })
    return running
  }

  app.get('/health/live', (c) => c.json({ status: 'live' }, 200, NO_STORE))
  for (const path of ['/health', '/health/ready']) {
    app.get(path, async (c) => {
      const [states, freshness] = await Promise.all([check(), readFreshness()])
      const ages = agesOf(freshness)
      if (!Object.values(states).includes('unavailable')) {
        return c.json({ status: 'ready', parts: states, ...ages }, 200, NO_STORE)
      }
      const { body, retryAfter } = unavailable('a part of the service is unavailable')
      const headers = { ...NO_STORE, 'Retry-After': String(retryAfter) }
      return c.json({ ...body, parts: states, ...ages }, 503, headers)
    })
  }
  return app
}

async function checkParts(parts: Parts): Promise<Record<string, PartState>> {
  const states = Object.entries(parts).map(async ([name, check]) => {
    const timeout = setTimeout(CHECK_TIMEOUT_MS, 'unavailable' as const, { ref: false })
    const state = await Promise.race([check(), timeout]).catch(() => 'unavailable' as const)
    return [name, state] as const
  })
  return Object.fromEntries(await Promise.all(states))
}

/** In seconds. Zero if a clock is wrong. */
function agesOf({ tip, upstreams }: Freshness) {
  const ageOf = (ms: number) => Math.max(0, Math.floor((Date.now() - ms) / 1000))
  const ages = Object.entries(upstreams).flatMap(([part, { respondedAt }]) =>
    respondedAt === undefined ? [] : [[`upstream_${part}_age`, ageOf(respondedAt)] as const],
  )
  return {
    ...(tip && { block_height: tip.height, block_age: ageOf(tip.timestamp * 1000) }),
    ...(ages.length > 0 && { upstream_age: Math.min(...ages.map(([, age]) => age)) }),
    ...Object.fromEntries(ages),
  }
}

/** The state of each upstream service, and of all of them. */
export function upstreamParts(upstreams: Upstreams): Parts {
  const states = Object.entries(upstreams).map(
    ([part, status]) => [`upstream_${part}`, async () => status.state] as const,
  )
  if (states.length === 0) return {}
  const isDegraded = () => Object.values(upstreams).some(({ state }) => state === 'degraded')
  return {
    upstream: async () => (isDegraded() ? 'degraded' : 'ready'),
    ...Object.fromEntries(states),
  }
}
