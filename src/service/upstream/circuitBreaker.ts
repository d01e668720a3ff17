import { LRUCache } from 'lru-cache'
import { RequestError, type RequestErrorKind } from '../../contract/requestError.ts'
import { OverBudget } from './requestBudget.ts'
import { retryDelayMs, SAME_REQUEST_DELAY_MS } from './retryDelay.ts'

const MAX_FAILURES_IN_A_ROW = 3
const MAX_FAILED_REQUESTS = 10_000

/**
 * Stops requests to another service that would probably fail. Stops all of them for a while after the
 * service requested a pause or failed several times in a row, and a request that failed for
 * SAME_REQUEST_DELAY_MS.
 * @param monotonicMs a monotonic clock, in milliseconds.
 */
export function createCircuitBreaker(monotonicMs: () => number) {
  const failedRequests = new LRUCache<string, RequestError>({
    max: MAX_FAILED_REQUESTS,
    ttl: SAME_REQUEST_DELAY_MS,
    ttlResolution: 0,
    perf: { now: monotonicMs },
  })
  let pause: { error: RequestError; until: number } | undefined
  let failures = 0

  function throwIfOpen(): void {
    const leftMs = pause === undefined ? 0 : pause.until - monotonicMs()
    if (pause !== undefined && leftMs > 0) throw repeat(pause.error, leftMs)
  }

  function throwIfFailed(key: string): void {
    const error = failedRequests.get(key)
    if (error !== undefined) throw repeat(error, failedRequests.getRemainingTTL(key))
  }

  function note(key: string, error: RequestError): void {
    // Nothing was sent.
    if (error instanceof OverBudget) return
    // The request was waiting when the pause began.
    if (pause !== undefined && error.cause === pause.error) return
    failedRequests.set(key, error)
    const isPauseRequested = error.kind === 'rate-limited' || error.retryAfter !== undefined
    if (!isPauseRequested && !DOWN.has(error.kind)) return
    failures += 1
    if (!isPauseRequested && failures < MAX_FAILURES_IN_A_ROW) return
    const until = monotonicMs() + retryDelayMs(failures, error.retryAfter)
    // Requests that were already running when the pause began do not shorten it.
    if (pause === undefined || until > pause.until) pause = { error, until }
  }

  return {
    /** @throws {RequestError} the failure that began the pause, with the seconds that are left. */
    throwIfOpen,
    /** @throws {RequestError} from `request`, or an earlier one if `request` is not run. */
    async run<Result>(key: string, request: () => Promise<Result>): Promise<Result> {
      throwIfOpen()
      throwIfFailed(key)
      try {
        const result = await request()
        failures = 0
        return result
      } catch (error) {
        if (error instanceof RequestError) note(key, error)
        throw error
      }
    },
  }
}

// `unreadable` is not one of them: the service works, but not for this request.
const DOWN = new Set<RequestErrorKind>(['offline', 'unreachable', 'timeout', 'unavailable'])

function repeat(error: RequestError, leftMs: number): RequestError {
  const { kind, message, url, status } = error
  const retryAfter = Math.ceil(leftMs / 1000)
  return new RequestError(kind, message, { url, status, retryAfter, cause: error })
}
