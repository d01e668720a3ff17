import type { Context } from 'hono'
import { stringify } from 'lossless-json'
import { Problem } from './problems.ts'

export function json(c: Context, body: object): Response {
  c.header('Content-Type', 'application/json; charset=utf-8')
  c.header('Cache-Control', 'no-cache')
  // Integers beyond a double's reach in strangers' metadata are bigints here and digits on the wire.
  return c.body(stringify(body) ?? '')
}

export function answerProblem(c: Context, { status, body, retryAfter }: Problem): Response {
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
  return c.json(body, status)
}

export function refuseMethod(c: Context): Response {
  c.header('Allow', 'GET, HEAD, OPTIONS')
  const message = `${c.req.method} is not supported; use GET or HEAD`
  return answerProblem(
    c,
    new Problem(405, { statusCode: 405, error: 'Method Not Allowed', message }),
  )
}
