import { type Context, Hono } from 'hono'
import { addressActivityPath, balancesPath, PATHS, withoutVersion } from '../../contract/paths.ts'
import { runesResponse } from '../http/jsonResponse.ts'
import {
  activityParameters,
  bitcoinAddressParameter,
  pagingParameters,
} from '../http/parameters.ts'
import type { ResponseCache } from '../http/responseCache.ts'
import type { BalanceReader } from '../queries/balances.ts'
import type { createHistoryReader } from '../queries/history.ts'

type Options = {
  history: ReturnType<typeof createHistoryReader>
  balances: BalanceReader
  cache: ResponseCache
}

/** The activity and the balances of addresses. */
export function addressRoutes({ history, balances, cache }: Options): Hono {
  const app = new Hono()
  app.on(
    'GET',
    [PATHS.addressActivity, withoutVersion(PATHS.addressActivity)],
    cache.cached(
      (c) => addressActivityPath(addressOf(c), activityParameters(c.req)),
      async (c) => {
        const { page, coverage } = await history.ofAddress(addressOf(c), activityParameters(c.req))
        return runesResponse(page, coverage)
      },
    ),
  )
  app.on(
    'GET',
    [PATHS.balances, withoutVersion(PATHS.balances)],
    cache.cached(
      (c) => balancesPath(addressOf(c), pagingParameters(c.req)),
      async (c) => {
        const { page, coverage } = await balances.ofAddress(addressOf(c), pagingParameters(c.req))
        return runesResponse(page, coverage)
      },
    ),
  )
  return app
}

function addressOf(c: Context): string {
  return bitcoinAddressParameter(c.req.param('address'))
}
