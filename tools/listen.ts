import { once } from 'node:events'
import type { Server } from 'node:net'

/** Listens on a free port of loopback, and returns it. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('This is not a TCP server.')
  return address.port
}
