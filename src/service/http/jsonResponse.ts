import { stringify } from 'lossless-json'
import { COVERAGE, type Coverage } from '../../contract/coverageHeader.ts'
import { CACHE_CONTROL } from './cacheControl.ts'
import { CACHE_TAG, type CacheTag } from './cacheTags.ts'
import { CORS_HEADERS } from './securityHeaders.ts'

/** The headers of every 200 JSON response, except its cache tags. */
export const JSON_HEADERS = {
  ...CORS_HEADERS,
  'Cache-Control': CACHE_CONTROL.data,
  'Content-Type': 'application/json; charset=utf-8',
  Vary: 'Accept, Accept-Encoding',
}

/** A 200 response. Bigints are sent with all their digits. */
export function jsonResponse(
  body: object,
  tags: readonly CacheTag[] = [],
  coverage?: Coverage | undefined,
): Response {
  const headers = {
    ...JSON_HEADERS,
    ...(tags.length > 0 && { [CACHE_TAG]: tags.join(', ') }),
    ...(coverage !== undefined && { [COVERAGE]: coverage }),
  }
  return new Response(stringify(body), { headers })
}

/** A 200 response with part of the runes' history: a new block moves the records of every page. */
export function runesResponse(body: object, coverage: Coverage | undefined): Response {
  return jsonResponse(body, coverage === 'sample' ? ['ledger'] : ['ledger', 'tip'], coverage)
}
