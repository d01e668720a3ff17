import type { Context, MiddlewareHandler } from 'hono'

/** Headers that a response gets whatever makes it. */
const [PENDING, APPLIED] = ['pendingHeaders', 'hasPendingHeaders']

export function setHeaders(c: Context, headers: Record<string, string>): void {
  const pending = c.get(PENDING)
  if (pending === undefined) c.set(PENDING, { ...headers })
  else Object.assign(pending, headers)
}

/**
 * The headers that were set so far, for a handler that makes its response with them: to add them
 * afterwards costs more than everything else about a cached response (docs/decisions/http-server.md).
 */
export function takeHeaders(c: Context): Record<string, string> {
  c.set(APPLIED, true)
  return c.get(PENDING) ?? {}
}

/** The outermost middleware: adds the headers to responses that were made without them. */
export const applyHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  if (c.get(APPLIED)) return
  for (const [name, value] of Object.entries(takeHeaders(c))) c.res.headers.set(name, value)
}
