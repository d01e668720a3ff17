import { TOKEN_PROBLEMS, type TokenProblem } from '../contract/problems.ts'

/** Seconds after which a 503 may be asked again, unless it says otherwise. */
const RETRY_AFTER = 5

/** An answer that is not 200: thrown anywhere in a handler, sent as it is. */
export class Problem extends Error {
  override name = 'Problem'
  readonly status: 400 | 404 | 405 | 422 | 429 | 500 | 503
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

/** 400: `message` names the parameter, what was wrong with it, and what is accepted. */
export function badRequest(message: string): Problem {
  return new Problem(400, { statusCode: 400, error: 'Bad Request', message })
}

export function notFound(message: string): Problem {
  return new Problem(404, { statusCode: 404, error: 'Not Found', message })
}

/** A token's 404 or 422, in the exact form of the public token API. */
export function tokenProblem(kind: TokenProblem, message?: string): Problem {
  const { status, error } = TOKEN_PROBLEMS[kind]
  return new Problem(status, message === undefined ? { error } : { error, message })
}
