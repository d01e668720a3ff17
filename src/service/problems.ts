import { PROBLEMS, type TokenProblem } from '../contract/problems.ts'

/** Seconds after which a 503 may be asked again, unless it says otherwise. */
const RETRY_AFTER = 5

/** An answer that is not 200: thrown anywhere in a handler, sent as it is. */
export class Problem extends Error {
  override name = 'Problem'
  readonly status: 400 | 404 | 405 | 408 | 414 | 422 | 429 | 431 | 500 | 503
  readonly body: { statusCode?: number; error: string; message?: string }
  /** Seconds after which it may be asked again. */
  readonly retryAfter: number | undefined

  constructor(
    status: Problem['status'],
    body: Problem['body'],
    retryAfter = status === 503 ? RETRY_AFTER : undefined,
  ) {
    super(body.message ?? body.error)
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** 503: asked again after a moment it may be answered. */
export const UNAVAILABLE = new Problem(503, {
  statusCode: 503,
  error: 'Service Unavailable',
  message: 'the database cannot be read now; try again in a moment',
})

/** 500: what went wrong is in the log alone. */
export const UNEXPECTED = new Problem(500, {
  statusCode: 500,
  error: 'Internal Server Error',
  message: 'the service failed; try again, and report it if it stays',
})

/** 408 and 431 are for requests that node cannot read to their end. */
export const TOO_SLOW = new Problem(408, {
  statusCode: 408,
  error: 'Request Timeout',
  message: 'the request did not arrive in time',
})
export const HEADERS_TOO_LARGE = new Problem(431, {
  statusCode: 431,
  error: 'Request Header Fields Too Large',
  message: 'the address and the headers of a request may be 16 kB long together',
})
export const ADDRESS_TOO_LONG = new Problem(414, {
  statusCode: 414,
  error: 'URI Too Long',
  message: 'the address of a request may be 8 kB long',
})

/** 429: the client may ask again after `seconds`. */
export function tooManyRequests(seconds: number): Problem {
  const message = `too many requests in a minute; try again in ${seconds} s`
  return new Problem(429, { statusCode: 429, error: 'Too Many Requests', message }, seconds)
}

/** 400: `message` names the parameter, what was wrong with it, and what is accepted. */
export function badRequest(message: string): Problem {
  return new Problem(400, { statusCode: 400, error: 'Bad Request', message })
}

export function notFound(message: string): Problem {
  return new Problem(404, { statusCode: 404, error: 'Not Found', message })
}

/** A token's 404 or 422, in the exact form of the public token API. */
export function tokenProblem(kind: TokenProblem, message?: string): Problem {
  const { status, error } = PROBLEMS[kind]
  return new Problem(status, message === undefined ? { error } : { error, message })
}
