import { encodeStacksAddress } from '../bitcoin/addresses.ts'

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

/** The bytes are not those of one value. */
export class MalformedClarity extends Error {
  override name = 'MalformedClarity'
}

/** Values are nested at most this deep (MAX_VALUE_DEPTH of stacks-core). */
const MAX_DEPTH = 32

/** The version is one digit of the address, in base 32. */
const MAX_ADDRESS_VERSION = 31

/** Parses a serialized value (SIP-005). @throws {MalformedClarity} if it is not exactly one. */
export function parseClarityValue(bytes: Uint8Array): ClarityValue {
  const reader = new Reader(bytes)
  const value = reader.value(0)
  if (!reader.isAtEnd) throw new MalformedClarity('bytes follow the value')
  return value
}

class Reader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  value(depth: number): ClarityValue {
    if (depth > MAX_DEPTH) throw new MalformedClarity('the value is nested too deeply')
    const type = this.#number(1)
    const read = VALUES[type]
    if (read === undefined) throw new MalformedClarity(`there is no type ${type}`)
    return read(this, depth + 1)
  }

  integer(): bigint {
    return BigInt(`0x${Buffer.from(this.#take(16)).toString('hex')}`)
  }

  /** With a length of four bytes before it. */
  buffer(): Uint8Array {
    return this.#take(this.#number(4))
  }

  text(decoder: TextDecoder): string {
    try {
      return decoder.decode(this.buffer())
    } catch (cause) {
      if (cause instanceof MalformedClarity) throw cause
      throw new MalformedClarity('a text is not UTF-8', { cause })
    }
  }

  address(): string {
    const version = this.#number(1)
    if (version > MAX_ADDRESS_VERSION) {
      throw new MalformedClarity(`there is no address version ${version}`)
    }
    return encodeStacksAddress(version, this.#take(20))
  }

  name(): string {
    return ASCII.decode(this.#take(this.#number(1)))
  }

  /** As many as the four bytes before them say. Each takes a byte at least. */
  repeat(read: () => void): void {
    const count = this.#number(4)
    if (count > this.#bytes.length - this.#at) throw new MalformedClarity('entries are missing')
    for (let done = 0; done < count; done++) read()
  }

  #number(length: 1 | 4): number {
    return this.#take(length).reduce((sum, byte) => sum * 256 + byte, 0)
  }

  #take(length: number): Uint8Array {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new MalformedClarity('bytes are missing')
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }
}

const ASCII = new TextDecoder('latin1')
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** By their type, the first byte. */
const VALUES: ((reader: Reader, depth: number) => ClarityValue)[] = [
  (reader) => ({ type: 'int', value: BigInt.asIntN(128, reader.integer()) }),
  (reader) => ({ type: 'uint', value: reader.integer() }),
  (reader) => ({ type: 'buffer', value: reader.buffer() }),
  () => ({ type: 'bool', value: true }),
  () => ({ type: 'bool', value: false }),
  (reader) => ({ type: 'principal', value: reader.address() }),
  (reader) => ({ type: 'principal', value: `${reader.address()}.${reader.name()}` }),
  (reader, depth) => ({ type: 'ok', value: reader.value(depth) }),
  (reader, depth) => ({ type: 'err', value: reader.value(depth) }),
  () => ({ type: 'none' }),
  (reader, depth) => ({ type: 'some', value: reader.value(depth) }),
  readList,
  readTuple,
  (reader) => ({ type: 'string-ascii', value: reader.text(ASCII) }),
  (reader) => ({ type: 'string-utf8', value: reader.text(UTF8) }),
]

function readList(reader: Reader, depth: number): ClarityValue {
  const value: ClarityValue[] = []
  reader.repeat(() => value.push(reader.value(depth)))
  return { type: 'list', value }
}

function readTuple(reader: Reader, depth: number): ClarityValue {
  const value = new Map<string, ClarityValue>()
  reader.repeat(() => value.set(reader.name(), reader.value(depth)))
  return { type: 'tuple', value }
}
