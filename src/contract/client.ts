import * as v from 'valibot'
import type { ActivityPage, ActivityQuery, ActivityRow } from './activity.ts'
import { COVERAGE, type Coverage, parseCoverage } from './coverageHeader.ts'
import { describeIssue } from './fieldSchemas.ts'
import { parseBlock, parsePrincipal, parseTransactionId } from './identifiers.ts'
import { tryParse } from './json.ts'
import { DEFAULT_PAGING, MAX_LIMIT, type Paging } from './paging.ts'
import { problemOf } from './problems.ts'
import { readAll } from './readAll.ts'
import { READ_AT } from './readAtHeader.ts'
import { RequestError } from './requestError.ts'
import { requests, type ServiceRequest } from './requests.ts'
import { readRetryAfter } from './retryAfter.ts'
import type { Token } from './token.ts'
import type { TokenListOptions, TokenPage } from './tokenList.ts'

export {
  ActivityPage,
  type ActivityQuery,
  type ActivityRow,
  type Operation,
  Rune,
  RuneActivity,
  RuneLocation,
  sidesOf,
} from './activity.ts'
export { type JsonObject, type JsonValue, readNumber } from './json.ts'
export { MAX_LIMIT } from './paging.ts'
export type { ProblemKind } from './problems.ts'
export { RequestError, type RequestErrorKind } from './requestError.ts'
export { Token, TokenAttribute, TokenLocalization, TokenMetadata } from './token.ts'
export { ListedToken, type TokenListOptions, TokenPage } from './tokenList.ts'

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
  /** The largest page size that the service accepts, if an earlier client found it out. */
  maxLimit?: number | undefined
  /** Called when the service refuses a page size and accepts this smaller one. */
  onMaxLimit?: ((maxLimit: number) => void) | undefined
}

/** `signal` aborts the request: the promise rejects with the signal's reason. */
export type RequestOptions = { signal?: AbortSignal | undefined }
export type TokenOptions = RequestOptions & { locale?: string | undefined }
/** With an `operation`, the list has only its records, and `total` counts those. */
export type PageOptions = RequestOptions & Partial<ActivityQuery>

/** A response before parsing. */
export type RawReply = {
  url: string
  status: number
  text: string
  /** Seconds to wait before a retry, if an error response states them. */
  retryAfter?: number | undefined
  /** If a cache sent a stale response: when it was read from its source, in Unix milliseconds. */
  readAt?: number | undefined
  /** If the service says that its data are partial, or samples. */
  coverage?: Coverage | undefined
}

/** A parsed response. */
export type Reply<Value> = RawReply & { value: Value }

type List = { total: number; results: unknown[] }
type PageRequestOf<Page> = (paging: Paging) => ServiceRequest<v.GenericSchema<unknown, Page>>

export type Client = ReturnType<typeof createClient>

/**
 * Creates a typed client for a service that implements the contract. Identifiers are accepted in any
 * form: with or without `0x`, in any case, a block by height or hash. Every method rejects with a
 * RequestError, or with the reason of an aborted signal. The client neither retries nor times out;
 * pass a `fetch` that does.
 */
export function createClient({
  baseUrl,
  fetch = platformFetch,
  parse = JSON.parse,
  maxLimit = MAX_LIMIT,
  onMaxLimit,
}: ClientOptions) {
  const base = baseUrl.replace(/\/+$/, '')
  let largestLimit = Math.min(maxLimit, MAX_LIMIT)

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
  async function requestPage<Page extends List>(
    requestOf: PageRequestOf<Page>,
    { offset = DEFAULT_PAGING.offset, limit = DEFAULT_PAGING.limit, signal }: PageOptions,
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
        if (refusal !== undefined) {
          largestLimit = size
          onMaxLimit?.(size)
        }
        return reply
      } catch (error) {
        if (!(error instanceof RequestError) || error.kind !== 'bad-request') throw error
        refusal ??= error
      }
    }
    throw refusal
  }

  function requestToken(principal: string, { locale, signal }: TokenOptions = {}) {
    if (parsePrincipal(principal) === undefined) throw malformed(principal, 'a contract principal')
    return request(requests.token(principal, locale), { signal })
  }

  function requestTokens(options: TokenListOptions & PageOptions = {}) {
    return requestPage<TokenPage>((paging) => requests.tokens(options, paging), options)
  }

  function requestTransactionActivity(txId: string, options: PageOptions = {}) {
    const id = parseTransactionId(txId)
    if (id === undefined) throw malformed(txId, 'a transaction id of 64 hexadecimal digits')
    const { operation } = options
    return requestPage(
      (paging) => requests.transactionActivity(id, { ...paging, operation }),
      options,
    )
  }

  function requestBlockActivity(block: number | string, options: PageOptions = {}) {
    const parsed = parseBlock(String(block))
    if (parsed === undefined) throw malformed(block, 'a block’s height or hash')
    const { operation } = options
    return requestPage(
      (paging) => requests.blockActivity(parsed, { ...paging, operation }),
      options,
    )
  }

  return {
    baseUrl: base,
    request,
    /** The same methods as below, but they resolve to the whole response, not only to its value. */
    replies: {
      token: async (principal: string, options?: TokenOptions) => requestToken(principal, options),
      tokens: async (options?: TokenListOptions & PageOptions) => requestTokens(options),
      transactionActivity: async (txId: string, options?: PageOptions) =>
        requestTransactionActivity(txId, options),
      blockActivity: async (block: number | string, options?: PageOptions) =>
        requestBlockActivity(block, options),
    },
    /** A token, in one of its locales or the default one. */
    token: async (principal: string, options?: TokenOptions): Promise<Token> =>
      (await requestToken(principal, options)).value,
    /** A page of a list of tokens. */
    tokens: async (options?: TokenListOptions & PageOptions): Promise<TokenPage> =>
      (await requestTokens(options)).value,
    /** A page of a transaction's activity, newest first. */
    transactionActivity: async (txId: string, options?: PageOptions): Promise<ActivityPage> =>
      (await requestTransactionActivity(txId, options)).value,
    /** A page of a block's activity, newest first. */
    blockActivity: async (block: number | string, options?: PageOptions): Promise<ActivityPage> =>
      (await requestBlockActivity(block, options)).value,
    /** All records of a transaction from `offset` on, requested page by page while you iterate. */
    allTransactionActivity: (txId: string, options: PageOptions = {}) =>
      rowsOf((page) => requestTransactionActivity(txId, page), options),
    /** All records of a block from `offset` on, requested page by page while you iterate. */
    allBlockActivity: (block: number | string, options: PageOptions = {}) =>
      rowsOf((page) => requestBlockActivity(block, page), options),
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

async function* rowsOf(
  read: (options: PageOptions) => Promise<Reply<ActivityPage>>,
  options: PageOptions,
): AsyncGenerator<ActivityRow, void, undefined> {
  const { operation } = options
  const pages = readAll((paging, signal) => read({ ...paging, operation, signal }), options)
  for await (const { rows } of pages) yield* rows
}

function platformFetch(url: string, init: RequestInit): Promise<Response> {
  return globalThis.fetch(url, init)
}

function headersOf({ ok, headers }: Response): Partial<RawReply> {
  const retryAfter = ok ? undefined : readRetryAfter(headers, Date.now())
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

/** A malformed identifier is never requested, because it could change the path. */
function malformed(given: string | number, accepted: string): RequestError {
  return new RequestError('bad-request', `${JSON.stringify(given)} is not ${accepted}.`)
}

// The largest page of the retired runes API, and the default page of every service.
const COMMON_LIMITS = [60, 20]
