import type { RequestError } from '../contract/requestError.ts'

/**
 * The status of a page that shows nothing but this failure, and its `Retry-After`: the service's own
 * status, 502 for a response that cannot be read, 503 without any.
 */
export function pageStatus(error: RequestError | null) {
  if (error === null) return { status: 200 }
  const { status = 503, retryAfter } = error
  return { status: status < 400 ? 502 : status, retryAfter }
}
