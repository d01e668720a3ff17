import type { RequestError, RequestErrorKind } from '../contract/requestError.ts'

/**
 * When a retry may succeed: `soon`, within a second; `later`, after a pause; `online`, when the connection
 * returns; `by hand`, if the reader wants to try; `never`, because the response would be the same.
 */
const RETRIES: Record<RequestErrorKind, 'soon' | 'later' | 'online' | 'by hand' | 'never'> = {
  unavailable: 'soon',
  unreachable: 'soon',
  timeout: 'soon',
  'rate-limited': 'later',
  'metadata-in-progress': 'later',
  offline: 'online',
  refused: 'by hand',
  unreadable: 'by hand',
  'bad-request': 'never',
  'contract-not-found': 'never',
  'token-not-found': 'never',
  'token-error': 'never',
  'locale-not-found': 'never',
  'not-found': 'never',
}

const QUERY_RETRIES = 2
// A longer timer would fire at once.
const MAX_TIMER_MS = 2 ** 31 - 1

/** How a page offers to retry. Offline there is no countdown. */
export function retryOffer(
  { kind }: RequestError,
  isOffline: boolean,
): 'automatic' | 'by hand' | 'never' {
  const retry = RETRIES[kind]
  if (retry === 'never') return 'never'
  if (retry === 'online') return isOffline ? 'by hand' : 'automatic'
  return retry === 'soon' || retry === 'later' ? 'automatic' : 'by hand'
}

/** Whether React Query retries before a page shows the failure. Not if the response has `Retry-After`. */
export function shouldRetryQuery(failures: number, { kind, retryAfter }: RequestError): boolean {
  return failures < QUERY_RETRIES && RETRIES[kind] === 'soon' && retryAfter === undefined
}

export function queryRetryDelayMs(failures: number): number {
  return 500 * 2 ** failures
}

const [FIRST_DELAY_MS, MAX_DELAY_MS] = [5000, 60_000]

/**
 * Milliseconds to wait before the next attempt: `Retry-After` if it is above 0, none if the connection has
 * returned, else twice as long each time.
 * @param attempts the number of attempts since the last success.
 */
export function retryDelayMs({ kind, retryAfter }: RequestError, attempts: number): number {
  if (RETRIES[kind] === 'online') return 0
  if (retryAfter) return Math.min(retryAfter * 1000, MAX_TIMER_MS)
  return Math.min(FIRST_DELAY_MS * 2 ** attempts, MAX_DELAY_MS)
}
