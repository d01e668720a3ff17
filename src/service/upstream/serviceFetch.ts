import pLimit from 'p-limit'
import { tryParse } from '../../contract/json.ts'
import { problemOf } from '../../contract/problems.ts'
import { RequestError } from '../../contract/requestError.ts'

export type ServiceFetchOptions = {
  /** For a whole response. The time that a request waits for others to end counts too. */
  timeoutMs: number
  /** The largest body, unpacked. */
  maxBytes?: number
  /** How many requests run at once; more wait. */
  concurrency?: number
}

/** The largest page of activity has less than a megabyte, but a token's document may hold pictures. */
const MAX_BYTES = 8 * 1024 * 1024

/**
 * A `fetch` for the contract's client on the server, where the other service is not trusted. It reads
 * the whole body, follows no redirect, and rejects with a RequestError if the body is too large or the
 * response does not come from a service with the contract. A timeout rejects with a TimeoutError, like
 * the platform's `fetch`: the client makes a RequestError of it.
 */
export function createServiceFetch({
  timeoutMs,
  maxBytes = MAX_BYTES,
  concurrency = 20,
}: ServiceFetchOptions) {
  const limited = pLimit(concurrency)
  return (url: string, { signal, ...init }: RequestInit): Promise<Response> => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const both = signal ? AbortSignal.any([signal, timeout]) : timeout
    return limited(() => fetchWhole(url, { ...init, signal: both }, maxBytes))
  }
}

async function fetchWhole(url: string, init: RequestInit, maxBytes: number): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual' })
  const { status, headers } = response
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    const message = `The service answered with a redirect (${status}), which is not followed.`
    throw new RequestError('unreadable', message, { url, status })
  }
  const text = await readText(response, maxBytes)
  // A gateway's own page does not tell whether the service holds what was requested.
  if (STATED.has(status) && problemOf(status, tryParse(text)).message === undefined) {
    const message = `The service answered ${status} without a reason.`
    throw new RequestError('unavailable', message, { url, status })
  }
  return new Response(text || null, { status, headers })
}

/** Statuses by which a service says that it does not hold something, always with a reason. */
const STATED = new Set([400, 404, 422])

async function readText({ body, url }: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) {
      throw new RequestError('unreadable', `The response is larger than ${maxBytes} bytes.`, {
        url,
      })
    }
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
