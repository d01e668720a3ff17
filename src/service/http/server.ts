import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { Logger } from '../observability/logger.ts'
import { problemResponse, refuseBrokenRequest } from './brokenRequests.ts'
import { badRequest, HttpProblem } from './httpProblem.ts'

type ServerOptions = {
  fetch: FetchCallback
  host: string
  port: number
  logger: Logger
  timeouts?: Partial<Timeouts> | undefined
}

type RunningServer = {
  address: AddressInfo
  /** Accepts no more requests, finishes the current responses, and closes every connection. */
  stop(): Promise<void>
}

export type Timeouts = typeof TIMEOUTS

const TIMEOUTS = {
  /** For the headers of a request. */
  headersMs: 10_000,
  /** For a whole request. */
  requestMs: 20_000,
  /** Between two requests. Proxies commonly reuse a connection for a minute; this must be longer. */
  keepAliveMs: 65_000,
  /** Without a byte in either direction. */
  stallMs: 30_000,
  /** For a whole response. */
  responseMs: 120_000,
  /** For the current responses when the server stops. Container engines kill a process after ten seconds. */
  stopMs: 8_500,
}

/**
 * Connections that wait until they are accepted; the system may allow fewer. With Node's 511, a burst
 * of connections makes other clients wait a second for TCP to try again.
 */
const BACKLOG = 4096
const MAX_HEADER_BYTES = 16 * 1024
const MAX_REQUESTS_PER_SOCKET = 10_000
/** Pipelined requests that wait for their response. A client that sends more is disconnected. */
const MAX_PIPELINED = 32

/** For the tasks of one kind in one turn of the event loop. */
const TURN_MS = 30

export type FetchCallback = Parameters<typeof getRequestListener>[0]
type Incoming = Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>

/** The unfinished responses of each connection. */
type Connections = Map<Socket, Set<ServerResponse>>

/**
 * Serves `fetch` over HTTP with Node's own server.
 * @throws the error of `listen`.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const timeouts = { ...TIMEOUTS, ...options.timeouts }
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionsCheckingInterval: Math.min(1000, timeouts.headersMs),
    // The listener refuses requests without one, in the same form as other problems.
    requireHostHeader: false,
  })
  server.setTimeout(timeouts.stallMs)
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET
  const connections = trackConnections(server)
  const listen = createListener(options)
  const [listenInTurn, refuseInTurn] = [createTurns(), createTurns()]
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!admit(connections, incoming, outgoing)) return
    closeLate(outgoing, timeouts.responseMs)
    listenInTurn(() => void listen(incoming, outgoing))
  })
  server.on('clientError', (error: Error, socket: Socket) => {
    const refuse = () => refuseInTurn(() => refuseBrokenRequest(error, socket))
    const last = [...(connections.get(socket) ?? [])].at(-1)
    if (last === undefined) refuse()
    else last.once('close', refuse)
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: options.port, host: options.host, backlog: BACKLOG }, resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return { address, stop: () => stopServer(server, connections, timeouts.stopMs) }
}

/**
 * Returns a function that runs a task at once, or in a later turn of the event loop if the tasks of this one took long:
 * thousands of connections can send a request, or be too late, at the same moment.
 */
function createTurns(): (task: () => void) => void {
  const waiting: (() => void)[] = []
  let isCounting = false
  let millisecondsLeft = TURN_MS

  function run(task: () => void): void {
    const began = performance.now()
    task()
    millisecondsLeft -= performance.now() - began
  }

  function beginTurn(): void {
    isCounting = millisecondsLeft < TURN_MS
    millisecondsLeft = TURN_MS
    if (isCounting) setImmediate(beginTurn)
    while (waiting.length > 0 && millisecondsLeft > 0) run(waiting.shift() ?? (() => {}))
  }

  return (task) => {
    if (!isCounting) setImmediate(beginTurn)
    isCounting = true
    if (waiting.length === 0 && millisecondsLeft > 0) run(task)
    else waiting.push(task)
  }
}

function trackConnections(server: Server): Connections {
  const connections: Connections = new Map()
  server.on('connection', (socket: Socket) => {
    const unfinished = new Set<ServerResponse>()
    connections.set(socket, unfinished)
    socket.once('close', () => {
      connections.delete(socket)
      // Node does not close pipelined responses that still wait: their work would go on.
      for (const outgoing of unfinished) if (outgoing.socket === null) outgoing.emit('close')
    })
  })
  return connections
}

function createListener({ fetch, logger }: ServerOptions) {
  return getRequestListener(
    (request, env) => {
      if (hostCount(env.incoming) === 1) return fetch(request, env)
      return problemResponse(badRequest('exactly one Host header is required'))
    },
    {
      hostname: 'localhost',
      errorHandler: (error) => {
        if (error instanceof RequestError) {
          return problemResponse(badRequest('the URL or the Host header is malformed'))
        }
        logger.error({ error }, 'a request failed')
        return problemResponse(new HttpProblem('unexpected'))
      },
    },
  )
}

function hostCount({ rawHeaders, httpVersion }: Incoming): number {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length
  return httpVersion === '1.0' ? Math.max(1, hosts) : hosts
}

function admit(
  connections: Connections,
  { socket }: IncomingMessage,
  outgoing: ServerResponse,
): boolean {
  const unfinished = connections.get(socket)
  if (unfinished === undefined || socket.destroyed) return false
  unfinished.add(outgoing)
  outgoing.once('close', () => unfinished.delete(outgoing))
  if (unfinished.size <= MAX_PIPELINED) return true
  socket.destroy()
  return false
}

const exempt = new WeakSet<object>()

/** A response that is meant to last, such as a stream of events, may take any time. */
export function exemptFromTimeout(outgoing: object): void {
  exempt.add(outgoing)
}

/** Closes the connection of a client that takes a response too slowly. */
function closeLate(outgoing: ServerResponse, timeoutMs: number): void {
  const close = () => {
    if (!exempt.has(outgoing)) outgoing.destroy()
  }
  const timer = setTimeout(close, timeoutMs).unref()
  outgoing.once('close', () => clearTimeout(timer))
}

function stopServer(server: Server, connections: Connections, timeoutMs: number): Promise<void> {
  // Node considers a connection idle once its response is written, even if the client has not
  // received all of it yet. Closing it then would cut the response off.
  server.closeIdleConnections = () => {
    for (const [socket, unfinished] of connections) if (unfinished.size === 0) socket.destroy()
  }
  server.prependListener('request', (_, outgoing: ServerResponse) => {
    outgoing.shouldKeepAlive = false
  })
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    const deadline = setTimeout(() => server.closeAllConnections(), timeoutMs)
    server.close(() => {
      clearInterval(sweep)
      clearTimeout(deadline)
      resolve()
    })
  })
}
