import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'

export type ServedNode = {
  /** With the user and the password, if there are any. */
  url: string
  stop: () => Promise<void>
}

/** Answers requests on loopback, at a free port if none is given. */
export async function serveOnLoopback(
  respond: (request: Request) => Response | Promise<Response>,
  port = 0,
): Promise<ServedNode> {
  const listener = getRequestListener(respond)
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}
