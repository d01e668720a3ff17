import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  ADDRESS_TOO_LONG,
  badRequest,
  HEADERS_TOO_LARGE,
  type Problem,
  TOO_SLOW,
} from '../problems.ts'
import { rawRefusalOf } from './refusals.ts'
import type { LastAnswers } from './turns.ts'

/** Bytes. */
export const MOST_HEADERS = 16 * 1024
export const MOST_ADDRESS = 8 * 1024

/** Milliseconds in which one who still sends may read why it is refused. */
const PARTING = 1000

/**
 * Answers what is no HTTP, too large or too slow on its own connection, after the answers that are
 * under way there, and closes that connection.
 */
export function refuseBrokenRequests(server: Server, lastAnswers: LastAnswers): void {
  const refused = new WeakSet<Duplex>()

  server.on('clientError', (error: Error, socket: Duplex) => {
    if (refused.has(socket)) return
    refused.add(socket)
    const last = lastAnswers.get(socket)
    // The rest of a request that is or will be answered: nothing more can be said about it.
    const isAnswered = last?.req.complete === false
    const part = () => (isAnswered ? socket.destroy() : refuse(socket, problemOf(error)))
    if (last === undefined || last.writableFinished) part()
    else last.once('close', part)
  })
}

function refuse(socket: Duplex, problem: Problem): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  socket.end(rawRefusalOf(problem))
  const timer = setTimeout(() => socket.destroy(), PARTING)
  socket.once('close', () => clearTimeout(timer))
}

function problemOf(error: Error): Problem {
  const code = 'code' in error ? error.code : undefined
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return TOO_SLOW
  if (code !== 'HPE_HEADER_OVERFLOW') return badRequest('the request is not HTTP/1.1')
  const packet = 'rawPacket' in error && Buffer.isBuffer(error.rawPacket) ? error.rawPacket : ''
  const [line = ''] = packet.toString('latin1').split('\r\n')
  return /^[A-Z]+ /.test(line) && line.length > MOST_ADDRESS ? ADDRESS_TOO_LONG : HEADERS_TOO_LARGE
}
