import { setTimeout } from 'node:timers/promises'
import { RequestError } from '../../contract/requestError.ts'
import { readRetryAfter } from '../../contract/retryAfter.ts'
import { retryDelayMs } from '../upstream/retryDelayMs.ts'

type Fetch = (url: string, init: RequestInit) => Promise<Response>

const MAX_TRIES = 5
const MAX_RETRY_AFTER_SECONDS = 15 * 60

/**
 * Sends a request again if the service is busy or cannot be reached: after the time that it asks for,
 * or after a delay that doubles. An import can wait, unlike a reader.
 */
export function createRetryingFetch(fetch: Fetch, signal: AbortSignal): Fetch {
  return async (url, init) => {
    for (let tries = 1; ; tries++) {
      const outcome = await fetch(url, init).catch((error: unknown) => ({ error }))
      signal.throwIfAborted()
      const isLast = tries === MAX_TRIES || !isTemporary(outcome)
      const seconds =
        outcome instanceof Response ? readRetryAfter(outcome.headers, Date.now()) : undefined
      if (isLast || (seconds ?? 0) > MAX_RETRY_AFTER_SECONDS) {
        if (outcome instanceof Response) return outcome
        throw outcome.error
      }
      await setTimeout(retryDelayMs(tries, seconds), undefined, { signal })
    }
  }
}

function isTemporary(outcome: Response | { error: unknown }): boolean {
  if (outcome instanceof Response) return outcome.status === 429 || outcome.status >= 500
  return !(outcome.error instanceof RequestError && outcome.error.kind === 'unreadable')
}
