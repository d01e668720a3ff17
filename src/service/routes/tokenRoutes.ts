import { type Context, Hono } from 'hono'
import type { Paging } from '../../contract/paging.ts'
import { PATHS, tokenPath } from '../../contract/paths.ts'
import { SAMPLES } from '../../contract/samples.ts'
import { type TokenListOptions, tokenListPath } from '../../contract/tokenList.ts'
import type { Database } from '../database/database.ts'
import { jsonResponse } from '../http/jsonResponse.ts'
import {
  pagingParameters,
  principalParameter,
  singleQuery,
  tokenListParameters,
} from '../http/parameters.ts'
import { HttpProblem, tokenProblem } from '../http/problems.ts'
import type { ResponseCache } from '../http/responseCache.ts'
import { readTokenList } from '../queries/tokenList.ts'
import { readToken } from '../queries/tokens.ts'
import type { ReadThrough } from '../upstream/readThrough.ts'
import { heldResponse } from '../upstream/storedResponse.ts'
import { sendUpstreamResponse } from './sendUpstreamResponse.ts'

type Options = { tokens: Database; upstream: ReadThrough | undefined; cache: ResponseCache }

export function tokenRoutes({ tokens, upstream, cache }: Options): Hono {
  const app = new Hono()

  async function readLocal(principal: string, locale: string | undefined) {
    const local = await readToken(tokens, principal, locale)
    return local && jsonResponse(local.token, ['tokens'], local.coverage)
  }

  async function readUpstream(principal: string, locale: string | undefined) {
    const response = await upstream?.token(principal, locale, () => readHeld(principal, locale))
    return response && sendUpstreamResponse(response)
  }

  /** The stored token, for when the upstream service fails. Its stored problems may be outdated. */
  async function readHeld(principal: string, locale: string | undefined) {
    try {
      const local = await readToken(tokens, principal, locale)
      return local && heldResponse(local.token, local)
    } catch (error) {
      if (error instanceof HttpProblem) return
      throw error
    }
  }

  /** The same for a list. It may lack tokens, so that one without any says nothing. */
  async function readHeldList(list: TokenListOptions, paging: Paging) {
    const { page, readAt } = await readTokenList(tokens, list, paging)
    return page.total === 0 ? undefined : heldResponse(page, { readAt, coverage: 'partial' })
  }

  app.get(
    PATHS.tokens,
    cache.cached(
      ({ req }) => tokenListPath(tokenListParameters(req), pagingParameters(req)),
      async ({ req }) => {
        const [list, paging] = [tokenListParameters(req), pagingParameters(req)]
        const response = await upstream?.tokens(list, paging, () => readHeldList(list, paging))
        if (response !== undefined) return sendUpstreamResponse(response)
        const { page, coverage } = await readTokenList(tokens, list, paging)
        return jsonResponse(page, ['tokens'], coverage)
      },
    ),
  )
  app.get(
    PATHS.token,
    cache.cached(
      (c) => tokenPath(...parametersOf(c)),
      async (c) => {
        const [principal, locale] = parametersOf(c)
        return (
          (isSample(principal) ? await readLocal(principal, locale) : undefined) ??
          (await readUpstream(principal, locale)) ??
          (await readLocal(principal, locale)) ??
          refuse()
        )
      },
    ),
  )
  return app
}

/** No other service has the samples. */
function isSample(principal: string): boolean {
  return principal.startsWith(`${SAMPLES.sender_address}.`)
}

function refuse(): never {
  throw tokenProblem('contract-not-found')
}

function parametersOf(c: Context): [principal: string, locale: string | undefined] {
  const { principal } = principalParameter(c.req.param('principal'))
  // A form sends an empty locale for the default document.
  return [principal, singleQuery(c.req, 'locale') || undefined]
}
