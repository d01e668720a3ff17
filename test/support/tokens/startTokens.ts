import { Hono } from 'hono'
import { onTestFinished } from 'vitest'
import { ENDPOINTS } from '../../../src/contract/endpoints.ts'
import type { Database } from '../../../src/database/database.ts'
import { readMeta } from '../../../src/database/meta.ts'
import { createAdmission, DATA_LIMITS } from '../../../src/service/http/admission.ts'
import { createRoutes } from '../../../src/service/http/createRoutes.ts'
import { handleErrors } from '../../../src/service/http/handleErrors.ts'
import { jsonResponse } from '../../../src/service/http/jsonResponse.ts'
import { createResponseCache } from '../../../src/service/http/responseCache.ts'
import { type FetchCallback, startServer } from '../../../src/service/http/server.ts'
import { createLogger } from '../../../src/service/observability/logger.ts'
import { searchSimilarTokens, searchTokens } from '../../../src/service/tokens/searchTokens.ts'
import { tokenRoutes } from '../../../src/service/tokens/tokenRoutes.ts'
import type { TokenService } from '../../../src/service/tokens/tokenService.ts'

type Options = { tokenService?: TokenService | undefined; monotonicMs?: () => number }

/** Serves the tokens of a database on loopback until the test ends. Returns the origin. */
export async function startTokens(
  tokens: Database,
  { tokenService, monotonicMs = () => performance.now() }: Options = {},
): Promise<string> {
  const app = new Hono({ strict: false })
  const cache = createResponseCache({
    maxBytes: 64 * 1024 * 1024,
    readVersions: async () => ({
      tokens: (await readMeta(tokens, 'tokens').catch(() => undefined))?.get('writes'),
      tip: undefined,
    }),
    admission: createAdmission({ clientOf: () => 'test', ...DATA_LIMITS }),
    monotonicMs,
  })
  const { get } = createRoutes(app, cache)
  tokenRoutes({ get, tokens, tokenService })
  // The service adds the other kinds.
  get(ENDPOINTS.search, async ({ q, offset, limit }) => {
    const exact = await searchTokens(tokens.query, q)
    const found = exact.length > 0 ? exact : await searchSimilarTokens(tokens.query, q)
    return jsonResponse({ total: found.length, results: found.slice(offset, offset + limit) })
  })
  handleErrors(app, createLogger('silent'))
  return listen(app.fetch)
}

/** Serves requests on loopback until the test ends. Returns the origin. */
export async function listen(fetch: FetchCallback): Promise<string> {
  const server = await startServer({
    fetch,
    host: '127.0.0.1',
    port: 0,
    logger: createLogger('silent'),
    // The end of a test must not wait for open connections.
    timeouts: { stopMs: 0 },
  })
  onTestFinished(server.stop)
  return `http://127.0.0.1:${server.address.port}`
}

/** The status, headers and JSON body of a response. */
export async function getJson(url: string, init?: RequestInit) {
  const response = await fetch(url, init)
  return { status: response.status, headers: response.headers, body: await response.json() }
}
