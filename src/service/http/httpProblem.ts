import type { Context } from 'hono'
import { PROBLEMS, type Problem, TOKEN_PROBLEMS } from '../../contract/problems.ts'
import { CACHE_CONTROL } from './cacheHeaders.ts'
import { CORS_HEADERS } from './securityHeaders.ts'

/** Problems in the form of the public APIs: without a status in the body, and mostly without a message. */
export const BARE_PROBLEMS: readonly Problem[] = [...TOKEN_PROBLEMS, 'rune-not-found']

/** Seconds after which a client may retry a 503. */
const RETRY_AFTER = 5

type ProblemDetails = { message?: string | undefined; retryAfter?: number | undefined }

/** An error response. Anything that a handler calls may throw it. */
export class HttpProblem extends Error {
  override name = 'HttpProblem'
  readonly problem: Problem
  readonly status: (typeof PROBLEMS)[Problem]['status']
  readonly body: { statusCode?: number; error: string; message?: string }
  /** Seconds. */
  readonly retryAfter: number | undefined

  constructor(problem: Problem, details: ProblemDetails = {}) {
    const { message, retryAfter } = details
    const { status, error } = PROBLEMS[problem]
    super(message ?? error)
    this.problem = problem
    this.status = status
    this.body = BARE_PROBLEMS.includes(problem)
      ? { error, ...(message !== undefined && { message }) }
      : { statusCode: status, error, message: message ?? PROBLEMS[problem].meaning }
    this.retryAfter = retryAfter ?? (status === 503 ? RETRY_AFTER : undefined)
  }
}

export function badRequest(message: string): HttpProblem {
  return new HttpProblem('bad-request', { message })
}

export function notFound(message: string): HttpProblem {
  return new HttpProblem('not-found', { message })
}

export function unavailable(message: string, retryAfter?: number): HttpProblem {
  return new HttpProblem('unavailable', { message, retryAfter })
}

export const DATABASE_UNAVAILABLE = unavailable(
  'the database cannot be read right now; try again in a moment',
)

export function sendProblem(c: Context, { status, body, retryAfter }: HttpProblem): Response {
  return c.json(body, status, {
    ...CORS_HEADERS,
    'Cache-Control': CACHE_CONTROL.notCached,
    // A page and its JSON share a path. A shared cache must not mix them up.
    Vary: 'Accept, Accept-Encoding',
    ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
  })
}

/** A 405: the service is read-only. */
export function refuseMethod(c: Context): Response {
  c.header('Allow', 'GET, HEAD, OPTIONS')
  const message = `${c.req.method} is not supported; use GET or HEAD`
  return sendProblem(c, new HttpProblem('method-not-allowed', { message }))
}
