import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { MOST_HEADERS, refuseBrokenRequests } from './brokenRequests.ts'
import { createListener, type ListenerOptions } from './listener.ts'
import { inTurn, type LastAnswers } from './turns.ts'

export type ServerOptions = Omit<ListenerOptions, 'patience'> & {
  host: string
  port: number
  patience?: Patience | undefined
}

export type RunningServer = {
  address: AddressInfo
  /** Takes nothing more, finishes what is under way, and closes at once what is idle. */
  stop(): Promise<void>
}

/** How many milliseconds a client may take. */
export type Patience = {
  /** For the head of a request. */
  head: number
  /** For a whole request. */
  request: number
  /** Between two requests: more than the minute for which proxies commonly keep a connection. */
  idle: number
  /** Without a byte in either direction while it is answered. */
  stall: number
  /** For a whole answer. */
  answer: number
  /** For what is under way when the service stops. */
  stop: number
}

export const PATIENCE: Patience = {
  head: 10_000,
  request: 20_000,
  idle: 65_000,
  stall: 30_000,
  answer: 120_000,
  stop: 10_000,
}

/**
 * Serves over HTTP, and cuts off who is too slow.
 * @throws the error of `listen`, where the address cannot be listened on.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const patience = options.patience ?? PATIENCE
  const server = createServer({
    maxHeaderSize: MOST_HEADERS,
    headersTimeout: patience.head,
    requestTimeout: patience.request,
    keepAliveTimeout: patience.idle,
    connectionsCheckingInterval: Math.min(1000, patience.head),
    // A request without one is refused in our own words.
    requireHostHeader: false,
  })
  server.setTimeout(patience.stall)
  const lastAnswers: LastAnswers = new WeakMap()
  const listen = createListener({ ...options, patience: patience.answer })
  server.on('request', inTurn(listen, lastAnswers))
  refuseBrokenRequests(server, lastAnswers)
  const stop = stopGracefully(server, lastAnswers, patience.stop)

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return { address, stop }
}

function stopGracefully(
  server: Server,
  lastAnswers: LastAnswers,
  patience: number,
): () => Promise<void> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // To node a connection is idle once its answer was handed over, though it may not have been taken.
  server.closeIdleConnections = () => {
    for (const socket of sockets) {
      if (lastAnswers.get(socket)?.writableFinished ?? true) socket.destroy()
    }
  }

  return () =>
    new Promise((stopped) => {
      const sweep = setInterval(() => server.closeIdleConnections(), 50)
      const cut = setTimeout(() => server.closeAllConnections(), patience)
      server.close(() => {
        clearInterval(sweep)
        clearTimeout(cut)
        stopped()
      })
      server.prependListener('request', (_, outgoing) => {
        outgoing.shouldKeepAlive = false
      })
    })
}
