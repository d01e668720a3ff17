import type { ActivityQuery } from '../../contract/activity.ts'
import type { Block } from '../../contract/identifiers.ts'
import type { Paging } from '../../contract/paging.ts'
import { blockActivityPath, tokenPath, transactionActivityPath } from '../../contract/paths.ts'
import { RequestError } from '../../contract/requestError.ts'
import { type TokenListOptions, tokenListPath } from '../../contract/tokenList.ts'
import type { HexPrefix } from '../activityToWire.ts'
import type { Database } from '../database/database.ts'
import type { UpstreamStatus } from '../observability/health.ts'
import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import { OverBudget, type Priority } from './requestBudget.ts'
import { createResponseStore } from './responseStore.ts'
import {
  activityResponse,
  type StoredResponse,
  tokenListResponse,
  tokenResponse,
} from './storedResponse.ts'
import { createUpstreamCache, MAX_REFRESH_WAIT_MS, type UpstreamResponse } from './upstreamCache.ts'
import {
  createUpstreamReader,
  type Observe,
  type RecordPage,
  type UpstreamReader,
  type UpstreamResult,
} from './upstreamReader.ts'

export type UpstreamOptions = {
  /** The addresses of the upstream services without a trailing slash. Both are optional. */
  tokensUrl?: string | undefined
  runesUrl?: string | undefined
  /** For a response. */
  timeoutMs: number
  /** Sent with every request to these services, such as an API key. */
  headers: Record<string, string>
  /** The most requests to each service. */
  requestsPerMinute: number
  /** Seconds for which a response is fresh, if it can change. */
  maxAge: number
  /** The time, `Date.now` by default. */
  unixMs?: () => number
}

type Upstream = { reader: UpstreamReader; status: UpstreamStatus }

export type ReadThrough = ReturnType<typeof createReadThrough>

type Context = {
  database: Database
  hexPrefix: HexPrefix
  monotonicMs: () => number
  metrics: Metrics
  logger: Logger
}

/**
 * Reads from upstream services, and stores the responses in `database`. Methods resolve to undefined if
 * no service is configured for them. If a service fails, they resolve to the stored response or to what
 * is held, however old; if there is neither, they reject with an HttpProblem: 429 or 503, or 501 if the
 * service cannot filter by operation.
 */
export function createReadThrough(
  { tokensUrl, runesUrl, maxAge, unixMs = Date.now, ...readerOptions }: UpstreamOptions,
  { database, hexPrefix, monotonicMs, metrics, logger }: Context,
) {
  const cache = createUpstreamCache(createResponseStore(database, logger), unixMs)
  const tokens = connect(tokensUrl)
  const runes = runesUrl === tokensUrl ? tokens : connect(runesUrl)
  const freshness = () => ({ maxAge, now: unixMs() })

  function connect(url: string | undefined): Upstream | undefined {
    if (url === undefined) return
    const status: UpstreamStatus = { state: 'ready', respondedAt: undefined }
    const observe: Observe = async (part, request) => {
      const end = metrics.upstream.startTimer({ upstream: part })
      try {
        const result = await request()
        status.state = 'ready'
        status.respondedAt = unixMs()
        end({ outcome: 'succeeded' })
        return result
      } catch (error) {
        if (!(error instanceof OverBudget)) status.state = 'degraded'
        end({ outcome: error instanceof RequestError ? error.kind : 'failed' })
        throw error
      }
    }
    return { reader: createUpstreamReader({ url, ...readerOptions, monotonicMs, observe }), status }
  }

  async function respondActivity(
    path: string,
    read: (reader: UpstreamReader, priority: Priority) => Promise<UpstreamResult<RecordPage>>,
    held: StoredResponse | undefined,
  ): Promise<UpstreamResponse | undefined> {
    if (runes === undefined) return
    // Stored responses contain hashes with this prefix.
    return cache.respond(`${hexPrefix} ${runes.reader.url}${path}`, {
      // The pages of a list should be of the same age.
      staleWaitMs: MAX_REFRESH_WAIT_MS,
      load: async (priority) =>
        activityResponse(await read(runes.reader, priority), hexPrefix, freshness()),
      readHeld: async () => held,
    })
  }

  return {
    /** The status of each configured service. Of one for both parts, it is the same. */
    statuses: { ...(tokens && { tokens: tokens.status }), ...(runes && { runes: runes.status }) },
    token: async (
      principal: string,
      locale: string | undefined,
      readHeld: () => Promise<StoredResponse | undefined>,
    ) => {
      if (tokens === undefined) return
      return cache.respond(tokens.reader.url + tokenPath(principal, locale), {
        // A token changes rarely.
        staleWaitMs: 0,
        load: async (priority) =>
          tokenResponse(await tokens.reader.token(principal, locale, priority), freshness()),
        readHeld,
      })
    },
    tokens: async (
      list: TokenListOptions,
      paging: Paging,
      readHeld: () => Promise<StoredResponse | undefined>,
    ) => {
      if (tokens === undefined) return
      return cache.respond(tokens.reader.url + tokenListPath(list, paging), {
        staleWaitMs: MAX_REFRESH_WAIT_MS,
        load: async (priority) =>
          tokenListResponse(await tokens.reader.tokens(list, paging, priority), freshness()),
        readHeld,
      })
    },
    transactionActivity: (txId: string, query: ActivityQuery, held: StoredResponse | undefined) =>
      respondActivity(
        transactionActivityPath(txId, query),
        (reader, priority) => reader.transactionActivity(txId, query, priority),
        held,
      ),
    blockActivity: (block: Block, query: ActivityQuery, held: StoredResponse | undefined) =>
      respondActivity(
        blockActivityPath(block, query),
        (reader, priority) => reader.blockActivity(block, query, priority),
        held,
      ),
  }
}
