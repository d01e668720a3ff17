import { TOKEN_PROBLEMS, type TokenProblem } from '../contract/problems.ts'

/** An answer that is not 200: thrown anywhere in a handler, sent as it is. */
export class Problem extends Error {
  override name = 'Problem'
  readonly status: 400 | 404 | 405 | 422 | 500 | 503
  readonly body: { statusCode?: number; error: string; message?: string }

  constructor(status: Problem['status'], body: Problem['body']) {
    super(body.message ?? body.error)
    this.status = status
    this.body = body
  }
}

/** 503: asked again after `RETRY_AFTER` seconds it may be answered. */
export const UNAVAILABLE = new Problem(503, {
  statusCode: 503,
  error: 'Service Unavailable',
  message: 'the database cannot be read now; try again in a moment',
})
export const RETRY_AFTER = 5

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
