import { STATUS_CODES } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { READ_AT } from '../../contract/readAt.ts'
import { RequestError } from '../../contract/requestError.ts'
import { Problem } from '../problems.ts'
import { boundMessage } from './boundUntrusted.ts'
import type { ResponseStore } from './responseStore.ts'
import type { StoredResponse } from './storedResponse.ts'

/**
 * A response of an upstream service in our own form. `Cache-Status` tells where it comes from in the
 * words of RFC 9211: a negative `ttl` means stale, and `detail` says why. Stale ones have READ_AT.
 */
export type UpstreamResponse = { status: number; body: string; headers: Record<string, string> }

/** A refresh that takes longer goes on behind the stale response. */
const MAX_STALE_WAIT_MS = 250

/**
 * Responds from the store, and refreshes what is stale, once for all who wait. While that fails or
 * takes long, responses are stale, however old.
 * @param clock unix milliseconds.
 */
export function createUpstreamCache(store: ResponseStore, clock: () => number) {
  const refreshes = new Map<string, Refresh>()

  /** Goes on when nobody waits for it any more. */
  function startRefresh(request: string, load: Load): Refresh {
    const response = loadAndStore(request, load).finally(() => refreshes.delete(request))
    const staleWait = setTimeout(MAX_STALE_WAIT_MS, undefined, { ref: false })
    const refresh = { response, staleWait }
    refreshes.set(request, refresh)
    return refresh
  }

  async function loadAndStore(request: string, load: Load): Promise<StoredResponse> {
    const response = await load()
    await store.put(request, response)
    return response
  }

  return {
    /** @throws {Problem} 429 or 503 if `load` rejects with a RequestError and nothing is stored. */
    async respond(request: string, load: Load): Promise<UpstreamResponse> {
      const cached = await store.find(request)
      if (cached !== undefined && isFresh(cached, clock()))
        return toResponse(cached, 'hit', clock())
      const refresh = refreshes.get(request) ?? startRefresh(request, load)
      try {
        if (cached === undefined) {
          return toResponse(await refresh.response, 'fwd=uri-miss; stored', clock())
        }
        const current = await Promise.race([refresh.response, refresh.staleWait])
        if (current === undefined) return toStaleResponse(cached, 'slow', clock())
        return toResponse(current, 'fwd=stale; stored', clock())
      } catch (error) {
        if (!(error instanceof RequestError)) throw error
        if (cached === undefined) throw problemFor(error)
        return toStaleResponse(cached, error.kind, clock())
      }
    },
  }
}

type Load = () => Promise<StoredResponse>
type Refresh = { response: Promise<StoredResponse>; staleWait: Promise<undefined> }

/** What was read in the future was read before the clock was set back. */
function isFresh({ readAt, freshUntil }: StoredResponse, now: number): boolean {
  return readAt <= now && now < freshUntil
}

function toResponse(stored: StoredResponse, how: string, now: number): UpstreamResponse {
  const { status, body, readAt, freshUntil } = stored
  const age = Math.max(0, Math.floor((now - readAt) / 1000))
  const ttl = Math.floor((freshUntil - now) / 1000)
  const headers = { Age: String(age), 'Cache-Status': `cairn; ${how}; ttl=${ttl}` }
  return { status, body, headers }
}

function toStaleResponse(stored: StoredResponse, reason: string, now: number): UpstreamResponse {
  const freshUntil = Math.min(stored.freshUntil, now - 1)
  const response = toResponse({ ...stored, freshUntil }, `hit; detail=${reason}`, now)
  const readAt = Math.min(stored.readAt, now)
  return { ...response, headers: { ...response.headers, [READ_AT]: String(readAt) } }
}

function problemFor({ kind, message, retryAfter }: RequestError): Problem {
  const statusCode = kind === 'rate-limited' ? 429 : 503
  const error = STATUS_CODES[statusCode] ?? ''
  const sentence = `the upstream service gave no usable response: ${boundMessage(message)}`
  return new Problem(statusCode, { statusCode, error, message: sentence }, retryAfter)
}
