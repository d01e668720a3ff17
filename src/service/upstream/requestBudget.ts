import { setTimeout } from 'node:timers/promises'
import { RequestError } from '../../contract/requestError.ts'

const WINDOW_MS = 60_000
/** The share of the budget that refreshes leave to readers. */
const READERS_SHARE = 0.2

/** `reader`: a reader waits for the response. `refresh`: a stored response is sent meanwhile. */
export type Priority = 'reader' | 'refresh'

/** The service has been sent as many requests as the budget allows. */
export class OverBudget extends RequestError {
  override name = 'OverBudget'
}

/**
 * Allows `perMinute` requests to another service in any 60 seconds.
 * @param monotonicMs a monotonic clock, in milliseconds.
 */
export function createRequestBudget(perMinute: number, monotonicMs: () => number) {
  const reserves = { reader: 0, refresh: Math.floor(perMinute * READERS_SHARE) }
  // A ring of the times of the latest requests.
  const sentAt = new Float64Array(perMinute).fill(Number.NEGATIVE_INFINITY)
  let oldest = 0

  /** The time until a request may be sent. A refresh needs more than one free place. */
  function waitMs(priority: Priority): number {
    const time = sentAt[(oldest + reserves[priority]) % perMinute] ?? 0
    return Math.max(0, time + WINDOW_MS - monotonicMs())
  }

  /** @throws {OverBudget} if no request with this priority may be sent now. */
  function throwIfSpent(priority: Priority): void {
    const left = waitMs(priority)
    if (left === 0) return
    const message = `Cairn sends it at most ${perMinute} requests a minute.`
    throw new OverBudget('unavailable', message, { retryAfter: Math.ceil(left / 1000) })
  }

  /** Counts a request. @throws {OverBudget} */
  function take(): void {
    throwIfSpent('reader')
    sentAt[oldest] = monotonicMs()
    oldest = (oldest + 1) % perMinute
  }

  return {
    throwIfSpent,
    take,
    /** Counts a request as soon as it may be sent. */
    async waitAndTake(): Promise<void> {
      // A timer may end a moment early.
      for (let left = waitMs('reader'); left > 0; left = waitMs('reader')) await setTimeout(left)
      take()
    },
  }
}
