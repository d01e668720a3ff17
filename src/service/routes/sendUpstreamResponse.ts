import { CACHE_TAG } from '../http/cacheTags.ts'
import { JSON_HEADERS } from '../http/jsonResponse.ts'
import type { UpstreamResponse } from '../upstream/upstreamCache.ts'

/** Sends a response of another service in the same form as this service's own. */
export function sendUpstreamResponse({ status, body, headers }: UpstreamResponse): Response {
  return new Response(body, {
    status,
    headers: {
      ...JSON_HEADERS,
      // Problems have no charset, as in this service's own.
      ...(status !== 200 && { 'Content-Type': 'application/json' }),
      [CACHE_TAG]: 'ledger, tokens',
      ...headers,
    },
  })
}
