import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { onTestFinished } from 'vitest'

/** A way to the server of `url` that can be shut: whoever is on it is cut off. */
export async function startGate(url: string) {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let isOpen = true
  const server = createServer((socket) => {
    if (!isOpen) return socket.destroy()
    const onward = connect(Number(port), hostname)
    // Fails both ways, as a connection does.
    pipeline(socket, onward, socket, () => {})
    for (const end of [socket, onward]) sockets.add(end)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const shut = () => {
    isOpen = false
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(() => {
    shut()
    server.close()
  })
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  const through = new URL(url)
  through.port = String(address.port)
  return {
    url: through.href,
    shut,
    open: () => {
      isOpen = true
    },
  }
}
