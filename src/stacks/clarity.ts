import { ByteReader, MalformedBytes, UnknownKind } from './byteReader.ts'

/** A value of the language Clarity. Principals are texts: `SP…`, or `SP….contract-name` of a contract. */
export type ClarityValue =
  | { type: 'int' | 'uint'; value: bigint }
  | { type: 'bool'; value: boolean }
  | { type: 'buffer'; value: Uint8Array }
  | { type: 'string-ascii' | 'string-utf8' | 'principal'; value: string }
  | { type: 'ok' | 'err' | 'some'; value: ClarityValue }
  | { type: 'none' }
  | { type: 'list'; value: ClarityValue[] }
  | { type: 'tuple'; value: ReadonlyMap<string, ClarityValue> }

/** Values are nested at most this deep (MAX_VALUE_DEPTH of stacks-core). */
const MAX_DEPTH = 32

/** Parses a serialized value (SIP-005). @throws {MalformedBytes} if it is not exactly one. */
export function parseClarityValue(bytes: Uint8Array): ClarityValue {
  const reader = new ByteReader(bytes)
  const value = readValue(reader, 0)
  if (!reader.isAtEnd) throw new MalformedBytes('bytes follow the value')
  return value
}

function readValue(reader: ByteReader, depth: number): ClarityValue {
  if (depth > MAX_DEPTH) throw new MalformedBytes('the value is nested too deeply')
  const type = reader.number(1)
  const read = VALUES[type]
  if (read === undefined) throw new MalformedBytes(`there is no type ${type}`)
  return read(reader, depth + 1)
}

function readInteger(reader: ByteReader): bigint {
  return BigInt(`0x${Buffer.from(reader.take(16)).toString('hex')}`)
}

function readText(reader: ByteReader, decoder: TextDecoder): string {
  const bytes = reader.buffer()
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw new MalformedBytes('a text is not UTF-8', { cause })
  }
}

const ASCII = new TextDecoder('latin1')
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** By their type, the first byte. */
const VALUES: ((reader: ByteReader, depth: number) => ClarityValue)[] = [
  (reader) => ({ type: 'int', value: BigInt.asIntN(128, readInteger(reader)) }),
  (reader) => ({ type: 'uint', value: readInteger(reader) }),
  (reader) => ({ type: 'buffer', value: reader.buffer() }),
  () => ({ type: 'bool', value: true }),
  () => ({ type: 'bool', value: false }),
  (reader) => ({ type: 'principal', value: reader.address() }),
  (reader) => ({ type: 'principal', value: `${reader.address()}.${reader.name()}` }),
  (reader, depth) => ({ type: 'ok', value: readValue(reader, depth) }),
  (reader, depth) => ({ type: 'err', value: readValue(reader, depth) }),
  () => ({ type: 'none' }),
  (reader, depth) => ({ type: 'some', value: readValue(reader, depth) }),
  readList,
  readTuple,
  (reader) => ({ type: 'string-ascii', value: readText(reader, ASCII) }),
  (reader) => ({ type: 'string-utf8', value: readText(reader, UTF8) }),
]

function readList(reader: ByteReader, depth: number): ClarityValue {
  const value: ClarityValue[] = []
  reader.repeat(() => value.push(readValue(reader, depth)))
  return { type: 'list', value }
}

function readTuple(reader: ByteReader, depth: number): ClarityValue {
  const value = new Map<string, ClarityValue>()
  reader.repeat(() => value.set(reader.name(), readValue(reader, depth)))
  return { type: 'tuple', value }
}

/**
 * Reads over a value in a transaction, and adds the bytes of the contracts in it to `contracts`, for `principalOf`.
 * Addresses and texts are not looked at: what the chain has accepted passes.
 * @throws {MalformedBytes}
 */
export function skipClarityValue(
  reader: ByteReader,
  contracts: Uint8Array[] = [],
  depth = 0,
): void {
  if (depth > MAX_DEPTH) throw new MalformedBytes('the value is nested too deeply')
  const type = reader.number(1)
  const length = FIXED_LENGTHS[type]
  if (length !== undefined) reader.skip(length)
  else if (LENGTH_FIRST.includes(type)) reader.buffer()
  else if (WRAPPERS.includes(type)) skipClarityValue(reader, contracts, depth + 1)
  else if (type === 6) contracts.push(takeContract(reader))
  else if (type === 11) reader.repeat(() => skipClarityValue(reader, contracts, depth + 1))
  else if (type === 12) {
    reader.repeat(() => {
      reader.name()
      skipClarityValue(reader, contracts, depth + 1)
    })
  } else throw new UnknownKind(`there is no type ${type}`)
}

/** Takes the address and the name of a contract, for `principalOf`. */
export function takeContract(reader: ByteReader): Uint8Array {
  const start = reader.position
  reader.skip(ADDRESS_LENGTH)
  reader.name()
  return reader.since(start)
}

/** The principal of a contract; undefined if its address is malformed. */
export function principalOf(contract: Uint8Array): string | undefined {
  const reader = new ByteReader(contract)
  try {
    return `${reader.address()}.${reader.name()}`
  } catch (error) {
    if (error instanceof MalformedBytes) return
    throw error
  }
}

const ADDRESS_LENGTH = 21
/** By type: numbers, booleans, addresses and `none`. */
const FIXED_LENGTHS: Readonly<Record<number, number>> = {
  0: 16,
  1: 16,
  3: 0,
  4: 0,
  5: ADDRESS_LENGTH,
  9: 0,
}
/** Buffers and texts. */
const LENGTH_FIRST = [2, 13, 14]
/** `ok`, `err` and `some`. */
const WRAPPERS = [7, 8, 10]
