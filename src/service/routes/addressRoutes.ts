import { type Context, Hono } from 'hono'
import { addressActivityPath, balancesPath, PATHS } from '../../contract/paths.ts'
import { runesResponse } from '../http/jsonResponse.ts'
import {
  activityParameters,
  bitcoinAddressParameter,
  pagingParameters,
} from '../http/parameters.ts'
import type { ResponseCache } from '../http/responseCache.ts'
import type { BalanceReader } from '../queries/balances.ts'
import type { createHistoryReader } from '../queries/history.ts'
import { createCachedGet } from './createCachedGet.ts'

type Options = {
  history: ReturnType<typeof createHistoryReader>
  balances: BalanceReader
  cache: ResponseCache
}

/** The activity and the balances of addresses. */
export function addressRoutes({ history, balances, cache }: Options): Hono {
  const app = new Hono()
  const get = createCachedGet(app, cache)
  get(PATHS.addressActivity, {
    parse: (c) => [addressOf(c), activityParameters(c.req)],
    pathOf: addressActivityPath,
    respond: async (address, query) => {
      const { page, coverage } = await history.ofAddress(address, query)
      return runesResponse(page, coverage)
    },
  })
  get(PATHS.balances, {
    parse: (c) => [addressOf(c), pagingParameters(c.req)],
    pathOf: balancesPath,
    respond: async (address, paging) => {
      const { page, coverage } = await balances.ofAddress(address, paging)
      return runesResponse(page, coverage)
    },
  })
  return app
}

function addressOf(c: Context): string {
  return bitcoinAddressParameter(c.req.param('address'))
}
