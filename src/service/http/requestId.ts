import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { setHeaders } from './setHeaders.ts'

/** Uses the `X-Request-Id` of a proxy or client if it is short and plain; otherwise generates one. */
export const requestId: MiddlewareHandler = async (c, next) => {
  const given = c.req.header('X-Request-Id') ?? ''
  const id = /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
  c.set('requestId', id)
  setHeaders(c, { 'X-Request-Id': id })
  await next()
}
