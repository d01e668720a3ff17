import * as v from 'valibot'
import { ActivityPage, type ActivityRow } from './activity.ts'
import { parseBlock, parsePrincipal, parseTransactionId } from './identifiers.ts'
import { tryParse } from './json.ts'
import { DEFAULT_PAGING, MAX_LIMIT, type Paging } from './paging.ts'
import { blockActivityPath, tokenPath, transactionActivityPath } from './paths.ts'
import { type ProblemKind, problemOf } from './problems.ts'
import { readRetryAfter } from './retryAfter.ts'
import { Token } from './token.ts'

export {
  ActivityPage,
  type ActivityRow,
  Rune,
  RuneActivity,
  RuneLocation,
  sidesOf,
} from './activity.ts'
export { type JsonObject, type JsonValue, readNumber } from './json.ts'
export { MAX_LIMIT } from './paging.ts'
export type { ProblemKind } from './problems.ts'
export { Token, TokenAttribute, TokenLocalization, TokenMetadata } from './token.ts'

export type ClientOptions = {
  /** The service's address: `https://cairn.example`, with the path that its API stands under, if any. */
  baseUrl: string
  /** What asks; the platform's own `fetch` when missing. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** What reads JSON; `JSON.parse` when missing, which rounds integers beyond 2^53 in metadata. */
  parse?: ((text: string) => unknown) | undefined
}

/** `signal` ends the request: the promise rejects with the signal's reason. */
export type Asking = { signal?: AbortSignal | undefined }
export type AskingForToken = Asking & { locale?: string | undefined }
export type AskingForPage = Asking & { offset?: number | undefined; limit?: number | undefined }

export type Client = ReturnType<typeof createClient>

/**
 * The typed way to a service with the contract. Identifiers are taken in any of their forms: with or
 * without `0x`, in any case, a block by height or hash. Every method rejects with a RequestError, or
 * with the reason of an aborted signal; nothing is retried, and no request ends by itself.
 */
export function createClient(options: ClientOptions) {
  const get = createReader(options)

  async function token(principal: string, { locale, signal }: AskingForToken = {}): Promise<Token> {
    if (parsePrincipal(principal) === undefined) refuse(principal, 'a contract principal')
    return get(Token, tokenPath(principal, locale), signal)
  }

  async function transactionActivity(
    txId: string,
    asking: AskingForPage = {},
  ): Promise<ActivityPage> {
    const id = parseTransactionId(txId) ?? refuse(txId, 'a transaction id of 64 hexadecimal digits')
    return get(ActivityPage, transactionActivityPath(id, pagingOf(asking)), asking.signal)
  }

  async function blockActivity(
    block: number | string,
    asking: AskingForPage = {},
  ): Promise<ActivityPage> {
    const known = parseBlock(String(block)) ?? refuse(block, 'a block’s height or hash')
    return get(ActivityPage, blockActivityPath(known, pagingOf(asking)), asking.signal)
  }

  return {
    /** A token, in one of its locales or in its default. */
    token,
    /** A page of a transaction's activity, newest first. */
    transactionActivity,
    /** A page of a block's activity, newest first. */
    blockActivity,
    /** All records of a transaction from `offset` on, read page by page as they are taken. */
    allTransactionActivity: (txId: string, asking: AskingForPage = {}) =>
      readAll((page) => transactionActivity(txId, page), asking),
    /** All records of a block from `offset` on, read page by page as they are taken. */
    allBlockActivity: (block: number | string, asking: AskingForPage = {}) =>
      readAll((page) => blockActivity(block, page), asking),
  }
}

/** What the service stated, or what kept its answer from being read; `changed` is a list's alone. */
export type RequestErrorKind = ProblemKind | 'unreachable' | 'unreadable' | 'changed'

type Details = {
  url?: string | undefined
  status?: number | undefined
  retryAfter?: number | undefined
  cause?: unknown
}

/** A request that brought no answer. `kind` says why; `retryAfter` is in seconds, if one was named. */
export class RequestError extends Error {
  override name = 'RequestError'
  readonly kind: RequestErrorKind
  /** Undefined where nothing was asked, because it could be no identifier. */
  readonly url: string | undefined
  readonly status: number | undefined
  readonly retryAfter: number | undefined

  constructor(kind: RequestErrorKind, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.kind = kind
    this.url = details.url
    this.status = details.status
    this.retryAfter = details.retryAfter
  }
}

/** Reads the answer at a path of the service by its schema. */
function createReader({ baseUrl, fetch = askPlatform, parse = JSON.parse }: ClientOptions) {
  const base = baseUrl.replace(/\/+$/, '')

  return async function get<Schema extends v.GenericSchema>(
    schema: Schema,
    path: string,
    signal: AbortSignal | undefined,
  ): Promise<v.InferOutput<Schema>> {
    const url = base + path
    const { response, text } = await ask(url, signal)
    const { ok, status } = response
    if (!ok) throw refusalOf(response, url, text)
    const parsed = v.safeParse(schema, readJson(text, { url, status }))
    if (parsed.success) return parsed.output
    const [issue] = parsed.issues
    const message = `${v.getDotPath(issue) ?? 'the answer'}: ${issue.message}`
    throw new RequestError('unreadable', message, { url, status })
  }

  async function ask(url: string, signal: AbortSignal | undefined) {
    try {
      const headers = { Accept: 'application/json' }
      const response = await fetch(url, signal === undefined ? { headers } : { headers, signal })
      return { response, text: await response.text() }
    } catch (cause) {
      signal?.throwIfAborted()
      throw new RequestError('unreachable', 'The service could not be reached.', { url, cause })
    }
  }

  function readJson(text: string, details: Details): unknown {
    try {
      return parse(text)
    } catch (cause) {
      throw new RequestError('unreadable', 'The answer is not JSON.', { ...details, cause })
    }
  }
}

function askPlatform(url: string, init: RequestInit): Promise<Response> {
  return globalThis.fetch(url, init)
}

function pagingOf({ offset, limit }: AskingForPage): Paging {
  return { offset: offset ?? DEFAULT_PAGING.offset, limit: limit ?? DEFAULT_PAGING.limit }
}

/** What can be no identifier is not asked for: a path made of it could lead elsewhere. */
function refuse(given: string | number, accepted: string): never {
  throw new RequestError('bad-request', `${JSON.stringify(given)} is not ${accepted}.`)
}

function refusalOf({ status, headers }: Response, url: string, text: string): RequestError {
  const { kind, message = `The service answered ${status}.` } = problemOf(status, tryParse(text))
  return new RequestError(kind, message, {
    url,
    status,
    retryAfter: readRetryAfter(headers, Date.now()),
  })
}

/**
 * Steps by the `limit` that the service applied, which may be less than was asked for.
 * @throws {RequestError} `changed` when the list grew or shrank under way, because records would then
 * be missing or come twice; `unreadable` when a page holds fewer or more records than are due.
 */
async function* readAll(
  read: (asking: AskingForPage) => Promise<ActivityPage>,
  { offset = 0, limit = MAX_LIMIT, signal }: AskingForPage,
): AsyncGenerator<ActivityRow, void, undefined> {
  let known: number | undefined
  for (let next = offset; next < (known ?? Number.POSITIVE_INFINITY); ) {
    const page = await read({ offset: next, limit, signal })
    const { total, results } = page
    if (known !== undefined && total !== known) {
      throw new RequestError('changed', `The list had ${known} records, and now has ${total}.`)
    }
    if (results.length !== Math.max(0, Math.min(page.limit, total - next))) {
      const message = `The service sent ${results.length} records at offset ${next} of ${total}.`
      throw new RequestError('unreadable', message)
    }
    yield* results
    known = total
    next += page.limit
  }
}
