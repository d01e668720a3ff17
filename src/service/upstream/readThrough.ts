import type { Block } from '../../contract/identifiers.ts'
import type { Paging } from '../../contract/paging.ts'
import { blockActivityPath, tokenPath, transactionActivityPath } from '../../contract/paths.ts'
import { RequestError } from '../../contract/requestError.ts'
import type { HexPrefix } from '../activityWire.ts'
import type { Database } from '../database/database.ts'
import type { PartState } from '../watching/health.ts'
import type { Log } from '../watching/log.ts'
import type { Metrics } from '../watching/metrics.ts'
import { createResponseStore } from './responseStore.ts'
import { activityResponse, tokenResponse } from './storedResponse.ts'
import { createUpstreamCache, type UpstreamResponse } from './upstreamCache.ts'
import {
  createUpstreamReader,
  type RecordPage,
  type UpstreamReader,
  type UpstreamResult,
} from './upstreamReader.ts'

export type UpstreamOptions = {
  /** The addresses of the upstream services, without a slash at the end; each may be missing. */
  tokensUrl?: string | undefined
  runesUrl?: string | undefined
  /** Seconds that a response may take. */
  timeout: number
  /** Seconds for which a response is fresh, if it can change. */
  maxAge: number
  /** Unix milliseconds; the machine's own clock unless a test has another. */
  clock?: () => number
  /** Milliseconds of a clock that is never set. */
  monotonicClock?: () => number
}

export type ReadThrough = ReturnType<typeof createReadThrough>

type Context = { database: Database; hexPrefix: HexPrefix; metrics: Metrics; log: Log }

/**
 * Reads from upstream services what the database lacks, and stores the responses in `database`.
 * Methods resolve to undefined if no service is configured for them. If a service fails, they resolve
 * to what is stored, however old; otherwise they reject with a Problem: 429 or 503.
 */
export function createReadThrough(
  {
    tokensUrl,
    runesUrl,
    timeout,
    maxAge,
    clock = Date.now,
    monotonicClock = () => performance.now(),
  }: UpstreamOptions,
  { database, hexPrefix, metrics, log }: Context,
) {
  const cache = createUpstreamCache(createResponseStore(database, log), clock)
  const tokens = connect(tokensUrl)
  const runes = runesUrl === tokensUrl ? tokens : connect(runesUrl)
  const freshness = () => ({ maxAge, now: clock() })
  let state: PartState = 'ready'

  function connect(url: string | undefined): UpstreamReader | undefined {
    if (url === undefined) return
    const timeoutMs = timeout * 1000
    return createUpstreamReader({ url, timeoutMs, monotonicMs: monotonicClock, observe })
  }

  async function observe<Result>(request: () => Promise<Result>): Promise<Result> {
    const end = metrics.upstream.startTimer()
    try {
      const result = await request()
      state = 'ready'
      end({ outcome: 'answered' })
      return result
    } catch (error) {
      state = 'degraded'
      end({ outcome: error instanceof RequestError ? error.kind : 'failed' })
      throw error
    }
  }

  async function respondActivity(
    path: string,
    read: (reader: UpstreamReader) => Promise<UpstreamResult<RecordPage>>,
  ): Promise<UpstreamResponse | undefined> {
    if (runes === undefined) return
    // What is stored is in our own form, which the prefix is part of.
    return cache.respond(`${hexPrefix} ${runes.url}${path}`, async () =>
      activityResponse(await read(runes), hexPrefix, freshness()),
    )
  }

  return {
    /** `degraded` after a failure: what is held or stored here is served without the service. */
    state: async () => state,
    token: async (principal: string, locale: string | undefined) => {
      if (tokens === undefined) return
      return cache.respond(tokens.url + tokenPath(principal, locale), async () =>
        tokenResponse(await tokens.token(principal, locale), freshness()),
      )
    },
    transactionActivity: (txId: string, paging: Paging) =>
      respondActivity(transactionActivityPath(txId, paging), (reader) =>
        reader.transactionActivity(txId, paging),
      ),
    blockActivity: (block: Block, paging: Paging) =>
      respondActivity(blockActivityPath(block, paging), (reader) =>
        reader.blockActivity(block, paging),
      ),
  }
}
