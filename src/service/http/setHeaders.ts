import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/**
 * Sets response headers, whatever makes the response. On Node's own response: changing the headers of
 * a `Response` costs more than everything else about a cached one (docs/decisions/http-server.md).
 */
export function setHeaders(c: Context, headers: Record<string, string>): void {
  const { outgoing }: HttpBindings = c.env
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value)
}
