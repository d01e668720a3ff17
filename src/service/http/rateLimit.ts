import type { MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import type { ClientOf } from './clientAddress.ts'
import { HttpProblem } from './httpProblem.ts'
import { setHeaders } from './setHeaders.ts'

type RateLimitOptions = {
  /** Requests per minute for each client. */
  perMinute: number
  clientOf: ClientOf
  monotonicMs: () => number
}

const WINDOW_MS = 60_000
/** Bounds memory. With more clients per minute, the counts of the least recent ones are dropped. */
const MAX_CLIENTS = 50_000

/**
 * Counts the requests of each client on arrival, in one-minute windows that begin with its first
 * request. Each process counts separately. Headers: draft-ietf-httpapi-ratelimit-headers-10.
 */
export function rateLimit({
  perMinute,
  clientOf,
  monotonicMs,
}: RateLimitOptions): MiddlewareHandler {
  const windows = new LRUCache<string, { endsAt: number; requests: number }>({ max: MAX_CLIENTS })
  const policy = `"default";q=${perMinute};w=${WINDOW_MS / 1000}`

  return async (c, next) => {
    // A preflight is not counted: the request that follows it is.
    if (c.req.method === 'OPTIONS') return next()
    const client = clientOf(c)
    let window = windows.get(client)
    if (window === undefined || window.endsAt <= monotonicMs()) {
      window = { endsAt: monotonicMs() + WINDOW_MS, requests: 0 }
      windows.set(client, window)
    }
    window.requests += 1
    const seconds = Math.ceil((window.endsAt - monotonicMs()) / 1000)
    const remaining = Math.max(0, perMinute - window.requests)
    const state = `"default";r=${remaining};t=${seconds}`
    setHeaders(c, { 'RateLimit-Policy': policy, RateLimit: state })
    if (window.requests > perMinute) throw tooManyRequests(seconds)
    await next()
  }
}

function tooManyRequests(seconds: number): HttpProblem {
  const message = `Too many requests in a minute. Try again in ${seconds} s.`
  return new HttpProblem('too-many-requests', { message, retryAfter: seconds })
}
