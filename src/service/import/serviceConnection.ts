import { setTimeout } from 'node:timers/promises'
import { type Client, createClient } from '../../contract/client.ts'
import { RequestError, type RequestErrorKind } from '../../contract/requestError.ts'
import type { UpstreamOptions } from '../upstream/readThrough.ts'
import { createRequestBudget } from '../upstream/requestBudget.ts'
import { retryDelayMs } from '../upstream/retryDelay.ts'
import { createServiceFetch } from '../upstream/serviceFetch.ts'
import { parseJson } from './readLine.ts'

const REQUEST_TIMEOUT_MS = 30_000
const MAX_TRIES = 5

/** Another service with the same API, read within the budget of requests. */
export type ServiceConnection = {
  client: Client
  /** The number of requests sent so far. */
  requests: () => number
}

export function connectToService(
  url: string,
  { headers, requestsPerMinute }: Pick<UpstreamOptions, 'headers' | 'requestsPerMinute'>,
): ServiceConnection {
  const serviceFetch = createServiceFetch(headers)
  const budget = createRequestBudget(requestsPerMinute, () => performance.now())
  let requests = 0
  const fetch = async (address: string, init: RequestInit) => {
    await budget.waitAndTake()
    requests += 1
    return serviceFetch(address, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
  }
  const client = createClient({ baseUrl: url, fetch, parse: parseJson })
  return { client, requests: () => requests }
}

export const OUTAGES: RequestErrorKind[] = ['unreachable', 'timeout', 'unavailable', 'rate-limited']

/**
 * Retries a request that fails in one of these ways, after the time that the service asks for, or
 * after a delay that doubles. Unlike a reader, an import can wait.
 */
export async function retry<Result>(
  kinds: RequestErrorKind[],
  request: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await request()
    } catch (error) {
      if (tries === MAX_TRIES || !isOf(error, kinds)) throw error
      await setTimeout(retryDelayMs(tries, error.retryAfter))
    }
  }
}

export function isOf(error: unknown, kinds: RequestErrorKind[]): error is RequestError {
  return error instanceof RequestError && kinds.includes(error.kind)
}
