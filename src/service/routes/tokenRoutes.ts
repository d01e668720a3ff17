import { type Context, Hono } from 'hono'
import type { Paging } from '../../contract/paging.ts'
import { PATHS, tokenPath } from '../../contract/paths.ts'
import { SAMPLES } from '../../contract/samples.ts'
import { type TokenListOptions, tokenListPath } from '../../contract/tokenList.ts'
import type { Database } from '../database/database.ts'
import { tokenProblem } from '../http/httpProblem.ts'
import { jsonResponse } from '../http/jsonResponse.ts'
import {
  pagingParameters,
  principalParameter,
  singleQuery,
  tokenListParameters,
} from '../http/parameters.ts'
import type { ResponseCache } from '../http/responseCache.ts'
import { type LocalToken, readToken } from '../queries/token.ts'
import { readTokenList } from '../queries/tokenList.ts'
import type { ReadThrough } from '../upstream/readThrough.ts'
import { heldResponse } from '../upstream/storedResponse.ts'
import { createCachedGet } from './createCachedGet.ts'
import { sendUpstreamResponse } from './sendUpstreamResponse.ts'

type Options = { tokens: Database; upstream: ReadThrough | undefined; cache: ResponseCache }

export function tokenRoutes({ tokens, upstream, cache }: Options): Hono {
  const app = new Hono()

  /** The stored list, for when the upstream service fails. One without any tokens says nothing. */
  async function readHeldList(list: TokenListOptions, paging: Paging) {
    const { page, readAt } = await readTokenList(tokens, list, paging)
    return page.total === 0 ? undefined : heldResponse(page, { readAt, coverage: 'partial' })
  }

  const get = createCachedGet(app, cache)

  get(PATHS.tokens, {
    parse: (c) => [tokenListParameters(c.req), pagingParameters(c.req)],
    pathOf: tokenListPath,
    respond: async (list, paging) => {
      const response = await upstream?.tokens(list, paging, () => readHeldList(list, paging))
      if (response !== undefined) return sendUpstreamResponse(response)
      const { page, coverage } = await readTokenList(tokens, list, paging)
      return jsonResponse(page, ['tokens'], coverage)
    },
  })
  get(PATHS.token, {
    parse: parametersOf,
    pathOf: tokenPath,
    respond: async (principal, locale) => {
      const readLocal = () => readToken(tokens, principal, locale)
      // No other service is asked for the samples that this one has.
      const sample = isSample(principal) ? await readLocal() : undefined
      if (sample !== undefined && !isUnknown(sample)) return sendLocal(sample)
      const response = await upstream?.token(principal, locale, async () =>
        heldToken(await readLocal()),
      )
      if (response !== undefined) return sendUpstreamResponse(response)
      return sendLocal(sample ?? (await readLocal()))
    },
  })
  return app
}

function isSample(principal: string): boolean {
  return principal.startsWith(`${SAMPLES.sender_address}.`)
}

function isUnknown(local: LocalToken): boolean {
  return 'problem' in local && local.problem === 'contract-not-found'
}

/** The stored token, for when the upstream service fails. Its stored problems may be outdated. */
function heldToken(local: LocalToken) {
  return 'problem' in local ? undefined : heldResponse(local.token, local)
}

/** @throws {HttpProblem} 404 or 422, in the form of the public token API. */
function sendLocal(local: LocalToken): Response {
  if ('problem' in local) throw tokenProblem(local.problem, local.message)
  return jsonResponse(local.token, ['tokens'], local.coverage)
}

function parametersOf(c: Context): [principal: string, locale: string | undefined] {
  const { principal } = principalParameter(c.req.param('principal'))
  // A form sends an empty locale for the default document.
  return [principal, singleQuery(c.req, 'locale') || undefined]
}
