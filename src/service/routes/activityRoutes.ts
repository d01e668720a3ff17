import { type Context, Hono } from 'hono'
import { isPageFinal } from '../../contract/finalBlocks.ts'
import type { Paging } from '../../contract/paging.ts'
import { blockActivityPath, PATHS, transactionActivityPath } from '../../contract/paths.ts'
import type { HexPrefix } from '../activityToWire.ts'
import type { Database } from '../database/database.ts'
import type { CacheTag } from '../http/cacheTags.ts'
import { jsonResponse } from '../http/jsonResponse.ts'
import { blockParameter, pagingParameters, transactionIdParameter } from '../http/parameters.ts'
import type { ResponseCache } from '../http/responseCache.ts'
import { createActivityReader } from '../queries/activity.ts'
import type { ReadThrough } from '../upstream/readThrough.ts'
import type { UpstreamResponse } from '../upstream/upstreamCache.ts'
import { upstreamResponse } from './upstreamResponse.ts'

type Options = {
  runes: Database
  hexPrefix: HexPrefix
  upstream: ReadThrough | undefined
  cache: ResponseCache
  readTipHeight: () => Promise<number | undefined>
}

type Page = Awaited<ReturnType<ReturnType<typeof createActivityReader>['ofBlock']>>

export function activityRoutes({ runes, hexPrefix, upstream, cache, readTipHeight }: Options) {
  const app = new Hono()
  const activity = createActivityReader(runes, hexPrefix)

  /** If the list is empty, the upstream service may have records. */
  async function respond(page: Page, readUpstream: () => Promise<UpstreamResponse | undefined>) {
    const response = page.total > 0 ? undefined : await readUpstream()
    if (response !== undefined) return upstreamResponse(response)
    return jsonResponse(page, await tagsOf(page))
  }

  async function tagsOf({ results }: Page): Promise<CacheTag[]> {
    const locations = results.map(({ location: { block_height, timestamp } }) => ({
      block_height,
      timestamp: timestamp === undefined ? undefined : timestamp * 1000,
    }))
    const chain = { tip: await readTipHeight(), now: Date.now() }
    return isPageFinal(locations, chain) ? ['ledger'] : ['ledger', 'tip']
  }

  app.get(
    PATHS.transactionActivity,
    cache.cached(
      (c) => transactionActivityPath(...transactionOf(c)),
      async (c) => {
        const [txId, paging] = transactionOf(c)
        const page = await activity.ofTransaction(txId, paging)
        return respond(page, async () => upstream?.transactionActivity(txId, paging))
      },
    ),
  )
  app.get(
    PATHS.blockActivity,
    cache.cached(
      (c) => blockActivityPath(...blockOf(c)),
      async (c) => {
        const [block, paging] = blockOf(c)
        const page = await activity.ofBlock(block, paging)
        return respond(page, async () => upstream?.blockActivity(block, paging))
      },
    ),
  )
  return app
}

function transactionOf(c: Context): [txId: string, paging: Paging] {
  return [transactionIdParameter(c.req.param('tx_id')), pagingParameters(c.req)]
}

function blockOf(c: Context) {
  return [blockParameter(c.req.param('block')), pagingParameters(c.req)] as const
}
