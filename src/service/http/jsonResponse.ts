import { stringify } from 'lossless-json'
import { BLOCK_HEIGHT, CACHE_CONTROL, CACHE_TAG, type CacheTag } from './cacheHeaders.ts'
import { CORS_HEADERS } from './securityHeaders.ts'

/** The headers of every 200 JSON response, except its cache tags. */
const JSON_HEADERS = {
  ...CORS_HEADERS,
  'Cache-Control': CACHE_CONTROL.data,
  'Content-Type': 'application/json; charset=utf-8',
  Vary: 'Accept, Accept-Encoding',
}

/** A 200 response, cached for as long as its tags are current. Bigints are sent with all their digits. */
export function jsonResponse(body: object, ...tags: CacheTag[]): Response {
  const cacheTags = tags.length > 0 ? { [CACHE_TAG]: tags.join(', ') } : {}
  return new Response(stringify(body), { headers: { ...JSON_HEADERS, ...cacheTags } })
}

/** Names the newest block of the index, if the response depends on it. */
export function withBlockHeight(response: Response, height: number | undefined): Response {
  if (height !== undefined) response.headers.set(BLOCK_HEIGHT, String(height))
  return response
}
