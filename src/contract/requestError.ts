import type { ProblemKind } from './problems.ts'

/** Why a request failed: the problem in the response, or why there is no readable response. */
export type RequestErrorKind = ProblemKind | 'offline' | 'unreachable' | 'timeout' | 'unreadable'

type Details = {
  url?: string | undefined
  status?: number | undefined
  text?: string | undefined
  retryAfter?: number | undefined
  cause?: unknown
}

/** Thrown if a request fails. */
export class RequestError extends Error {
  override name = 'RequestError'
  readonly kind: RequestErrorKind
  /** Undefined if a parameter is malformed, so that nothing was requested. */
  readonly url: string | undefined
  readonly status: number | undefined
  /** The body of the response, if there was one. */
  readonly text: string | undefined
  /** Seconds to wait before a retry, if the service stated them. */
  readonly retryAfter: number | undefined

  constructor(kind: RequestErrorKind, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.kind = kind
    this.url = details.url
    this.status = details.status
    this.text = details.text
    this.retryAfter = details.retryAfter
  }
}
