import { type Context, Hono } from 'hono'
import { DIRECTORY_PATHS } from '../../contract/directory.ts'
import {
  etchingActivityPath,
  etchingPath,
  etchingsPath,
  holderPath,
  holdersPath,
  PATHS,
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
import { createCachedGet } from './createCachedGet.ts'

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

  const get = createCachedGet(app, cache)

  get(PATHS.etchings, {
    parse: (c) => [pagingParameters(c.req)],
    pathOf: etchingsPath,
    respond: async (paging) => runesResponse(await runes.list(paging), undefined),
  })
  get(PATHS.etching, {
    parse: (c) => [runeOf(c)],
    pathOf: etchingPath,
    respond: async (identifier) => {
      const { rune, coverage } = await runes.etching(identifier)
      return runesResponse(rune, coverage)
    },
  })
  get(DIRECTORY_PATHS.runes, {
    parse: (c) => [runeListParameters(c.req), pagingParameters(c.req)],
    pathOf: runeListPath,
    respond: async (options, paging) => {
      const { page, isComplete } = await list(options, paging)
      return runesResponse(page, isComplete ? undefined : 'partial')
    },
  })
  get(DIRECTORY_PATHS.rune, {
    parse: (c) => [runeParameter('rune', c.req.param('rune'))],
    pathOf: runePath,
    respond: async (identifier) => {
      const { rune, coverage } = await runes.listed(identifier)
      return runesResponse(rune, coverage)
    },
  })
  for (const path of [PATHS.etchingActivity, PATHS.etchingAddressActivity]) {
    get(path, {
      parse: (c) => [runeOf(c), activityOf(c)],
      pathOf: etchingActivityPath,
      respond: async (identifier, query) => {
        const { page, coverage } = await history.ofRune(identifier, query)
        return runesResponse(page, coverage)
      },
    })
  }
  get(PATHS.holders, {
    parse: (c) => [runeOf(c), pagingParameters(c.req)],
    pathOf: holdersPath,
    respond: async (identifier, paging) => {
      const { page, coverage } = await balances.holders(identifier, paging)
      return runesResponse(page, coverage)
    },
  })
  get(PATHS.holder, {
    parse: (c) => [runeOf(c), bitcoinAddressParameter(c.req.param('address'))],
    pathOf: holderPath,
    respond: async (identifier, address) => {
      const { holder, coverage } = await balances.holder(identifier, address)
      return runesResponse(holder, coverage)
    },
  })
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
