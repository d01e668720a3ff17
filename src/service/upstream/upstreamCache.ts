import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import { COVERAGE } from '../../contract/coverageHeader.ts'
import { tryParse } from '../../contract/json.ts'
import type { Problem } from '../../contract/problems.ts'
import { READ_AT } from '../../contract/readAtHeader.ts'
import { RequestError } from '../../contract/requestError.ts'
import { HttpProblem } from '../http/problems.ts'
import { boundMessage } from './boundJson.ts'
import type { Priority } from './requestBudget.ts'
import type { ResponseStore } from './responseStore.ts'
import type { StoredResponse } from './storedResponse.ts'

/**
 * A response of an upstream service as this service sends it. `Cache-Status` (RFC 9211) tells where it
 * comes from: a negative `ttl` means stale, and `detail` says why. Stale responses also have READ_AT.
 */
export type UpstreamResponse = { status: number; body: string; headers: Record<string, string> }

/** If a refresh takes longer, the stale response is sent and the refresh goes on. */
export const MAX_WAIT_MS = 250

/**
 * Responds from the store and refreshes stale responses. Concurrent requests share a refresh. If it
 * fails or takes long, the stale response is sent, however old.
 * @param clock Unix milliseconds.
 */
export function createUpstreamCache(store: ResponseStore, clock: () => number) {
  const refreshes = new Map<string, Refresh>()

  /** Goes on even if no request waits for it any more. */
  function startRefresh(request: string, waitMs: number, load: () => Promise<StoredResponse>) {
    const response = loadAndStore(request, load).finally(() => refreshes.delete(request))
    const refresh = { response, staleWait: setTimeout(waitMs, undefined, { ref: false }) }
    refreshes.set(request, refresh)
    return refresh
  }

  async function loadAndStore(request: string, load: () => Promise<StoredResponse>) {
    const response = await load()
    await store.put(request, response)
    return response
  }

  return {
    /**
     * @throws {HttpProblem} 429, 501 or 503 if `load` rejects with a RequestError and nothing is stored.
     */
    async respond(
      request: string,
      { staleWaitMs, load, readHeld }: Source,
    ): Promise<UpstreamResponse> {
      const stored = await store.find(request)
      if (stored !== undefined && isFresh(stored, clock()) && hasData(stored))
        return toResponse(stored, 'hit', clock())
      const held = await readHeld()
      if (stored !== undefined && isFresh(stored, clock())) {
        if (held === undefined) return toResponse(stored, 'hit', clock())
        return toStaleResponse(held, 'not-found', clock())
      }
      const cached = stored !== undefined && (hasData(stored) || held === undefined) ? stored : held
      const waitMs = cached === stored ? staleWaitMs : MAX_WAIT_MS
      const priority = stored === undefined ? 'reader' : 'refresh'
      const refresh = refreshes.get(request) ?? startRefresh(request, waitMs, () => load(priority))
      try {
        if (cached === undefined) {
          return toResponse(await refresh.response, 'fwd=uri-miss; stored', clock())
        }
        const current = await Promise.race([refresh.response, refresh.staleWait])
        if (current === undefined) return toStaleResponse(cached, 'slow', clock())
        if (held !== undefined && !hasData(current))
          return toStaleResponse(held, 'not-found', clock())
        return toResponse(current, 'fwd=stale; stored', clock())
      } catch (error) {
        if (!(error instanceof RequestError)) throw error
        if (cached === undefined) throw problemFor(error)
        return toStaleResponse(cached, error.kind, clock())
      }
    },
  }
}

type Source = {
  /** How long a refresh may delay a stale response. */
  staleWaitMs: number
  load: (priority: Priority) => Promise<StoredResponse>
  /**
   * Reads the same data from this service's database. They are sent like a stale response if the
   * upstream service fails, takes longer than MAX_WAIT_MS, or has none.
   */
  readHeld: () => Promise<StoredResponse | undefined>
}
type Refresh = { response: Promise<StoredResponse>; staleWait: Promise<undefined> }

/** Whether it is neither a problem nor an empty list. */
function hasData({ status, body }: StoredResponse): boolean {
  if (status !== 200) return false
  return body.length > MAX_EMPTY_LENGTH || !v.is(EmptyList, tryParse(body))
}

/** Longer bodies are not parsed to find out. */
const MAX_EMPTY_LENGTH = 200

const EmptyList = v.object({ total: v.literal(0) })

/** A response that was read in the future is stale: the clock was set back. */
function isFresh({ readAt, freshUntil }: StoredResponse, now: number): boolean {
  return readAt <= now && now < freshUntil
}

function toResponse(stored: StoredResponse, how: string, now: number): UpstreamResponse {
  const { status, body, readAt, freshUntil } = stored
  const age = Math.max(0, Math.floor((now - readAt) / 1000))
  const ttl = Math.floor((freshUntil - now) / 1000)
  const headers = {
    Age: String(age),
    'Cache-Status': `cairn; ${how}; ttl=${ttl}`,
    ...(stored.coverage !== undefined && { [COVERAGE]: stored.coverage }),
  }
  return { status, body, headers }
}

function toStaleResponse(stored: StoredResponse, reason: string, now: number): UpstreamResponse {
  const freshUntil = Math.min(stored.freshUntil, now - 1)
  const response = toResponse({ ...stored, freshUntil }, `hit; detail=${reason}`, now)
  const readAt = Math.min(stored.readAt, now)
  return { ...response, headers: { ...response.headers, [READ_AT]: String(readAt) } }
}

function problemFor(error: RequestError): HttpProblem {
  const { message, retryAfter } = error
  const sentence = `the upstream service gave no usable response: ${boundMessage(message)}`
  return new HttpProblem(problemOf(error), { message: sentence, retryAfter })
}

function problemOf({ kind, status }: RequestError): Problem {
  if (kind === 'rate-limited') return 'too-many-requests'
  return status === 501 ? 'not-implemented' : 'unavailable'
}
