import { stringify } from 'lossless-json'
import { CACHE_TAG, type CacheTag } from './responseCache.ts'
import { CORS_HEADERS } from './securityHeaders.ts'

/** A 200. Integers beyond a double's range are bigints here and digits on the wire. */
export function jsonResponse(body: object, tags: readonly CacheTag[] = []): Response {
  return new Response(stringify(body), {
    headers: {
      ...CORS_HEADERS,
      'Cache-Control': 'no-cache',
      'Content-Type': 'application/json; charset=utf-8',
      Vary: 'Accept, Accept-Encoding',
      ...(tags.length > 0 && { [CACHE_TAG]: tags.join(', ') }),
    },
  })
}
