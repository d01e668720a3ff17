import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/**
 * Sets headers on Node's own response, because changing the headers of a `Response` costs more than
 * all the other work for a cached one (docs/decisions/http-server.md).
 */
export function setHeaders(c: Context, headers: Record<string, string>): void {
  const { outgoing }: HttpBindings = c.env
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value)
}
