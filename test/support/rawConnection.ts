import { connect } from 'node:net'
import { onTestFinished } from 'vitest'

/** A connection on which a test writes what no client would; `received` is all that came back. */
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
  // A connection that is cut may say so by a reset.
  socket.on('error', () => {})
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received)))
  return {
    write: (text: string) => socket.write(text),
    received: () => received,
    hangUp: () => socket.destroy(),
    closed,
  }
}

/** The answers in a connection's text: the status, the lines of the head and the body of each. */
export function answersIn(text: string) {
  return text
    .split(/(?=HTTP\/1\.1 )/)
    .filter((part) => part !== '')
    .map((part) => {
      const [head = '', body = ''] = part.split('\r\n\r\n')
      return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body }
    })
}
