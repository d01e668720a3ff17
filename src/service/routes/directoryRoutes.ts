import { Hono } from 'hono'
import {
  blockListPath,
  blockTransactionsPath,
  DIRECTORY_PATHS,
  namesakesPath,
  neighboursPath,
  type SearchOptions,
  searchPath,
  transactionPositionPath,
} from '../../contract/directory.ts'
import { SAMPLES } from '../../contract/samples.ts'
import type { Databases } from '../database/database.ts'
import { isFinal } from '../finalBlocks.ts'
import type { CacheTag } from '../http/cacheTags.ts'
import { notFound } from '../http/httpProblem.ts'
import { jsonResponse } from '../http/jsonResponse.ts'
import {
  blockListParameters,
  heightParameter,
  pagingParameters,
  principalParameter,
  searchOptions,
  searchParameter,
  transactionIdParameter,
} from '../http/parameters.ts'
import type { ResponseCache } from '../http/responseCache.ts'
import { readAbout } from '../queries/about.ts'
import { createBlockListReader } from '../queries/blockList.ts'
import { readOrigins } from '../queries/blockSources.ts'
import {
  readBlockTransactions,
  readNeighbours,
  readTransactionPosition,
} from '../queries/blocks.ts'
import type { LedgerReader } from '../queries/chainCache.ts'
import { readNamesakes } from '../queries/namesakes.ts'
import { searchDirectory } from '../queries/search.ts'
import type { ReadThrough } from '../upstream/readThrough.ts'
import { readUpstreamTransactions } from '../upstream/readUpstreamTransactions.ts'
import { createCachedGet } from './createCachedGet.ts'

const FROM_UPSTREAM =
  'the records of this block come from another service, which does not provide this endpoint'
const UNREAD =
  'the records of this block come from another service; there are more than 60 of them, or they cannot be read'

type Options = {
  databases: Databases
  readLedger: LedgerReader
  upstream: ReadThrough | undefined
  version: string
  cache: ResponseCache
  /** Requests a path of this service. */
  request: (path: string) => Response | Promise<Response>
  readTipHeight: () => Promise<number | undefined>
}

/** The endpoints of the directory. */
export function directoryRoutes(options: Options): Hono {
  const app = new Hono()
  const { databases, readLedger, upstream, version, cache, request, readTipHeight } = options
  const { tokens, runes } = databases
  const readBlockList = createBlockListReader(readLedger)

  /** Whether the records of a block come from another service. An indexer's database is complete. */
  async function isFromUpstream(height: number): Promise<boolean> {
    if (upstream?.statuses.runes === undefined || height === SAMPLES.block_height) return false
    return runes.hasTable('block_sources')
  }

  /**
   * The database does not know the neighbours and transactions of such a block.
   * @throws {HttpProblem} 404
   */
  async function expectLocal(height: number): Promise<void> {
    if (await isFromUpstream(height)) throw notFound(FROM_UPSTREAM)
  }

  async function tagsAt(height: number | undefined): Promise<CacheTag[]> {
    const chain = { tip: await readTipHeight(), now: Date.now() }
    return isFinal({ block_height: height }, chain) ? ['ledger'] : ['ledger', 'tip']
  }

  const get = createCachedGet(app, cache)

  get(DIRECTORY_PATHS.about, {
    parse: () => [],
    pathOf: () => DIRECTORY_PATHS.about,
    respond: async () => {
      const about = await readAbout(databases, version)
      const body =
        upstream === undefined ? about : { ...about, upstream: Object.keys(upstream.statuses) }
      return jsonResponse(body, ['tokens', 'ledger', 'tip'])
    },
  })
  get(DIRECTORY_PATHS.search, {
    parse: (c) => [searchParameter(c.req), searchOptions(c.req)],
    pathOf: (query: string, options: SearchOptions) => searchPath(query, options),
    // Without tags, because few searches are repeated.
    respond: async (query, options) =>
      jsonResponse(await searchDirectory(databases, query, options)),
  })
  get(DIRECTORY_PATHS.blocks, {
    parse: (c) => [blockListParameters(c.req), pagingParameters(c.req)],
    pathOf: blockListPath,
    respond: async (options, paging) => {
      const [page, { hasPartial }] = await Promise.all([
        readBlockList(options, paging),
        readOrigins(runes),
      ])
      // An empty list may still get blocks.
      const isFixed = options.before !== undefined && page.total > 0
      const highest = isFixed ? page.before - 1 : undefined
      return jsonResponse(page, await tagsAt(highest), hasPartial ? 'partial' : undefined)
    },
  })
  get(DIRECTORY_PATHS.neighbours, {
    parse: (c) => [heightParameter(c.req.param('height'))],
    pathOf: neighboursPath,
    respond: async (height) => {
      await expectLocal(height)
      const neighbours = await readNeighbours(runes, height)
      return jsonResponse(neighbours, await tagsAt(neighbours.next))
    },
  })
  get(DIRECTORY_PATHS.blockTransactions, {
    parse: (c) => [heightParameter(c.req.param('height'))],
    pathOf: blockTransactionsPath,
    respond: async (height) => {
      if (await isFromUpstream(height)) {
        const transactions = await readUpstreamTransactions(height, request)
        if (transactions === undefined) throw notFound(UNREAD)
        // Not cached here, because the records may change.
        return jsonResponse(transactions)
      }
      return jsonResponse(await readBlockTransactions(runes, height), await tagsAt(height))
    },
  })
  get(DIRECTORY_PATHS.transactionPosition, {
    parse: (c) => [transactionIdParameter(c.req.param('tx_id'))],
    pathOf: transactionPositionPath,
    respond: async (txId) => {
      const position = await readTransactionPosition(runes, txId)
      await expectLocal(position.block_height)
      return jsonResponse(position, await tagsAt(position.block_height))
    },
  })
  get(DIRECTORY_PATHS.namesakes, {
    parse: (c) => [principalParameter(c.req.param('principal')).principal],
    pathOf: namesakesPath,
    respond: async (principal) => jsonResponse(await readNamesakes(tokens, principal), ['tokens']),
  })
  return app
}
