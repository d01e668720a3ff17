import type { RequestError } from '../contract/requestError.ts'

/**
 * The status and `Retry-After` of a page that shows only this failure: the service's own status, 502 for
 * an unreadable response, 503 for no response.
 */
export function pageStatus(error: RequestError | null) {
  if (error === null) return { status: 200 }
  const { status = 503, retryAfter } = error
  return { status: status < 400 ? 502 : status, retryAfter }
}
