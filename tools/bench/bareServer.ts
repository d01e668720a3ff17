// A bare node:http server that sends the one response its parent gives it. A process of its own, as the
// service is.
import { createServer, type OutgoingHttpHeaders } from 'node:http'
import { listen } from '../listen.ts'

export type BareResponse = { headers: OutgoingHttpHeaders; body: string }

process.once('message', async ({ headers, body }: BareResponse) => {
  const bytes = Buffer.from(body, 'base64')
  const server = createServer((_, response) => response.writeHead(200, headers).end(bytes))
  process.send?.(`http://127.0.0.1:${await listen(server)}`)
})
