import * as v from 'valibot'
import { tryParse } from './json.ts'
import { problemOf } from './problems.ts'
import { RequestError } from './requestError.ts'
import { describeIssue } from './schemas/fields.ts'

export type ClientOptions = {
  /** The address of the service, with the path of its API if it has one: `https://cairn.example`. */
  baseUrl: string
  /** Sends the requests; `globalThis.fetch` by default. A RequestError that it throws is rethrown. */
  fetch?: ((url: string, init: RequestInit) => Response | Promise<Response>) | undefined
  /**
   * Parses JSON; `JSON.parse` by default, which rounds integers beyond 2^53 in metadata. A RequestError
   * that it throws is rethrown.
   */
  parse?: ((text: string) => unknown) | undefined
}

/** `signal` aborts the request: the promise rejects with the signal's reason, or `timeout` if it timed out. */
export type RequestOptions = { signal?: AbortSignal | undefined }

/** A response before parsing. */
export type RawReply = {
  url: string
  status: number
  text: string
  /** Seconds to wait before a retry, if an error response states them. */
  retryAfter?: number | undefined
  /** Seconds since a stale response was read from its source, which cannot be reached. */
  age?: number | undefined
  /** The newest block of the index when the response was made, if it depends on that. */
  block?: number | undefined
}

/** A parsed response. */
export type Reply<Value> = RawReply & { value: Value }

/** Sends one request. @throws {RequestError}, or the reason of an aborted signal. */
export async function send(
  // The global one is looked up for each request, because tests and tools replace it.
  { baseUrl, fetch = globalThis.fetch }: ClientOptions,
  path: string,
  { signal }: RequestOptions,
): Promise<RawReply> {
  const url = baseUrl.replace(/\/+$/, '') + path
  try {
    const headers = { Accept: 'application/json' }
    const response = await fetch(url, signal === undefined ? { headers } : { headers, signal })
    return {
      url,
      status: response.status,
      text: await response.text(),
      retryAfter: response.ok ? undefined : retryAfterOf(response),
      age: numberIn(response.headers.get('Age')),
      block: numberIn(response.headers.get('Block-Height')),
    }
  } catch (cause) {
    // Some implementations of `fetch` reject with an error of their own.
    const reason: unknown = signal?.aborted ? signal.reason : cause
    if (reason instanceof RequestError || (signal?.aborted && !isTimeout(reason))) throw reason
    throw connectionError(url, reason)
  }
}

/**
 * Parses a response with its schema.
 * @throws {RequestError} if it is an error response or cannot be parsed.
 */
export async function readReply<Schema extends v.GenericSchema>(
  reply: RawReply,
  schema: Schema,
  parse: (text: string) => unknown = JSON.parse,
): Promise<Reply<v.InferOutput<Schema>>> {
  const { status, text } = reply
  if (status < 200 || status > 299) {
    const { kind, message } = problemOf(status, tryParse(text))
    const sentence = message ?? `The service responded with status ${status}.`
    throw new RequestError(kind, sentence, reply)
  }
  const parsed = v.safeParse(schema, await readJson(reply, parse))
  if (parsed.success) return { ...reply, value: parsed.output }
  const message = `The service sent ${describeIssue(parsed.issues[0], 'a response')}.`
  throw new RequestError('unreadable', message, { ...reply, cause: new v.ValiError(parsed.issues) })
}

async function readJson(reply: RawReply, parse: (text: string) => unknown): Promise<unknown> {
  try {
    return await parse(reply.text)
  } catch (cause) {
    if (cause instanceof RequestError) throw cause
    throw new RequestError('unreadable', 'The response is not JSON.', { ...reply, cause })
  }
}

/** Reads `Retry-After`; after a 429 without it, the end of the window in `RateLimit` or `RateLimit-Reset`. */
function retryAfterOf({ status, headers }: Response): number | undefined {
  const [, window] = /(?:\bt|\breset)=(\d+)/i.exec(headers.get('RateLimit') ?? '') ?? []
  // Other responses have the headers of a rate limit, too, while requests are left.
  const reset = status === 429 ? (window ?? headers.get('RateLimit-Reset')) : null
  const text = headers.get('Retry-After') ?? reset
  if (text === null) return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds))
}

function numberIn(header: string | null): number | undefined {
  const number = Number(header ?? Number.NaN)
  return Number.isFinite(number) ? number : undefined
}

function connectionError(url: string, cause: unknown): RequestError {
  if (isTimeout(cause)) {
    return new RequestError('timeout', 'The service did not respond in time.', { url, cause })
  }
  const isOffline = globalThis.navigator?.onLine === false
  const kind = isOffline ? 'offline' : 'unreachable'
  return new RequestError(kind, 'The service could not be reached.', { url, cause })
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'TimeoutError'
}
