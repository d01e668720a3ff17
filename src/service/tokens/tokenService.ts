import { setTimeout } from 'node:timers/promises'
import { stringify } from 'lossless-json'
import { unixSeconds } from '../../bitcoin/unixSeconds.ts'
import { pathTo } from '../../contract/client.ts'
import { RequestError } from '../../contract/requestError.ts'
import type { Database } from '../../database/database.ts'
import { HttpProblem } from '../http/httpProblem.ts'
import { readToken } from './readToken.ts'
import { createResponseStore, type StoredResponse } from './responseStore.ts'
import {
  type Clocks,
  createTokenRequests,
  shorten,
  type TokenServiceSettings,
  type TokenServiceStatus,
} from './tokenRequests.ts'

/** A response to send. `ttl`: the seconds for which it is fresh. `age`: the seconds since a stale one was read. */
export type TokenResponse = { status: number; body: string; ttl: number; age: number | undefined }

/** The token service as a source of tokens. */
export type TokenService = {
  status: Readonly<TokenServiceStatus>
  /**
   * The response about a token from the service; if that fails, what is stored of it, however old.
   * @throws {HttpProblem} 429 or 503 if nothing is stored either.
   */
  read(principal: string, locale: string | undefined): Promise<TokenResponse>
}

type Context = Partial<Clocks> & {
  tokens: Database
  log: (sentence: string) => void
  /** Called after each request with its outcome: `succeeded` or the kind of failure. */
  observe?: (outcome: string, seconds: number) => void
}

/** If a token is stored, readers wait this long for a newer one, which is read in the background then. */
const MAX_REFRESH_WAIT_MS = 1000

/** Reads tokens through: responses are stored, and requested again when they are older than UPSTREAM_MAX_AGE. */
export function createTokenService(
  settings: TokenServiceSettings,
  { tokens, log, observe, now = unixSeconds, monotonicMs = () => performance.now() }: Context,
): TokenService {
  const store = createResponseStore(tokens, log)
  const requests = createTokenRequests(settings, { now, monotonicMs }, observe)
  const running = new Map<string, Promise<StoredResponse>>()

  async function refresh(key: string, principal: string, locale: string | undefined) {
    const { status, body, maxAge } = await requests.send(principal, locale)
    const readAt = now()
    const freshUntil = readAt + Math.min(maxAge, settings.UPSTREAM_MAX_AGE)
    const stored = { status, body, readAt, freshUntil }
    await store.put(key, stored)
    return stored
  }

  /** Concurrent requests for the same token share one. */
  function share(key: string, principal: string, locale: string | undefined) {
    const started =
      running.get(key) ?? refresh(key, principal, locale).finally(() => running.delete(key))
    running.set(key, started)
    return started
  }

  return {
    status: requests.status,
    async read(principal, locale) {
      const key = settings.UPSTREAM_TOKENS_URL + pathTo('token', { principal, locale })
      const stored = await store.find(key)
      const isCurrent = stored !== undefined && isFresh(stored, now())
      if (isCurrent && stored.status === 200) return toResponse(stored, now())
      const inDatabase = await readFromDatabase(tokens, principal, locale)
      const fallback = stored?.status === 200 ? stored : (inDatabase ?? stored)
      const latest = isCurrent ? stored : await orFallback(share(key, principal, locale), fallback)
      // The database may have a token that the service lacks.
      return toResponse(latest.status === 200 ? latest : (inDatabase ?? latest), now())
    },
  }
}

/** A response that was read in the future is stale: the clock was set back. */
function isFresh({ readAt, freshUntil }: StoredResponse, now: number): boolean {
  return readAt <= now && now < freshUntil
}

function toResponse(response: StoredResponse, now: number): TokenResponse {
  const { status, body, readAt, freshUntil } = response
  const ttl = freshUntil - now
  const age = Math.max(0, now - readAt)
  return { status, body, ttl, age: isFresh(response, now) ? undefined : age }
}

/** What the database has of a token, which is not from the token service. */
async function readFromDatabase(
  tokens: Database,
  principal: string,
  locale: string | undefined,
): Promise<StoredResponse | undefined> {
  try {
    const { token, readAt } = await readToken(tokens, principal, locale)
    return { status: 200, body: stringify(token) ?? '', readAt, freshUntil: readAt }
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error
  }
}

/** @throws {HttpProblem} if the request fails and there is no fallback. */
async function orFallback(
  request: Promise<StoredResponse>,
  fallback: StoredResponse | undefined,
): Promise<StoredResponse> {
  try {
    if (fallback === undefined) return await request
    const slow = setTimeout(MAX_REFRESH_WAIT_MS, fallback, { ref: false })
    return await Promise.race([request, slow])
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    if (fallback === undefined) throw problemFor(error)
    return fallback
  }
}

function problemFor({ kind, message, retryAfter }: RequestError): HttpProblem {
  const sentence = `the token service sent no usable response: ${shorten(message)}`
  const problem = kind === 'rate-limited' ? 'too-many-requests' : 'unavailable'
  return new HttpProblem(problem, { message: sentence, retryAfter })
}
