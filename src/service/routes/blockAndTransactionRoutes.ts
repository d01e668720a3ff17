import { Hono } from 'hono'
import { blockActivityPath, PATHS, transactionActivityPath } from '../../contract/paths.ts'
import type { HexPrefix } from '../activityToWire.ts'
import type { Database } from '../database/database.ts'
import { isPageFinal } from '../finalBlocks.ts'
import type { CacheTag } from '../http/cacheTags.ts'
import { jsonResponse } from '../http/jsonResponse.ts'
import { activityParameters, blockParameter, transactionIdParameter } from '../http/parameters.ts'
import type { ResponseCache } from '../http/responseCache.ts'
import { createActivityReader, type LocalActivity } from '../queries/activity.ts'
import type { ReadThrough } from '../upstream/readThrough.ts'
import { heldResponse, type StoredResponse } from '../upstream/storedResponse.ts'
import type { UpstreamResponse } from '../upstream/upstreamCache.ts'
import { createCachedGet } from './createCachedGet.ts'
import { sendUpstreamResponse } from './sendUpstreamResponse.ts'

type Options = {
  runes: Database
  hexPrefix: HexPrefix
  upstream: ReadThrough | undefined
  cache: ResponseCache
  readTipHeight: () => Promise<number | undefined>
}

type ReadUpstream = (held: StoredResponse | undefined) => Promise<UpstreamResponse | undefined>

export function blockAndTransactionRoutes({
  runes,
  hexPrefix,
  upstream,
  cache,
  readTipHeight,
}: Options) {
  const app = new Hono()
  const activity = createActivityReader(runes, hexPrefix)

  /** The upstream service comes first, unless the local records are complete and final, or an indexer's. */
  async function respond({ page, source }: LocalActivity, readUpstream: ReadUpstream) {
    const tags = await tagsOf(page)
    const isFinal = !tags.includes('tip') || source?.coverage === 'sample'
    const isReplaceable = source?.readAt !== undefined && !isFinal
    if (source === undefined || source.coverage === 'partial' || isReplaceable) {
      const response = await readUpstream(source && heldResponse(page, source))
      if (response !== undefined) return sendUpstreamResponse(response)
    }
    return jsonResponse(page, tags, source?.coverage)
  }

  async function tagsOf({ results }: LocalActivity['page']): Promise<CacheTag[]> {
    const locations = results.map(({ location: { block_height, timestamp } }) => ({
      block_height,
      timestamp: timestamp === undefined ? undefined : timestamp * 1000,
    }))
    const chain = { tip: await readTipHeight(), now: Date.now() }
    return isPageFinal(locations, chain) ? ['ledger'] : ['ledger', 'tip']
  }

  const get = createCachedGet(app, cache)

  get(PATHS.transactionActivity, {
    parse: (c) => [transactionIdParameter(c.req.param('tx_id')), activityParameters(c.req)],
    pathOf: transactionActivityPath,
    respond: async (txId, query) => {
      const local = await activity.ofTransaction(txId, query)
      return respond(local, async (held) => upstream?.transactionActivity(txId, query, held))
    },
  })
  get(PATHS.blockActivity, {
    parse: (c) => [blockParameter(c.req.param('block')), activityParameters(c.req)],
    pathOf: blockActivityPath,
    respond: async (block, query) => {
      const local = await activity.ofBlock(block, query)
      return respond(local, async (held) => upstream?.blockActivity(block, query, held))
    },
  })
  return app
}
