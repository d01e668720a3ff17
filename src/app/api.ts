import { parse } from 'lossless-json'
import * as v from 'valibot'
import { ActivityPage } from '../contract/activity.ts'
import { About, DIRECTORY_PATHS, Neighbours, SearchResults } from '../contract/directory.ts'
import type { Block } from '../contract/identifiers.ts'
import { readNumber } from '../contract/json.ts'
import type { Paging } from '../contract/paging.ts'
import { blockActivityPath, tokenPath, transactionActivityPath } from '../contract/paths.ts'
import { type ProblemKind, problemOf } from '../contract/problems.ts'
import { Token } from '../contract/token.ts'

const TIMEOUT = 20_000

/** What a service answered: the value as the contract reads it, and the text as it came. */
export type Answer<Value> = { value: Value; text: string; url: string }

export type RequestErrorKind = ProblemKind | 'offline' | 'unreachable' | 'timeout' | 'unreadable'

/** A request that brought no answer to show. `kind` says why; `text` is what came, if anything did. */
export class RequestError extends Error {
  override name = 'RequestError'
  readonly kind: RequestErrorKind
  readonly url: string
  readonly status: number | undefined
  readonly text: string | undefined
  /** Seconds to wait, when the service said so. */
  readonly retryAfter: number | undefined

  constructor(
    kind: RequestErrorKind,
    message: string,
    details: { url: string; status?: number; text?: string; retryAfter?: number; cause?: unknown },
  ) {
    super(message, { cause: details.cause })
    this.kind = kind
    this.url = details.url
    this.status = details.status
    this.text = details.text
    this.retryAfter = details.retryAfter
  }
}

export type Api = ReturnType<typeof createApi>

/**
 * The typed way to a service with the contract, and the only place that fetches. Every method
 * rejects with a RequestError, or with the abort's reason when `signal` was aborted.
 * @param baseUrl the service's address without a slash at its end; '' is the page's own origin.
 */
export function createApi(baseUrl: string) {
  async function get<Schema extends v.GenericSchema>(
    path: string,
    schema: Schema,
    signal: AbortSignal,
  ): Promise<Answer<v.InferOutput<Schema>>> {
    const { text, url } = await getText(path, signal)
    const parsed = v.safeParse(schema, parseJson(text, url))
    if (parsed.success) return { value: parsed.output, text, url }
    const [issue] = parsed.issues
    const message = `${v.getDotPath(issue) ?? 'the answer'}: ${issue.message}`
    throw new RequestError('unreadable', message, { url, text })
  }

  async function getText(
    path: string,
    signal: AbortSignal,
  ): Promise<{ text: string; url: string }> {
    const url = baseUrl + path
    try {
      const response = await fetch(url, {
        headers: { Accept: 'application/json' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
      })
      const text = await response.text()
      if (!response.ok) throw explainStatus(response, url, text)
      return { text, url }
    } catch (cause) {
      if (cause instanceof RequestError || signal.aborted) throw cause
      throw explainFailure(cause, url)
    }
  }

  return {
    baseUrl,
    token: (principal: string, locale: string | undefined, signal: AbortSignal) =>
      get(tokenPath(principal, locale), Token, signal),
    transactionActivity: (txId: string, paging: Paging, signal: AbortSignal) =>
      get(transactionActivityPath(txId, paging), ActivityPage, signal),
    blockActivity: (block: Block, paging: Paging, signal: AbortSignal) =>
      get(blockActivityPath(block, paging), ActivityPage, signal),
    about: (signal: AbortSignal) => get(DIRECTORY_PATHS.about, About, signal),
    search: (query: string, signal: AbortSignal) =>
      get(`${DIRECTORY_PATHS.search}?${new URLSearchParams({ q: query })}`, SearchResults, signal),
    neighbours: (height: number, signal: AbortSignal) =>
      get(DIRECTORY_PATHS.neighbours.replace(':height', String(height)), Neighbours, signal),
    /** The answer at any path of the service, whatever it holds. */
    any: (path: string, signal: AbortSignal) => get(path, v.unknown(), signal),
  }
}

function explainStatus(response: Response, url: string, text: string): RequestError {
  const { kind, message } = problemOf(response.status, tryParse(text))
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new RequestError(kind, message ?? `The service answered ${response.status}.`, {
    url,
    status: response.status,
    text,
    ...(Number.isFinite(retryAfter) ? { retryAfter } : {}),
  })
}

function explainFailure(cause: unknown, url: string): RequestError {
  if (cause instanceof DOMException && cause.name === 'TimeoutError') {
    return new RequestError('timeout', `No answer within ${TIMEOUT / 1000} seconds.`, {
      url,
      cause,
    })
  }
  const kind = navigator.onLine === false ? 'offline' : 'unreachable'
  return new RequestError(kind, 'The service could not be reached.', { url, cause })
}

/** Keeps the digits of numbers beyond a double's reach; the slower parser runs only where there may be any. */
export function parseAnswer(text: string): unknown {
  return /[:,[\s]-?[0-9.]{16}/.test(text) ? parse(text, undefined, readNumber) : JSON.parse(text)
}

function parseJson(text: string, url: string): unknown {
  try {
    return parseAnswer(text)
  } catch (cause) {
    throw new RequestError('unreadable', 'The answer is not JSON.', { url, text, cause })
  }
}

/** Bodies of failures are often HTML or nothing: those say nothing, and that is no further failure. */
function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
