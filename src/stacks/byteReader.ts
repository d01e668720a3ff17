import { encodeStacksAddress } from '../bitcoin/addresses.ts'

/** The bytes are not what they should be, or of a kind that is not known. */
export class MalformedBytes extends Error {
  override name = 'MalformedBytes'
}

/** They are of a kind that is not known, so that nobody can tell where they end. */
export class UnknownKind extends MalformedBytes {
  override name = 'UnknownKind'
}

const ASCII = new TextDecoder('latin1')

/** The version is one digit of the address, in base 32. */
const MAX_ADDRESS_VERSION = 31

/** Reads bytes as stacks-core writes them, numbers big-endian. Every method throws MalformedBytes. */
export class ByteReader {
  readonly #bytes: Uint8Array
  position = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.position === this.#bytes.length
  }

  take(length: number): Uint8Array {
    const start = this.position
    this.skip(length)
    return this.#bytes.subarray(start, this.position)
  }

  skip(length: number): void {
    const end = this.position + length
    if (end > this.#bytes.length) throw new MalformedBytes('bytes are missing')
    this.position = end
  }

  /** What was read since a position. */
  since(start: number): Uint8Array {
    return this.#bytes.subarray(start, this.position)
  }

  number(length: 1 | 2 | 4 | 8): number {
    const value = this.take(length).reduce((sum, byte) => sum * 256 + byte, 0)
    if (!Number.isSafeInteger(value)) throw new MalformedBytes('a number is beyond 2^53')
    return value
  }

  /** With a length of four bytes before it. */
  buffer(): Uint8Array {
    return this.take(this.number(4))
  }

  /** With a length of one byte before it. */
  name(): string {
    return ASCII.decode(this.take(this.number(1)))
  }

  address(): string {
    const version = this.number(1)
    if (version > MAX_ADDRESS_VERSION) {
      throw new MalformedBytes(`there is no address version ${version}`)
    }
    return encodeStacksAddress(version, this.take(20))
  }

  /** As many as the four bytes before them say. Each takes a byte at least. */
  repeat(read: () => void): void {
    const count = this.number(4)
    if (count > this.#bytes.length - this.position) throw new MalformedBytes('entries are missing')
    for (let done = 0; done < count; done++) read()
  }
}
