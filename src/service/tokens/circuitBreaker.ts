import { LRUCache } from 'lru-cache'
import { RequestError } from '../../contract/requestError.ts'

const MAX_FAILURES_IN_A_ROW = 3
/** A request that failed is not sent again for this long. */
const SAME_REQUEST_DELAY_MS = 5000
const MAX_FAILED_REQUESTS = 10_000

const RETRY_DELAY_MS = 500
const MAX_RETRY_DELAY_MS = 30_000
const MAX_RETRY_AFTER_SECONDS = 60 * 60

/**
 * How long to wait after `failures` in a row: as long as the service asks for (`retryAfter`, in seconds),
 * otherwise twice as long each time.
 */
export function backoffMs(failures: number, retryAfter: number | undefined): number {
  if (retryAfter !== undefined) return Math.min(retryAfter, MAX_RETRY_AFTER_SECONDS) * 1000
  return Math.min(RETRY_DELAY_MS * 2 ** (failures - 1), MAX_RETRY_DELAY_MS)
}

/**
 * Stops requests that would probably fail: all of them for a while after the service asked for a pause or
 * failed several times in a row, and single ones after they failed.
 * @param monotonicMs a monotonic clock, in milliseconds.
 */
export function createCircuitBreaker(monotonicMs: () => number) {
  const failed = new LRUCache<string, RequestError>({
    max: MAX_FAILED_REQUESTS,
    ttl: SAME_REQUEST_DELAY_MS,
    ttlResolution: 0,
    perf: { now: monotonicMs },
  })
  let pause: { error: RequestError; until: number } | undefined
  let failures = 0

  return {
    /** @throws {RequestError} the earlier failure, with the seconds to wait. */
    expectClosed(request: string): void {
      const leftMs = pause === undefined ? 0 : pause.until - monotonicMs()
      if (pause !== undefined && leftMs > 0) throw repeat(pause.error, leftMs)
      const error = failed.get(request)
      if (error !== undefined) throw repeat(error, failed.getRemainingTTL(request))
    },
    noteSuccess(): void {
      failures = 0
    },
    noteFailure(request: string, error: RequestError): void {
      failed.set(request, error)
      const isPauseRequested = error.kind === 'rate-limited' || error.retryAfter !== undefined
      if (!isPauseRequested && !isOutage(error)) return
      failures += 1
      if (!isPauseRequested && failures < MAX_FAILURES_IN_A_ROW) return
      const until = monotonicMs() + backoffMs(failures, error.retryAfter)
      // Requests that were already running when the pause began do not shorten it.
      if (pause === undefined || until > pause.until) pause = { error, until }
    },
  }
}

/** Whether the service is away or busy. With `unreadable`, it works, but not for this request. */
export function isOutage({ kind }: RequestError): boolean {
  return ['unreachable', 'timeout', 'unavailable', 'rate-limited'].includes(kind)
}

function repeat({ kind, message, status }: RequestError, leftMs: number): RequestError {
  return new RequestError(kind, message, { status, retryAfter: Math.ceil(leftMs / 1000) })
}
