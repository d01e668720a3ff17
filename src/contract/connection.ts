import * as v from 'valibot'
import { COVERAGE, type Coverage, parseCoverage } from './coverageHeader.ts'
import { describeIssue } from './fieldSchemas.ts'
import { tryParse } from './json.ts'
import { DEFAULT_PAGING, MAX_LIMIT, type Paging } from './paging.ts'
import { problemOf } from './problems.ts'
import type { List } from './readAll.ts'
import { READ_AT } from './readAtHeader.ts'
import { RequestError } from './requestError.ts'
import type { ServiceRequest } from './requests.ts'
import { readRetryAfter } from './retryAfter.ts'

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

/** `signal` aborts the request: the promise rejects with the signal's reason. */
export type RequestOptions = { signal?: AbortSignal | undefined }
/** A response before parsing. */
export type RawReply = {
  url: string
  status: number
  text: string
  /** Seconds to wait before a retry, if an error response states them. */
  retryAfter?: number | undefined
  /** If a cache sent a stale response: when it was read from its source, in Unix milliseconds. */
  readAt?: number | undefined
  /** Set if the service says that its data are partial or samples. */
  coverage?: Coverage | undefined
}

/** A parsed response. */
export type Reply<Value> = RawReply & { value: Value }

type PageRequestOf<Page> = (paging: Paging) => ServiceRequest<v.GenericSchema<unknown, Page>>

/**
 * Sends requests to a service and parses its responses. It neither retries nor times out. Rejects with a
 * RequestError, or with the reason of an aborted signal.
 */
export function createConnection({
  baseUrl,
  fetch = platformFetch,
  parse = JSON.parse,
}: ClientOptions) {
  const base = baseUrl.replace(/\/+$/, '')
  let largestLimit = MAX_LIMIT

  /** Sends one request and parses the response with the request's schema. */
  async function request<Schema extends v.GenericSchema>(
    { path, schema }: ServiceRequest<Schema>,
    { signal }: RequestOptions = {},
  ): Promise<Reply<v.InferOutput<Schema>>> {
    return readReply(await send(base + path, signal), schema, parse)
  }

  async function send(url: string, signal: AbortSignal | undefined): Promise<RawReply> {
    try {
      const headers = { Accept: 'application/json' }
      const response = await fetch(url, signal === undefined ? { headers } : { headers, signal })
      return { url, status: response.status, text: await response.text(), ...headersOf(response) }
    } catch (cause) {
      signal?.throwIfAborted()
      throw cause instanceof RequestError ? cause : connectionError(url, cause)
    }
  }

  /**
   * Requests a page of a list. If the service refuses the page size, smaller pages are requested from
   * then on. Some services send `total: 0` past the end; then the total is read from the first record.
   */
  async function requestPage<Page extends List<unknown>>(
    requestOf: PageRequestOf<Page>,
    {
      offset = DEFAULT_PAGING.offset,
      limit = DEFAULT_PAGING.limit,
      signal,
    }: Partial<Paging> & RequestOptions,
  ): Promise<Reply<Page>> {
    const reply = await requestAllowed(requestOf, { offset, limit, signal })
    const { total, results } = reply.value
    if (offset === 0 || total > 0 || results.length > 0) return reply
    const first = await request(requestOf({ offset: 0, limit: 1 }), { signal })
    return { ...reply, value: { ...reply.value, total: first.value.total } }
  }

  async function requestAllowed<Page>(
    requestOf: PageRequestOf<Page>,
    { offset, limit, signal }: Paging & RequestOptions,
  ): Promise<Reply<Page>> {
    const largest = limit > MAX_LIMIT ? limit : Math.min(limit, largestLimit)
    const smaller = COMMON_LIMITS.filter((common) => common < largest && limit <= MAX_LIMIT)
    let refusal: RequestError | undefined
    for (const size of [largest, ...smaller]) {
      try {
        const reply = await request(requestOf({ offset, limit: size }), { signal })
        if (refusal !== undefined) largestLimit = size
        return reply
      } catch (error) {
        if (!(error instanceof RequestError) || error.kind !== 'bad-request') throw error
        refusal ??= error
      }
    }
    throw refusal
  }

  return { baseUrl: base, request, requestPage }
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
    const { kind, message = `The service responded with status ${status}.` } = problemOf(
      status,
      tryParse(text),
    )
    throw new RequestError(kind, message, reply)
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

/** Looks up the global `fetch` on every call, because tests and tools replace it. */
export function platformFetch(url: string, init: RequestInit): Promise<Response> {
  return globalThis.fetch(url, init)
}

function headersOf(response: Response): Partial<RawReply> {
  const { ok, headers } = response
  const retryAfter = ok ? undefined : readRetryAfter(response, Date.now())
  const readAt = Number(headers.get(READ_AT) ?? Number.NaN)
  const coverage = parseCoverage(headers.get(COVERAGE))
  return {
    ...(retryAfter !== undefined && { retryAfter }),
    ...(Number.isFinite(readAt) && { readAt }),
    ...(coverage !== undefined && { coverage }),
  }
}

function connectionError(url: string, cause: unknown): RequestError {
  if (cause instanceof DOMException && cause.name === 'TimeoutError') {
    return new RequestError('timeout', 'The service did not respond in time.', { url, cause })
  }
  const isOffline = globalThis.navigator?.onLine === false
  const kind = isOffline ? 'offline' : 'unreachable'
  return new RequestError(kind, 'The service could not be reached.', { url, cause })
}

// The largest page of the retired runes API, and the default page of every service.
const COMMON_LIMITS = [60, 20]
