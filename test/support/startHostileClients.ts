import { connect, type Socket } from 'node:net'

const HANG_UP_REQUESTS = 150
const PIPELINED_BYTES = 8_000_000
const IDLE_CONNECTIONS = 2000
const SLOW_CONNECTIONS = 200
const SLOW_READERS = 60
const WAVE_MS = 5000
const TICK_MS = 1000

/** Starts clients that each misbehave in another way and have their own loopback address. */
export function startHostileClients(origin: string) {
  const { hostname, port } = new URL(origin)
  const sockets = new Set<Socket>()
  const timers: NodeJS.Timeout[] = []
  let isStopped = false

  function open(localAddress: string, behave: (socket: Socket) => void): Socket {
    const socket = connect({ host: hostname, port: Number(port), localAddress })
    sockets.add(socket)
    socket.once('connect', () => behave(socket))
    socket.once('close', () => sockets.delete(socket))
    // The service may close the connection or have stopped.
    socket.on('error', () => {})
    return socket
  }

  /** Reopens a connection after the service closes it. */
  function keepOpen(localAddress: string, behave: (socket: Socket) => void): void {
    if (isStopped) return
    const reopen = () => setTimeout(() => keepOpen(localAddress, behave), TICK_MS)
    open(localAddress, behave).once('close', reopen)
  }

  function repeat(milliseconds: number, work: () => void): void {
    work()
    timers.push(setInterval(work, milliseconds))
  }

  for (let count = 0; count < IDLE_CONNECTIONS; count++) {
    keepOpen('127.0.0.3', (socket) => socket.resume())
  }
  for (let count = 0; count < SLOW_CONNECTIONS; count++) keepOpen('127.0.0.4', sendSlowly)
  for (let count = 0; count < SLOW_READERS; count++) keepOpen('127.0.0.5', readSlowly)
  repeat(WAVE_MS, () => {
    for (let count = 0; count < HANG_UP_REQUESTS; count++) {
      open('127.0.0.6', (socket) => hangUp(socket, count))
    }
  })
  let pipelined: Socket | undefined
  repeat(WAVE_MS, () => {
    if (pipelined === undefined || pipelined.destroyed) pipelined = open('127.0.0.7', pipeline)
  })

  const stop = () => {
    isStopped = true
    for (const timer of timers) clearInterval(timer)
    for (const socket of sockets) socket.destroy()
  }
  return { stop }
}

/** Sends one byte of a header per second. */
function sendSlowly(socket: Socket): void {
  socket.resume()
  socket.write(`${requestLines('/block/840002')}X-Slow: `)
  everyTick(socket, () => socket.write('x'))
}

/** Reads one kilobyte per second of responses that are larger than the system's buffers. */
function readSlowly(socket: Socket): void {
  const path = '/runes/v1/blocks/840002/activity?limit=1000'
  socket.write(`${requestLines(path)}\r\n`.repeat(16))
  socket.pause()
  everyTick(socket, () => socket.read(1024))
}

/** Requests a page that is expensive to render and does not wait for it. */
function hangUp(socket: Socket, index: number): void {
  const path = index % 3 === 2 ? `/api?from=${index}` : `/block/840002?limit=1000&offset=${index}`
  socket.write(`${requestLines(path)}Accept: text/html\r\n\r\n`)
  setTimeout(() => socket.destroy(), 100)
}

function pipeline(socket: Socket): void {
  socket.resume()
  const request = `${requestLines('/runes/v1/blocks/840002/activity')}\r\n`
  socket.write(request.repeat(PIPELINED_BYTES / request.length))
}

const requestLines = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n`

function everyTick(socket: Socket, work: () => void): void {
  const timer = setInterval(work, TICK_MS)
  socket.once('close', () => clearInterval(timer))
}
