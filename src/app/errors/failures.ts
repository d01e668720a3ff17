import type { Query } from '@tanstack/react-query'
import type { RequestError, RequestErrorKind } from '../../contract/requestError.ts'

/** What a reader sees for each kind of failed request: what happened, then what to do. */
type Failure = {
  title: string
  meaning: string
  /**
   * When a retry may succeed: `soon`, within a second; `later`, after a pause; `online`, when the connection
   * returns; `by hand`, if the reader wants to try. Without it the response would be the same.
   */
  retry?: 'soon' | 'later' | 'online' | 'by hand'
}

export const FAILURES: Record<RequestErrorKind, Failure> = {
  'bad-request': {
    title: 'A part of this link is not accepted',
    meaning: 'Remove the filter, or search for what you need.',
  },
  'contract-not-found': {
    title: 'Contract not found',
    meaning: 'No contract with this name is known here. Check it for typing mistakes.',
  },
  'token-not-found': {
    title: 'No token in this contract',
    meaning: 'The contract exists, but it has no fungible token.',
  },
  'not-found': {
    title: 'Not found',
    meaning: 'Nothing is known here by this name. Check it, or search for it.',
  },
  'token-error': {
    title: 'This token cannot be read',
    meaning: 'The contract does not answer as a SIP-010 token should. That will not change.',
  },
  'locale-not-found': {
    title: 'Not available in this language',
    meaning: 'The token has no metadata in it. The default language is available.',
  },
  'metadata-in-progress': {
    title: 'Metadata is still being fetched',
    meaning: 'The token is known; its metadata will be here soon.',
    retry: 'later',
  },
  'rate-limited': {
    title: 'Too many requests from this network',
    meaning: 'What you see stays. The page is tried again by itself.',
    retry: 'later',
  },
  unavailable: {
    title: 'The data cannot be read right now',
    meaning: 'This usually passes within a moment.',
    retry: 'soon',
  },
  refused: { title: 'The request was refused', meaning: 'Try again later.', retry: 'by hand' },
  offline: {
    title: 'You are offline',
    meaning: 'Pages that you have visited still open. This one loads when you are online.',
    retry: 'online',
  },
  unreachable: {
    title: 'The service cannot be reached',
    meaning: 'It may be down, or something blocks the connection.',
    retry: 'soon',
  },
  timeout: {
    title: 'The service took too long to respond',
    meaning: 'It may be busy. Try again in a moment.',
    // The reader has waited long enough.
    retry: 'later',
  },
  unreadable: {
    title: 'The response could not be understood',
    meaning: 'It is shown unchanged below.',
    retry: 'by hand',
  },
}

/** How React Query retries before a page shows the failure. Not if the response has `Retry-After`. */
export const QUERY_RETRIES = {
  retry: (failures: number, { kind, retryAfter }: RequestError) =>
    failures < 2 && FAILURES[kind].retry === 'soon' && retryAfter === undefined,
  retryDelay: (failures: number) => 500 * 2 ** failures,
  // Show a failure of server rendering or of a loader first, instead of retrying at once.
  retryOnMount: ({ state }: Query) => Date.now() - state.errorUpdatedAt > 10_000,
}

// A longer timer would fire at once.
const MAX_TIMER_MS = 2 ** 31 - 1
const [FIRST_DELAY_MS, MAX_DELAY_MS] = [5000, 60_000]

/**
 * Milliseconds until a page that is online retries by itself: `Retry-After` if it is above 0, none for a lost
 * connection, else twice as long each time. Undefined if it does not.
 * @param attempts the number of attempts since the last success.
 */
export function retryDelayMs(
  { kind, retryAfter }: RequestError,
  attempts: number,
): number | undefined {
  const { retry } = FAILURES[kind]
  if (retry === 'online') return 0
  if (retry === undefined || retry === 'by hand') return
  if (retryAfter) return Math.min(retryAfter * 1000, MAX_TIMER_MS)
  return Math.min(FIRST_DELAY_MS * 2 ** attempts, MAX_DELAY_MS)
}
