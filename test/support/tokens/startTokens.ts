import { Hono } from 'hono'
import { compatOf } from '../../../src/contract/compat.ts'
import { ENDPOINTS } from '../../../src/contract/endpoints.ts'
import type { Database } from '../../../src/database/database.ts'
import { readMeta } from '../../../src/database/meta.ts'
import { createAdmission, DATA_LIMITS } from '../../../src/service/http/admission.ts'
import { createRoutes } from '../../../src/service/http/createRoutes.ts'
import { handleErrors } from '../../../src/service/http/handleErrors.ts'
import { jsonResponse } from '../../../src/service/http/jsonResponse.ts'
import { createOriginOf } from '../../../src/service/http/publicOrigin.ts'
import { createResponseCache } from '../../../src/service/http/responseCache.ts'
import { createLogger } from '../../../src/service/observability/logger.ts'
import { createChainReader } from '../../../src/service/queries/chainState.ts'
import { createReader } from '../../../src/service/readers/createReader.ts'
import { imageRoutes } from '../../../src/service/tokens/imageRoutes.ts'
import { searchSimilarTokens, searchTokens } from '../../../src/service/tokens/searchTokens.ts'
import { listen } from '../startService.ts'

const TOKEN_ENDPOINTS = [
  'token',
  'tokens',
  'tokenSearch',
  'tokenDetails',
  'lookAlikes',
  'namesAlike',
] as const

/** Serves the tokens of a database on loopback until the test ends. Returns the origin. */
export async function startTokens(tokens: Database): Promise<string> {
  const monotonicMs = () => performance.now()
  const app = new Hono({ strict: false })
  const admission = createAdmission({ clientOf: () => 'test', ...DATA_LIMITS })
  const cache = createResponseCache({
    maxBytes: 64 * 1024 * 1024,
    readVersions: async () => {
      const meta = await readMeta(tokens, 'tokens').catch(() => undefined)
      return { tokens: meta && Number(meta.get('writes')) }
    },
    admission,
    monotonicMs,
  })
  const reader = readerOf(tokens, monotonicMs)
  const routes = createRoutes(app, {
    cache,
    reader,
    admission,
    originOf: createOriginOf(undefined),
  })
  for (const name of TOKEN_ENDPOINTS) {
    routes.read(ENDPOINTS[name])
  }
  routes.read(compatOf(ENDPOINTS.tokens))
  app.route(
    '/',
    imageRoutes({ databases: { tokens, runes: tokens }, clientOf: () => 'test', monotonicMs }),
  )
  // The service adds the other kinds.
  routes.get(ENDPOINTS.search, async ({ q, offset, limit }) => {
    const exact = await searchTokens(tokens.query, q)
    const found = exact.length > 0 ? exact : await searchSimilarTokens(tokens.query, q)
    return jsonResponse({ total: found.length, results: found.slice(offset, offset + limit) })
  })
  handleErrors(app, createLogger('silent'))
  return listen(app.fetch)
}

function readerOf(tokens: Database, monotonicMs: () => number) {
  const databases = { tokens, runes: tokens }
  const facts = { version: 'test', source: 'bundled' } as const
  const chain = createChainReader({ databases, monotonicMs })
  return createReader({ ...facts, TOKEN_LIST: undefined, databases, chain })
}
