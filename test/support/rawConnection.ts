import { connect } from 'node:net'
import { onTestFinished } from 'vitest'

/** A TCP connection on which a test writes arbitrary text. `received` returns all text read so far. */
export function openConnection(origin: string) {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => {
    socket.destroy()
  })
  let received = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk) => {
    received += chunk
  })
  // The service may reset the connection.
  socket.on('error', () => {})
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received)))
  return {
    write: (text: string) => socket.write(text),
    received: () => received,
    hangUp: () => socket.destroy(),
    closed,
  }
}

/** Parses the HTTP responses in a text: status, lower-case headers and body of each. */
export function parseResponses(text: string) {
  return text
    .split(/(?=HTTP\/1\.1 )/)
    .filter((part) => part !== '')
    .map((part) => {
      const [head = '', body = ''] = part.split('\r\n\r\n')
      return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body }
    })
}
