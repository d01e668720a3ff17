import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Context } from 'hono'
import { CACHE_CONTROL } from './cacheHeaders.ts'
import { badRequest, HttpProblem } from './httpProblem.ts'
import { CORS_HEADERS, securityHeaders } from './securityHeaders.ts'

/** How long the connection stays open for the client to read the response. */
const LINGER_MS = 1000

const HEADERS = {
  ...securityHeaders(),
  ...CORS_HEADERS,
  'Cache-Control': CACHE_CONTROL.notCached,
  'Content-Type': 'application/json',
}

const MAX_URL_BYTES = 8 * 1024

/** @throws {HttpProblem} 414 if the URL without its origin is too long. */
export async function limitUrl(c: Context, next: () => Promise<void>): Promise<void> {
  const { url } = c.req
  if (url.length > MAX_URL_BYTES && url.length > MAX_URL_BYTES + new URL(url).origin.length) {
    throw new HttpProblem('uri-too-long')
  }
  await next()
}

/** A problem as a response to a request that does not reach the routes. */
export function problemResponse({ status, body }: HttpProblem): Response {
  return new Response(JSON.stringify(body), { status, headers: HEADERS })
}

/** Responds to a request that is malformed, too large or too slow, and closes the connection. */
export function refuseBrokenRequest(error: Error, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const { status, body } = problemOf(error)
  const text = JSON.stringify(body)
  const headers = { ...HEADERS, Connection: 'close', 'Content-Length': Buffer.byteLength(text) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', ''].join('\r\n')
  // RFC 9110: a response to HEAD has no body.
  socket.end(packetOf(error).startsWith('HEAD ') ? head : head + text)
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
}

function problemOf(error: Error): HttpProblem {
  const code = 'code' in error ? error.code : undefined
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new HttpProblem('request-timeout')
  const [line = ''] = packetOf(error).split('\r\n')
  const [, url = ''] = /^[A-Z]+ (.+) HTTP\/1\.[01]$/.exec(line) ?? []
  if (code !== 'HPE_HEADER_OVERFLOW') return badRequest(/[^!-~]/.test(url) ? NOT_ENCODED : NOT_HTTP)
  const isUrl = /^[A-Z]+ /.test(line) && line.length > MAX_URL_BYTES
  return new HttpProblem(isUrl ? 'uri-too-long' : 'headers-too-large')
}

const NOT_ENCODED =
  'the URL has characters that must be percent-encoded as UTF-8, such as %E2%80%A2 for • and %20 for a space'
const NOT_HTTP = 'the request is not valid HTTP/1.1'

/** The bytes that Node could not parse. */
function packetOf(error: Error): string {
  const packet = 'rawPacket' in error ? error.rawPacket : undefined
  return Buffer.isBuffer(packet) ? packet.toString('latin1') : ''
}
