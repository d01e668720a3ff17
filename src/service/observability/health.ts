import { setTimeout } from 'node:timers/promises'
import { Hono } from 'hono'
import { unavailable } from '../http/problems.ts'
import type { Tip } from '../queries/readTip.ts'

/** `degraded`: the part fails, but the service responds without it. */
export type PartState = 'ready' | 'degraded' | 'unavailable'

/** The parts of the service, each with its check. If the check rejects, the part is unavailable. */
export type Parts = Record<string, () => Promise<PartState>>

/** How new the data are. `upstreamRespondedAt` is Unix milliseconds. */
export type Freshness = { tip: Tip | undefined; upstreamRespondedAt: number | undefined }

const CHECK_TIMEOUT_MS = 2000
const NO_STORE = { 'Cache-Control': 'no-store' }

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
function agesOf({ tip, upstreamRespondedAt }: Freshness) {
  const ageOf = (ms: number) => Math.max(0, Math.floor((Date.now() - ms) / 1000))
  return {
    ...(tip && { block_height: tip.height, block_age: ageOf(tip.timestamp * 1000) }),
    ...(upstreamRespondedAt !== undefined && { upstream_age: ageOf(upstreamRespondedAt) }),
  }
}
