import { once } from 'node:events'
import type { Server } from 'node:net'

/** Listens on a free port of an address of this machine, and returns it. */
export async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  server.listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('This is not a TCP server.')
  return address.port
}
