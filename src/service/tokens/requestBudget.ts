import { setTimeout } from 'node:timers/promises'
import { RequestError } from '../../contract/requestError.ts'

const WINDOW_MS = 60_000

/**
 * Allows `perMinute` requests in any 60 seconds.
 * @param monotonicMs a monotonic clock, in milliseconds.
 */
export function createRequestBudget(perMinute: number, monotonicMs: () => number) {
  // A ring of the times of the latest requests.
  const sentAt = new Float64Array(perMinute).fill(Number.NEGATIVE_INFINITY)
  let oldest = 0

  function waitMs(): number {
    return Math.max(0, (sentAt[oldest] ?? 0) + WINDOW_MS - monotonicMs())
  }

  /** Counts a request. @throws {RequestError} if none may be sent now. */
  function take(): void {
    const left = waitMs()
    if (left > 0) {
      const message = `Cairn sends it at most ${perMinute} requests a minute.`
      throw new RequestError('unavailable', message, { retryAfter: Math.ceil(left / 1000) })
    }
    sentAt[oldest] = monotonicMs()
    oldest = (oldest + 1) % perMinute
  }

  return {
    take,
    /** Counts a request as soon as it may be sent. */
    async waitAndTake(): Promise<void> {
      // A timer may end a moment early.
      for (let left = waitMs(); left > 0; left = waitMs()) await setTimeout(left)
      take()
    },
  }
}
