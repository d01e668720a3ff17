import { stringify } from 'lossless-json'
import { CACHE_CONTROL, CACHE_TAG, type CacheTag } from './cacheHeaders.ts'
import { CORS_HEADERS } from './securityHeaders.ts'

/** The headers of every 200 JSON response, except its cache tags. */
export const JSON_HEADERS = {
  ...CORS_HEADERS,
  'Cache-Control': CACHE_CONTROL.data,
  'Content-Type': 'application/json; charset=utf-8',
  Vary: 'Accept, Accept-Encoding',
}

/** A 200 response, cached for as long as its tags are current. Bigints are sent with all their digits. */
export function jsonResponse(body: object, ...tags: CacheTag[]): Response {
  return jsonBytesResponse(toJsonBytes(body), ...tags)
}

/** The same of JSON that was made before. */
export function jsonBytesResponse(bytes: Uint8Array<ArrayBuffer>, ...tags: CacheTag[]): Response {
  const cacheTags = tags.length > 0 ? { [CACHE_TAG]: tags.join(', ') } : {}
  return new Response(bytes, { headers: { ...JSON_HEADERS, ...cacheTags } })
}

/** They have a buffer of their own, so that another thread can take them over. */
export function toJsonBytes(body: object): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(stringify(body))
}
