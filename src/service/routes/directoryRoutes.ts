import { Hono } from 'hono'
import {
  blockTransactionsPath,
  DIRECTORY_PATHS,
  namesakesPath,
  neighboursPath,
  searchPath,
  transactionPositionPath,
} from '../../contract/directory.ts'
import { isFinal } from '../../contract/finalBlocks.ts'
import type { Databases } from '../database/database.ts'
import type { CacheTag } from '../http/cacheTags.ts'
import { jsonResponse } from '../http/jsonResponse.ts'
import {
  heightParameter,
  principalParameter,
  searchParameter,
  transactionIdParameter,
} from '../http/parameters.ts'
import type { ResponseCache } from '../http/responseCache.ts'
import { readAbout } from '../queries/about.ts'
import {
  readBlockTransactions,
  readNeighbours,
  readTransactionPosition,
} from '../queries/blocks.ts'
import { readNamesakes } from '../queries/namesakes.ts'
import { searchDirectory } from '../queries/search.ts'

type Options = {
  databases: Databases
  version: string
  cache: ResponseCache
  readTipHeight: () => Promise<number | undefined>
}

/** The endpoints of the directory. */
export function directoryRoutes({ databases, version, cache, readTipHeight }: Options): Hono {
  const app = new Hono()
  const { tokens, runes } = databases

  async function tagsAt(height: number | undefined): Promise<CacheTag[]> {
    const chain = { tip: await readTipHeight(), now: Date.now() }
    return isFinal({ block_height: height }, chain) ? ['ledger'] : ['ledger', 'tip']
  }

  app.get(
    DIRECTORY_PATHS.about,
    cache.cached(
      () => DIRECTORY_PATHS.about,
      async () => jsonResponse(await readAbout(databases, version), ['tokens', 'ledger', 'tip']),
    ),
  )
  app.get(
    DIRECTORY_PATHS.search,
    // Not cached, because few searches are repeated.
    cache.cached(
      (c) => searchPath(searchParameter(c.req)),
      async (c) => jsonResponse(await searchDirectory(databases, searchParameter(c.req))),
    ),
  )
  app.get(
    DIRECTORY_PATHS.neighbours,
    cache.cached(
      (c) => neighboursPath(heightParameter(c.req.param('height'))),
      async (c) => {
        const neighbours = await readNeighbours(runes, heightParameter(c.req.param('height')))
        return jsonResponse(neighbours, await tagsAt(neighbours.next))
      },
    ),
  )
  app.get(
    DIRECTORY_PATHS.blockTransactions,
    cache.cached(
      (c) => blockTransactionsPath(heightParameter(c.req.param('height'))),
      async (c) => {
        const height = heightParameter(c.req.param('height'))
        return jsonResponse(await readBlockTransactions(runes, height), await tagsAt(height))
      },
    ),
  )
  app.get(
    DIRECTORY_PATHS.place,
    cache.cached(
      (c) => transactionPositionPath(transactionIdParameter(c.req.param('tx_id'))),
      async (c) => {
        const position = await readTransactionPosition(
          runes,
          transactionIdParameter(c.req.param('tx_id')),
        )
        return jsonResponse(position, await tagsAt(position.block_height))
      },
    ),
  )
  app.get(
    DIRECTORY_PATHS.namesakes,
    cache.cached(
      (c) => namesakesPath(principalParameter(c.req.param('principal')).principal),
      async (c) => {
        const { principal } = principalParameter(c.req.param('principal'))
        return jsonResponse(await readNamesakes(tokens, principal), ['tokens'])
      },
    ),
  )
  return app
}
