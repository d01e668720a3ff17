import { ENDPOINTS } from '../../contract/endpoints.ts'
import { isSampleToken } from '../../contract/schemas/token.ts'
import type { Database } from '../../database/database.ts'
import { readMeta } from '../../database/meta.ts'
import { CACHE_CONTROL, CACHE_TAG } from '../http/cacheHeaders.ts'
import type { Routes } from '../http/createRoutes.ts'
import { JSON_HEADERS, jsonResponse } from '../http/jsonResponse.ts'
import type { ListedBy } from './readListedTokens.ts'
import { readLookAlikes } from './readLookAlikes.ts'
import { readToken } from './readToken.ts'
import { readTokenList } from './readTokenList.ts'
import type { TokenResponse, TokenService } from './tokenService.ts'

type Options = {
  tokens: Database
  tokenService: TokenService | undefined
  listedBy?: ListedBy | undefined
}

export function tokenRoutes(
  { get, list }: Routes,
  { tokens, tokenService, listedBy }: Options,
): void {
  list(ENDPOINTS.tokens, {
    async readPage(values) {
      const meta = await readMeta(tokens, 'tokens')
      const page = await readTokenList(tokens, values, listedBy)
      return { page, tags: ['tokens'], version: meta?.get('writes') ?? '' }
    },
  })
  get(ENDPOINTS.token, async ({ principal: { text: principal }, locale }) =>
    // No other service has the samples.
    tokenService === undefined || isSampleToken(principal)
      ? jsonResponse((await readToken(tokens, principal, locale)).token, 'tokens')
      : sendRead(await tokenService.read(principal, locale)),
  )
  get(ENDPOINTS.lookAlikes, async ({ principal }) =>
    jsonResponse(await readLookAlikes(tokens, principal.text, listedBy), 'tokens'),
  )
}

/** `Cache-Status` (RFC 9211): a negative `ttl` means stale. */
function sendRead({ status, body, ttl, age }: TokenResponse): Response {
  return new Response(body, {
    status,
    headers: {
      ...JSON_HEADERS,
      ...(status !== 200 && { 'Cache-Control': CACHE_CONTROL.notCached }),
      ...(age !== undefined && { Age: String(age) }),
      'Cache-Status': `cairn; ttl=${ttl}`,
      [CACHE_TAG]: 'tokens',
    },
  })
}
