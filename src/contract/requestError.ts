import type { ProblemKind } from './problems.ts'

/**
 * Why a request failed: what the response stated, or what prevented reading it. `changed` is a
 * whole list's alone: it changed while it was read.
 */
export type RequestErrorKind =
  | ProblemKind
  | 'offline'
  | 'unreachable'
  | 'timeout'
  | 'unreadable'
  | 'changed'

type Details = {
  url?: string | undefined
  status?: number | undefined
  text?: string | undefined
  retryAfter?: number | undefined
  cause?: unknown
}

/** A request without a usable response. */
export class RequestError extends Error {
  override name = 'RequestError'
  readonly kind: RequestErrorKind
  /** Undefined if nothing was requested because an identifier is malformed. */
  readonly url: string | undefined
  readonly status: number | undefined
  /** The body of the response, if there was one. */
  readonly text: string | undefined
  /** Seconds, if the service asked for a pause. */
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
