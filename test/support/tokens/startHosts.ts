import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import { onTestFinished } from 'vitest'
import type { Network } from '../../../src/tokenFollower/fetchUntrusted.ts'
import { listen } from '../../../tools/listen.ts'

type Respond = (request: IncomingMessage, response: ServerResponse) => void

/** In tests these are the addresses of the internet and of the own network. Nothing else is connected to. */
const PUBLIC = '127.0.0.2'
const PRIVATE = '127.0.0.1'

/** A host of the internet, one of the own network that must never be asked, and a network that has both. */
export async function startHosts(respond: Respond) {
  const open = await startHost(PUBLIC, respond)
  const forbidden = await startHost(PRIVATE, (_, response) => response.end('secret'))
  const network: Network = {
    ports: [open.port, forbidden.port],
    hosts: {
      localhost: [PRIVATE],
      'public.example': [PUBLIC],
      'other.example': [PUBLIC],
      'third.example': [PUBLIC],
      'private.example': [PRIVATE],
      'mixed.example': [PUBLIC, PRIVATE],
      'mapped.example': ['::ffff:127.0.0.1'],
      'nat64.example': ['64:ff9b::7f00:1'],
      'none.example': [],
    },
    allowedAddresses: [PUBLIC],
  }
  return {
    open,
    forbidden,
    network,
    url: (path = '/') => `http://public.example:${open.port}${path}`,
  }
}

/** A server until the test ends. `requests` are those so far. */
export async function startHost(address: string, respond: Respond, tls?: ServerOptions) {
  const requests: { host: string | undefined; path: string | undefined }[] = []
  const listener: Respond = (request, response) => {
    const { host } = request.headers
    requests.push({ host: host?.replace(/:\d+$/, ''), path: request.url })
    respond(request, response)
  }
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener)
  const port = await listen(server, address)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port, requests }
}
