import type { RequestError, RequestErrorKind } from '../contract/requestError.ts'

/**
 * What helps after a failure: `soon` may pass within a second; `later` passes, but not at once;
 * `online` passes when the connection returns; `by hand` may pass, if the reader thinks so; `never`
 * gives the same response every time.
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
  changed: 'by hand',
  'bad-request': 'never',
  'contract-not-found': 'never',
  'token-not-found': 'never',
  'token-error': 'never',
  'locale-not-found': 'never',
  'not-found': 'never',
}

const QUERY_RETRIES = 2
// A longer timer fires at once.
const MAX_TIMER_MS = 2 ** 31 - 1

/** Whether a failure passes by itself, so that it is worth waiting for. */
export function isTransient({ kind }: RequestError): boolean {
  return ['soon', 'later', 'online'].includes(RETRIES[kind])
}

/** How a page offers to retry. Offline it does not count down: queries run again on reconnect. */
export function retryOffer({ kind }: RequestError): 'automatic' | 'by hand' | 'never' {
  const retry = RETRIES[kind]
  if (retry === 'never') return 'never'
  return retry === 'soon' || retry === 'later' ? 'automatic' : 'by hand'
}

/** Whether React Query retries before a page shows the failure. A pause that the service asks for is shown. */
export function shouldRetryQuery(failures: number, { kind, retryAfter }: RequestError): boolean {
  return failures < QUERY_RETRIES && RETRIES[kind] === 'soon' && retryAfter === undefined
}

export function queryRetryDelayMs(failures: number): number {
  return 500 * 2 ** failures
}

/** The bounds of a delay that doubles with each attempt. */
type Backoff = { firstMs: number; maxMs: number }

export const PAGE_BACKOFF: Backoff = { firstMs: 5000, maxMs: 60_000 }
export const LIST_BACKOFF: Backoff = { firstMs: 1000, maxMs: 30_000 }

/**
 * Milliseconds to wait before the next attempt: what `Retry-After` says, else longer each time.
 * @param attempts how many were made since the last success. `Retry-After: 0` counts as none.
 */
export function retryDelayMs(
  { retryAfter }: RequestError,
  attempts: number,
  { firstMs, maxMs }: Backoff,
): number {
  if (retryAfter) return Math.min(retryAfter * 1000, MAX_TIMER_MS)
  return Math.min(firstMs * 2 ** attempts, maxMs)
}
