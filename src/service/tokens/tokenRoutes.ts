import { ENDPOINTS } from '../../contract/endpoints.ts'
import { isSampleToken } from '../../contract/schemas/token.ts'
import type { Database } from '../../database/database.ts'
import { readMeta } from '../../database/meta.ts'
import { CACHE_CONTROL, CACHE_TAG } from '../http/cacheHeaders.ts'
import type { Routes } from '../http/createRoutes.ts'
import { JSON_HEADERS, jsonResponse } from '../http/jsonResponse.ts'
import type { ReaderRoutes } from '../readers/readerRoutes.ts'
import { createListedBy, type ListedTokens } from './readListedTokens.ts'
import { readLookAlikes } from './readLookAlikes.ts'
import { readToken } from './readToken.ts'
import { readTokenList } from './readTokenList.ts'
import type { TokenResponse, TokenService } from './tokenService.ts'

/** The endpoints of tokens that a reader answers. */
export function tokenRoutes(
  { get, list }: ReaderRoutes,
  { TOKEN_LIST: listed }: { TOKEN_LIST?: ListedTokens | undefined },
): void {
  const listedBy = listed && createListedBy(listed)
  list(ENDPOINTS.tokens, {
    readPage: (values, { readTokens }) =>
      readTokens(async (tokens) => {
        const meta = await readMeta(tokens, 'tokens')
        const page = await readTokenList(tokens, values, listedBy)
        return { page, tags: ['tokens'], version: meta?.get('writes') ?? '' }
      }),
  })
  get(ENDPOINTS.token, ({ principal, locale }, { readTokens }) =>
    readTokens(async (tokens) =>
      jsonResponse((await readToken(tokens, principal.text, locale)).token, 'tokens'),
    ),
  )
  get(ENDPOINTS.lookAlikes, ({ principal }, { readTokens }) =>
    readTokens(async (tokens) =>
      jsonResponse(await readLookAlikes(tokens, principal.text, listedBy), 'tokens'),
    ),
  )
}

type Options = { tokens: Database; tokenService: TokenService }

/** The same token from another service. The serving thread answers, because requests share what it sends. */
export function tokenServiceRoute({ get }: Routes, { tokens, tokenService }: Options): void {
  get(ENDPOINTS.token, async ({ principal: { text: principal }, locale }) =>
    // No other service has the samples.
    isSampleToken(principal)
      ? jsonResponse((await readToken(tokens, principal, locale)).token, 'tokens')
      : sendRead(await tokenService.read(principal, locale)),
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
