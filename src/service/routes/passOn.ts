import { CACHE_TAG } from '../http/responseCache.ts'
import { CORS_HEADERS } from '../http/securityHeaders.ts'
import type { UpstreamResponse } from '../upstream/upstreamCache.ts'

/** A response that was read from another service, in the form of our own. */
export function passOn({ status, body, headers }: UpstreamResponse): Response {
  return new Response(body, {
    status,
    headers: {
      ...CORS_HEADERS,
      'Cache-Control': 'no-cache',
      [CACHE_TAG]: 'ledger, tokens',
      // As our own responses and problems have it.
      'Content-Type': status === 200 ? 'application/json; charset=utf-8' : 'application/json',
      Vary: 'Accept, Accept-Encoding',
      ...headers,
    },
  })
}
