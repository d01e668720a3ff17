import { type Context, Hono } from 'hono'
import { DIRECTORY_PATHS } from '../../contract/directory.ts'
import {
  etchingActivityPath,
  etchingPath,
  etchingsPath,
  holderPath,
  holdersPath,
  PATHS,
  withoutVersion,
} from '../../contract/paths.ts'
import { runeListPath, runePath } from '../../contract/runeList.ts'
import { runesResponse } from '../http/jsonResponse.ts'
import {
  activityParameters,
  bitcoinAddressParameter,
  pagingParameters,
  runeListParameters,
  runeParameter,
} from '../http/parameters.ts'
import type { ResponseCache } from '../http/responseCache.ts'
import type { BalanceReader } from '../queries/balances.ts'
import type { createHistoryReader } from '../queries/history.ts'
import type { createRuneListReader } from '../queries/runeList.ts'
import type { createRuneReader } from '../queries/runes.ts'

type Options = {
  runes: ReturnType<typeof createRuneReader>
  list: ReturnType<typeof createRuneListReader>
  history: ReturnType<typeof createHistoryReader>
  balances: BalanceReader
  cache: ResponseCache
}

/** Runes, their activity and their holders. They change with every block, except for the samples. */
export function runeRoutes({ runes, list, history, balances, cache }: Options): Hono {
  const app = new Hono()

  const get = (
    path: string,
    keyOf: (c: Context) => string,
    make: Parameters<typeof cache.cached>[1],
  ) => app.on('GET', [path, withoutVersion(path)], cache.cached(keyOf, make))

  get(
    PATHS.etchings,
    ({ req }) => etchingsPath(pagingParameters(req)),
    async ({ req }) => runesResponse(await runes.list(pagingParameters(req)), undefined),
  )
  get(
    PATHS.etching,
    (c) => etchingPath(runeOf(c)),
    async (c) => {
      const { rune, coverage } = await runes.etching(runeOf(c))
      return runesResponse(rune, coverage)
    },
  )
  get(
    DIRECTORY_PATHS.runes,
    ({ req }) => runeListPath(runeListParameters(req), pagingParameters(req)),
    async ({ req }) => {
      const { page, isComplete } = await list(runeListParameters(req), pagingParameters(req))
      return runesResponse(page, isComplete ? undefined : 'partial')
    },
  )
  get(
    DIRECTORY_PATHS.rune,
    (c) => runePath(runeParameter('rune', c.req.param('rune'))),
    async (c) => {
      const { rune, coverage } = await runes.listed(runeParameter('rune', c.req.param('rune')))
      return runesResponse(rune, coverage)
    },
  )
  for (const path of [PATHS.etchingActivity, PATHS.etchingAddressActivity]) {
    get(
      path,
      (c) => etchingActivityPath(runeOf(c), activityOf(c)),
      async (c) => {
        const { page, coverage } = await history.ofRune(runeOf(c), activityOf(c))
        return runesResponse(page, coverage)
      },
    )
  }
  get(
    PATHS.holders,
    (c) => holdersPath(runeOf(c), pagingParameters(c.req)),
    async (c) => {
      const { page, coverage } = await balances.holders(runeOf(c), pagingParameters(c.req))
      return runesResponse(page, coverage)
    },
  )
  get(
    PATHS.holder,
    (c) => holderPath(runeOf(c), bitcoinAddressParameter(c.req.param('address'))),
    async (c) => {
      const address = bitcoinAddressParameter(c.req.param('address'))
      const { holder, coverage } = await balances.holder(runeOf(c), address)
      return runesResponse(holder, coverage)
    },
  )
  return app
}

function runeOf(c: Context) {
  return runeParameter('etching', c.req.param('etching'))
}

function activityOf(c: Context) {
  const address = c.req.param('address')
  return {
    ...activityParameters(c.req),
    address: address === undefined ? undefined : bitcoinAddressParameter(address),
  }
}
