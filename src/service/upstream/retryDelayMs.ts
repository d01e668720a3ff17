import type { RequestError } from '../../contract/requestError.ts'

const FIRST_RETRY_DELAY_MS = 500
const MAX_RETRY_DELAY_MS = 30_000
/** For a rate limit that does not say when it ends. */
const RATE_LIMIT_DELAY_MS = 30_000
const MAX_RETRY_AFTER_MS = 60 * 60 * 1000

/**
 * How long the service sends nothing to another service after the last of `failures` in a row: as
 * long as that asked for, otherwise twice as long each time.
 */
export function retryDelayMs({ kind, retryAfter }: RequestError, failures: number): number {
  if (retryAfter !== undefined) return Math.min(retryAfter * 1000, MAX_RETRY_AFTER_MS)
  if (kind === 'rate-limited') return RATE_LIMIT_DELAY_MS
  return Math.min(FIRST_RETRY_DELAY_MS * 2 ** (failures - 1), MAX_RETRY_DELAY_MS)
}
