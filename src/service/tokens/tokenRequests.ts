import { stringify } from 'lossless-json'
import pLimit from 'p-limit'
import type { Client } from '../../contract/client.ts'
import { PROBLEMS, TOKEN_PROBLEMS } from '../../contract/problems.ts'
import { RequestError } from '../../contract/requestError.ts'
import type { Settings } from '../settings.ts'
import { createCircuitBreaker } from './circuitBreaker.ts'
import { createRequestBudget } from './requestBudget.ts'
import { createServiceClient, requestToken } from './serviceClient.ts'
import { tokenToWire } from './tokenToWire.ts'

/** What the last requests to the token service showed. */
export type TokenServiceStatus = {
  /** `degraded` after a failed request: only what is stored is served. */
  state: 'ready' | 'degraded'
  /** When it last sent a usable response, in Unix seconds; undefined before the first. */
  respondedAt: number | undefined
}

export type TokenServiceSettings = Pick<
  Settings,
  'UPSTREAM_HEADERS' | 'UPSTREAM_RATE' | 'UPSTREAM_TIMEOUT' | 'UPSTREAM_MAX_AGE'
> & { UPSTREAM_TOKENS_URL: string }

export type Clocks = {
  /** Unix seconds. */
  now: () => number
  /** Never goes back. */
  monotonicMs: () => number
}

/** A response of the token service as this service sends it. `maxAge`: the most seconds to store it as fresh. */
type Received = { status: number; body: string; maxAge: number }

const MAX_CONCURRENT_REQUESTS = 20
const MAX_MESSAGE_LENGTH = 500
/** In seconds. Missing tokens may appear soon, and metadata in progress even sooner. */
const PROBLEM_MAX_AGE = 60
const IN_PROGRESS_MAX_AGE = 10

/**
 * Requests tokens from the token service, within its limits and ours.
 * @param observe is called after each request with its outcome: `succeeded` or the kind of failure.
 */
export function createTokenRequests(
  settings: TokenServiceSettings,
  { now, monotonicMs }: Clocks,
  observe?: (outcome: string, seconds: number) => void,
) {
  const status: TokenServiceStatus = { state: 'ready', respondedAt: undefined }
  const breaker = createCircuitBreaker(monotonicMs)
  const budget = createRequestBudget(settings.UPSTREAM_RATE, monotonicMs)
  const limited = pLimit(MAX_CONCURRENT_REQUESTS)
  const client = createServiceClient({
    url: settings.UPSTREAM_TOKENS_URL,
    headers: settings.UPSTREAM_HEADERS,
    timeoutMs: settings.UPSTREAM_TIMEOUT * 1000,
  })

  async function send(principal: string, locale: string | undefined): Promise<Received> {
    const key = `${principal} ${locale}`
    breaker.expectClosed(key)
    budget.take()
    const startedAt = monotonicMs()
    const end = (outcome: string) => observe?.(outcome, (monotonicMs() - startedAt) / 1000)
    try {
      const received = await receive(client, principal, locale)
      breaker.noteSuccess()
      status.state = 'ready'
      status.respondedAt = now()
      end('succeeded')
      return received
    } catch (error) {
      status.state = 'degraded'
      if (error instanceof RequestError) breaker.noteFailure(key, error)
      end(error instanceof RequestError ? error.kind : 'failed')
      throw error
    }
  }

  return {
    status,
    /** @throws {RequestError} if there is no usable response, or none may be requested now. */
    send: (principal: string, locale: string | undefined) => limited(() => send(principal, locale)),
  }
}

async function receive(
  client: Client,
  principal: string,
  locale: string | undefined,
): Promise<Received> {
  try {
    const token = await requestToken(client, principal, locale)
    const body = stringify(tokenToWire(token)) ?? ''
    return { status: 200, body, maxAge: Number.POSITIVE_INFINITY }
  } catch (error) {
    const problem = error instanceof RequestError ? problemIn(error) : undefined
    if (problem === undefined) throw error
    return problem
  }
}

/** Undefined if the service did not state why it has no token. */
function problemIn({ kind, message }: RequestError): Received | undefined {
  const problem = TOKEN_PROBLEMS.find((known) => known === kind)
  if (problem === undefined) return
  const { status, error } = PROBLEMS[problem]
  // The client repeats the error as the message of a response without one.
  const stated = message === error ? undefined : shorten(message)
  const maxAge = problem === 'metadata-in-progress' ? IN_PROGRESS_MAX_AGE : PROBLEM_MAX_AGE
  return { status, body: JSON.stringify({ error, message: stated }), maxAge }
}

/** Cuts off a long message of another service. */
export function shorten(message: string): string {
  return message.length > MAX_MESSAGE_LENGTH
    ? `${message.slice(0, MAX_MESSAGE_LENGTH - 1)}…`
    : message
}
