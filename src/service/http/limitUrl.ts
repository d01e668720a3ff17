import type { Context } from 'hono'
import { HttpProblem } from './httpProblem.ts'

export const MAX_URL_BYTES = 8 * 1024

/** @throws {HttpProblem} 414 if the URL without its origin is too long. */
export async function limitUrl(c: Context, next: () => Promise<void>): Promise<void> {
  const { url } = c.req
  if (url.length > MAX_URL_BYTES && url.length > MAX_URL_BYTES + new URL(url).origin.length) {
    throw new HttpProblem('uri-too-long')
  }
  await next()
}
