import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { onTestFinished } from 'vitest'

/** A TCP proxy to the server of `url`. `disconnect` closes all connections and refuses new ones. */
export async function startProxy(url: string) {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let isConnected = true
  const server = createServer((socket) => {
    if (!isConnected) return socket.destroy()
    const target = connect(Number(port), hostname)
    // If one side fails, both are closed.
    pipeline(socket, target, socket, () => {})
    for (const end of [socket, target]) sockets.add(end)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const disconnect = () => {
    isConnected = false
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(() => {
    disconnect()
    server.close()
  })
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  const proxied = new URL(url)
  proxied.port = String(address.port)
  return {
    url: proxied.href,
    disconnect,
    reconnect: () => {
      isConnected = true
    },
  }
}
