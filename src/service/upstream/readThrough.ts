import { STATUS_CODES } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Block } from '../../contract/identifiers.ts'
import type { Paging } from '../../contract/paging.ts'
import { blockActivityPath, tokenPath, transactionActivityPath } from '../../contract/paths.ts'
import { READ_AT } from '../../contract/readAt.ts'
import { RequestError, type RequestErrorKind } from '../../contract/requestError.ts'
import type { HexPrefix } from '../activityWire.ts'
import type { Database } from '../database/database.ts'
import { Problem } from '../problems.ts'
import type { PartState } from '../watching/health.ts'
import type { Log } from '../watching/log.ts'
import type { Metrics } from '../watching/metrics.ts'
import { boundMessage } from './boundUntrusted.ts'
import { createResponseStore } from './responseStore.ts'
import {
  activityResponse,
  refusalResponse,
  type StoredResponse,
  tokenResponse,
} from './storedResponse.ts'
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

/**
 * A response of an upstream service in our own form. `Cache-Status` tells where it comes from in the
 * words of RFC 9211: a negative `ttl` means stale, and `detail` says why. Stale ones have READ_AT.
 */
export type UpstreamResponse = { status: number; body: string; headers: Record<string, string> }

export type ReadThrough = ReturnType<typeof createReadThrough>

type Context = { database: Database; hexPrefix: HexPrefix; metrics: Metrics; log: Log }

/** A refresh that takes longer goes on behind the stale response. */
const MAX_STALE_WAIT_MS = 250

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
  const store = createResponseStore({ database, log, monotonicMs: monotonicClock })
  const refreshes = new Map<string, Refresh>()
  const tokens = connect(tokensUrl)
  const runes = runesUrl === tokensUrl ? tokens : connect(runesUrl)
  const freshness = () => ({ maxAge, now: clock() })
  let lastOutcome: Outcome = 'answered'

  function connect(url: string | undefined): UpstreamReader | undefined {
    if (url === undefined) return
    return createUpstreamReader({ url, timeoutMs: timeout * 1000, monotonicMs: monotonicClock })
  }

  async function respond(request: string, load: Load): Promise<UpstreamResponse> {
    const cached = await store.find(request)
    if (cached !== undefined && isFresh(cached, clock())) return responseOf(cached, 'hit')
    const refresh = refreshes.get(request) ?? startRefresh(request, load)
    try {
      if (cached === undefined) return responseOf(await refresh.response, 'fwd=uri-miss; stored')
      const current = await Promise.race([refresh.response, refresh.staleWait])
      return current ? responseOf(current, 'fwd=stale; stored') : staleOf(cached, 'slow')
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      if (cached === undefined) throw problemFor(error)
      return staleOf(cached, error.kind)
    }
  }

  /** One for all who wait for it. It goes on when nobody waits any more. */
  function startRefresh(request: string, load: Load): Refresh {
    const response = loadAndStore(request, load).finally(() => refreshes.delete(request))
    const staleWait = setTimeout(MAX_STALE_WAIT_MS, undefined, { ref: false })
    const refresh = { response, staleWait }
    refreshes.set(request, refresh)
    return refresh
  }

  async function loadAndStore(request: string, load: Load): Promise<StoredResponse> {
    const response = await observe(load)
    await store.put(request, response)
    return response
  }

  async function observe(load: Load): Promise<StoredResponse> {
    const start = performance.now()
    let outcome: Outcome = 'failed'
    try {
      const response = await load()
      outcome = 'answered'
      return response
    } catch (error) {
      if (error instanceof RequestError) outcome = error.kind
      throw error
    } finally {
      lastOutcome = outcome
      metrics.upstream.observe({ outcome }, (performance.now() - start) / 1000)
    }
  }

  function responseOf({ status, body, readAt, freshUntil }: StoredResponse, how: string) {
    const ttl = Math.floor((freshUntil - clock()) / 1000)
    const age = Math.max(0, Math.floor((clock() - readAt) / 1000))
    const headers = { Age: String(age), 'Cache-Status': `cairn; ${how}; ttl=${ttl}` }
    return { status, body, headers }
  }

  function staleOf(cached: StoredResponse, reason: string): UpstreamResponse {
    const { headers, ...rest } = responseOf(cached, `hit; detail=${reason}`)
    const readAt = Math.min(cached.readAt, clock())
    return { ...rest, headers: { ...headers, [READ_AT]: String(readAt) } }
  }

  async function respondActivity(
    path: string,
    read: (reader: UpstreamReader) => Promise<UpstreamResult<RecordPage>>,
  ): Promise<UpstreamResponse | undefined> {
    if (runes === undefined) return
    // Stored is our own form, which the prefix is part of.
    return respond(`${hexPrefix} ${runes.url}${path}`, async () => {
      const result = await read(runes)
      return result.kind === 'refused'
        ? refusalResponse(result, freshness())
        : activityResponse(result.value, hexPrefix, freshness())
    })
  }

  return {
    /** `degraded` after a failure: what is stored or held here is served without it. */
    state: async (): Promise<PartState> => (lastOutcome === 'answered' ? 'ready' : 'degraded'),
    token: async (principal: string, locale: string | undefined) => {
      if (tokens === undefined) return
      return respond(tokens.url + tokenPath(principal, locale), async () => {
        const result = await tokens.token(principal, locale)
        return result.kind === 'refused'
          ? refusalResponse(result, freshness())
          : tokenResponse(result.value, freshness())
      })
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

type Load = () => Promise<StoredResponse>
type Refresh = { response: Promise<StoredResponse>; staleWait: Promise<undefined> }
type Outcome = 'answered' | 'failed' | RequestErrorKind

/** What was read in the future was read before the clock was set back. */
function isFresh({ readAt, freshUntil }: StoredResponse, now: number): boolean {
  return readAt <= now && now < freshUntil
}

function problemFor({ kind, message, retryAfter }: RequestError): Problem {
  const statusCode = kind === 'rate-limited' ? 429 : 503
  const error = STATUS_CODES[statusCode] ?? ''
  const sentence = `the upstream service gave no usable response: ${boundMessage(message)}`
  return new Problem(statusCode, { statusCode, error, message: sentence }, retryAfter)
}
