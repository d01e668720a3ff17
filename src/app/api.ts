import * as v from 'valibot'
import { ActivityPage } from '../contract/activity.ts'
import {
  About,
  BlockTransactions,
  blockTransactionsPath,
  DIRECTORY_PATHS,
  Namesakes,
  Neighbours,
  namesakesPath,
  neighboursPath,
  Place,
  placePath,
  SearchResults,
  searchPath,
  suggestPath,
} from '../contract/directory.ts'
import type { Block } from '../contract/identifiers.ts'
import { readNumber, tryParse } from '../contract/json.ts'
import type { Paging } from '../contract/paging.ts'
import { blockActivityPath, tokenPath, transactionActivityPath } from '../contract/paths.ts'
import { type ProblemKind, problemOf } from '../contract/problems.ts'
import { Token } from '../contract/token.ts'

const TIMEOUT = 20_000

// What an answer can be read as; named, so that a page can carry answers and read them again.
const SCHEMAS = {
  token: Token,
  activity: ActivityPage,
  about: About,
  search: SearchResults,
  neighbours: Neighbours,
  blockTransactions: BlockTransactions,
  place: Place,
  namesakes: Namesakes,
  any: v.unknown(),
} as const

/** What a service replied to a request, before it is understood. */
export type Reply = {
  as: keyof typeof SCHEMAS
  url: string
  status: number
  text: string
  /** Seconds to wait, when the service said so. */
  retryAfter?: number
  /** When it was read, in unix milliseconds, if it was kept on this device since. */
  readAt?: number
}

/** A reply that was understood: the value as the contract reads it, and what came. */
export type Answer<Value> = Reply & { value: Value }

export type RequestErrorKind = ProblemKind | 'offline' | 'unreachable' | 'timeout' | 'unreadable'

/** A request that brought no answer to show. `kind` says why; `reply` is what came, if anything did. */
export class RequestError extends Error {
  override name = 'RequestError'
  readonly kind: RequestErrorKind
  readonly url: string
  readonly reply: Reply | undefined

  constructor(
    kind: RequestErrorKind,
    message: string,
    details: { url: string; reply?: Reply; cause?: unknown },
  ) {
    super(message, { cause: details.cause })
    this.kind = kind
    this.url = details.url
    this.reply = details.reply
  }

  /** The status of a page that can only tell of this failure. */
  get status(): number {
    const status = this.reply?.status ?? 503
    return status < 400 ? 502 : status
  }
}

export type Api = ReturnType<typeof createApi>

type Ask = (url: string, init: RequestInit) => Response | Promise<Response>

/**
 * The typed way to a service with the contract, and the only place that fetches. Every method
 * rejects with a RequestError, or with the abort's reason when `signal` was aborted.
 * @param baseUrl the service's address without a slash at its end; '' is the page's own origin.
 * @param ask what brings a response; the service itself, where a page is rendered beside it.
 */
export function createApi(baseUrl: string, ask: Ask = (url, init) => fetch(url, init)) {
  async function get<Name extends Reply['as']>(
    as: Name,
    path: string,
    signal: AbortSignal,
  ): Promise<Answer<v.InferOutput<(typeof SCHEMAS)[Name]>>> {
    const url = baseUrl + path
    try {
      const response = await ask(url, {
        headers: { Accept: 'application/json' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
      })
      const text = await response.text()
      const reply = { as, url, status: response.status, text, ...(await timesIn(response)) }
      return await read(reply, SCHEMAS[as])
    } catch (cause) {
      if (cause instanceof RequestError || signal.aborted) throw cause
      throw explainFailure(cause, url)
    }
  }

  return {
    baseUrl,
    token: (principal: string, locale: string | undefined, signal: AbortSignal) =>
      get('token', tokenPath(principal, locale), signal),
    transactionActivity: (txId: string, paging: Paging, signal: AbortSignal) =>
      get('activity', transactionActivityPath(txId, paging), signal),
    blockActivity: (block: Block, paging: Paging, signal: AbortSignal) =>
      get('activity', blockActivityPath(block, paging), signal),
    about: (signal: AbortSignal) => get('about', DIRECTORY_PATHS.about, signal),
    search: (query: string, signal: AbortSignal) => get('search', searchPath(query), signal),
    suggest: (query: string, signal: AbortSignal) => get('search', suggestPath(query), signal),
    neighbours: (height: number, signal: AbortSignal) =>
      get('neighbours', neighboursPath(height), signal),
    blockTransactions: (height: number, signal: AbortSignal) =>
      get('blockTransactions', blockTransactionsPath(height), signal),
    place: (txId: string, signal: AbortSignal) => get('place', placePath(txId), signal),
    namesakes: (principal: string, signal: AbortSignal) =>
      get('namesakes', namesakesPath(principal), signal),
    /** The answer at any path of the service, whatever it holds. */
    any: (path: string, signal: AbortSignal) => get('any', path, signal),
  }
}

/**
 * Reads what a service replied, now or before the page was sent.
 * @throws {RequestError} when it is no answer to show.
 */
export function readReply(reply: Reply): Promise<Answer<unknown>> {
  return read<v.GenericSchema>(reply, SCHEMAS[reply.as])
}

async function read<Schema extends v.GenericSchema>(
  reply: Reply,
  schema: Schema,
): Promise<Answer<v.InferOutput<Schema>>> {
  const { url, text, status } = reply
  if (status < 200 || status > 299) {
    const { kind, message } = problemOf(status, tryParse(text))
    throw new RequestError(kind, message ?? `The service answered ${status}.`, { url, reply })
  }
  const parsed = v.safeParse(schema, await parseJson(reply))
  if (parsed.success) return { ...reply, value: parsed.output }
  const [issue] = parsed.issues
  const message = `${v.getDotPath(issue) ?? 'the answer'}: ${issue.message}`
  throw new RequestError('unreadable', message, { url, reply })
}

async function timesIn({ ok, headers }: Response): Promise<Pick<Reply, 'retryAfter' | 'readAt'>> {
  // Where what reads it cannot be fetched, nobody knows of a pause.
  const retryAfter = ok
    ? undefined
    : await import('../contract/retryAfter.ts').then(
        ({ readRetryAfter }) => readRetryAfter(headers, Date.now()),
        () => undefined,
      )
  const readAt = Number(headers.get(READ_AT) ?? Number.NaN)
  return {
    ...(retryAfter !== undefined && { retryAfter }),
    ...(Number.isFinite(readAt) && { readAt }),
  }
}

/** The header that the service worker puts on what it kept: when it was read, in unix milliseconds. */
export const READ_AT = 'X-Cairn-Read-At'

function explainFailure(cause: unknown, url: string): RequestError {
  if (cause instanceof DOMException && cause.name === 'TimeoutError') {
    return new RequestError('timeout', `No answer within ${TIMEOUT / 1000} seconds.`, {
      url,
      cause,
    })
  }
  const kind = globalThis.navigator?.onLine === false ? 'offline' : 'unreachable'
  return new RequestError(kind, 'The service could not be reached.', { url, cause })
}

/** Keeps the digits of numbers beyond a double's reach; what parses those is fetched where there may be any. */
async function parseJson(reply: Reply): Promise<unknown> {
  try {
    if (!/[:,[\s]-?[0-9.]{16}/.test(reply.text)) return JSON.parse(reply.text)
    const { parse } = await import('lossless-json')
    return parse(reply.text, undefined, readNumber)
  } catch (cause) {
    const { url } = reply
    throw new RequestError('unreadable', 'The answer is not JSON.', { url, reply, cause })
  }
}
