import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** The answer to the last request of each connection. */
export type LastAnswers = WeakMap<Duplex, ServerResponse>

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/**
 * Answers what a client asks without waiting for answers one after another, and lets others have
 * their turn between: hundreds of requests may arrive in one packet.
 */
export function inTurn(listen: Listener, lastAnswers: LastAnswers): Listener {
  return (incoming, outgoing) => {
    const { socket } = incoming
    const last = lastAnswers.get(socket)
    lastAnswers.set(socket, outgoing)
    if (last === undefined || last.writableFinished) {
      listen(incoming, outgoing)
      return
    }
    const goOn = () => {
      if (!socket.destroyed) listen(incoming, outgoing)
    }
    last.once('close', () => setImmediate(goOn))
  }
}
