import { COVERAGE } from '../../contract/coverageHeader.ts'
import type { Problem } from '../../contract/problems.ts'
import { READ_AT } from '../../contract/readAtHeader.ts'
import { RequestError } from '../../contract/requestError.ts'
import { HttpProblem } from '../http/httpProblem.ts'
import { boundMessage } from './boundJson.ts'
import { chooseResponse, hasData } from './chooseResponse.ts'
import type { Priority } from './requestBudget.ts'
import type { ResponseStore } from './responseStore.ts'
import { createSharedRequests, type SharedRequest } from './sharedRequests.ts'
import type { StoredResponse } from './storedResponse.ts'

/**
 * A response of an upstream service as this service sends it. `Cache-Status` (RFC 9211) tells where it
 * comes from: a negative `ttl` means stale, and `detail` says why. Stale responses also have READ_AT.
 */
export type UpstreamResponse = { status: number; body: string; headers: Record<string, string> }

/** If a refresh takes longer, the stale response is sent and the refresh goes on. */
export const MAX_REFRESH_WAIT_MS = 250

/**
 * Responds from the store and refreshes stale responses. If that fails or takes long, the stale
 * response is sent, however old.
 * @param unixMs the time.
 */
export function createUpstreamCache(store: ResponseStore, unixMs: () => number) {
  const share = createSharedRequests(store)

  /** Data of the database are sent like a stale response. */
  function send(upstream: StoredResponse, held: StoredResponse | undefined, how: string) {
    const chosen = chooseResponse(upstream, held)
    return chosen === held
      ? toStaleResponse(chosen, 'not-found', unixMs())
      : toResponse(chosen, how, unixMs())
  }

  async function sendNew({ response }: SharedRequest): Promise<UpstreamResponse> {
    try {
      return toResponse(await response, 'fwd=uri-miss; stored', unixMs())
    } catch (error) {
      throw error instanceof RequestError ? problemFor(error) : error
    }
  }

  async function sendRefreshed({ inTime }: SharedRequest, { cached, held }: Cached) {
    try {
      const current = await inTime()
      if (current === undefined) return toStaleResponse(cached, 'slow', unixMs())
      return send(current, held, 'fwd=stale; stored')
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      return toStaleResponse(cached, error.kind, unixMs())
    }
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
      const isCurrent = stored !== undefined && isFresh(stored, unixMs())
      const held = isCurrent && hasData(stored) ? undefined : await readHeld()
      if (isCurrent) return send(stored, held, 'hit')
      const cached = stored === undefined ? held : chooseResponse(stored, held)
      const waitMs = cached === stored ? staleWaitMs : MAX_REFRESH_WAIT_MS
      const priority = stored === undefined ? 'reader' : 'refresh'
      const shared = share(request, waitMs, () => load(priority))
      return cached === undefined ? sendNew(shared) : sendRefreshed(shared, { cached, held })
    },
  }
}

/** What is sent if a refresh fails, and the data of the database. */
type Cached = { cached: StoredResponse; held: StoredResponse | undefined }

type Source = {
  /** How long a refresh may delay a stale response. */
  staleWaitMs: number
  load: (priority: Priority) => Promise<StoredResponse>
  /**
   * Reads the same data from this service's database. They are sent like a stale response if the
   * upstream service fails, takes longer than MAX_REFRESH_WAIT_MS, or has none.
   */
  readHeld: () => Promise<StoredResponse | undefined>
}

/** A response that was read in the future is stale: the clock was set back. */
function isFresh({ readAt, freshUntil }: StoredResponse, now: number): boolean {
  return readAt <= now && now < freshUntil
}

function toResponse(stored: StoredResponse, how: string, now: number): UpstreamResponse {
  const { status, body, readAt, freshUntil } = stored
  const age = Math.max(0, Math.floor((now - readAt) / 1000))
  const ttl = Math.floor((freshUntil - now) / 1000)
  const headers = {
    ...(readAt > 0 && { Age: String(age) }),
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
  const sentence = `there is no usable response from the upstream service: ${boundMessage(message)}`
  return new HttpProblem(problemOf(error), { message: sentence, retryAfter })
}

function problemOf({ kind, status }: RequestError): Problem {
  if (kind === 'rate-limited') return 'too-many-requests'
  return status === 501 ? 'not-implemented' : 'unavailable'
}
