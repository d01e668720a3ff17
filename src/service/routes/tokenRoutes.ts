import { type Context, Hono } from 'hono'
import { PATHS, tokenPath } from '../../contract/paths.ts'
import type { Database } from '../database/database.ts'
import { jsonResponse } from '../http/jsonResponse.ts'
import { principalParameter, singleQuery } from '../http/parameters.ts'
import { tokenProblem } from '../http/problems.ts'
import type { ResponseCache } from '../http/responseCache.ts'
import { readToken } from '../queries/tokens.ts'
import type { ReadThrough } from '../upstream/readThrough.ts'
import { upstreamResponse } from './upstreamResponse.ts'

type Options = { tokens: Database; upstream: ReadThrough | undefined; cache: ResponseCache }

export function tokenRoutes({ tokens, upstream, cache }: Options): Hono {
  const app = new Hono()
  app.get(
    PATHS.token,
    cache.cached(
      (c) => tokenPath(...parametersOf(c)),
      async (c) => {
        const [principal, locale] = parametersOf(c)
        const token = await readToken(tokens, principal, locale)
        if (token !== undefined) return jsonResponse(token, ['tokens'])
        const response = await upstream?.token(principal, locale)
        if (response === undefined) throw tokenProblem('contract-not-found')
        return upstreamResponse(response)
      },
    ),
  )
  return app
}

function parametersOf(c: Context): [principal: string, locale: string | undefined] {
  const { principal } = principalParameter(c.req.param('principal'))
  // A form sends an empty locale for the default document.
  return [principal, singleQuery(c.req, 'locale') || undefined]
}
