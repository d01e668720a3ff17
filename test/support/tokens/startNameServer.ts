import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

/** A name server that gives every name one IPv4 address, or never replies, until the test ends. Returns its address. */
export async function startNameServer(address: string | undefined): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address: from }) => {
    if (address !== undefined) socket.send(responseTo(query, address), port, from)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return `127.0.0.1:${socket.address().port}`
}

const HEADER_BYTES = 12
const [A, IN] = [1, 1]

/** RFC 1035, section 4.1. A question for another type gets no answer. */
function responseTo(query: Buffer, address: string): Buffer {
  const typeAt = query.indexOf(0, HEADER_BYTES) + 1
  const question = query.subarray(HEADER_BYTES, typeAt + 4)
  const isA = query.readUInt16BE(typeAt) === A
  const counts = [0x8180, 1, isA ? 1 : 0, 0, 0]
  const header = Buffer.concat([query.subarray(0, 2), ...counts.map(uint16)])
  const name = uint16(0xc000 + HEADER_BYTES)
  const answer = [name, uint16(A), uint16(IN), Buffer.alloc(4), uint16(4), bytesOf(address)]
  return Buffer.concat([header, question, ...(isA ? answer : [])])
}

function uint16(value: number): Buffer {
  return Buffer.of(value >> 8, value & 0xff)
}

function bytesOf(address: string): Buffer {
  return Buffer.from(address.split('.').map(Number))
}
