/**
 * What is wanted of a JSON document: a string, number, boolean or null; fields of an object; or the items
 * of a list, which are handed over one by one, so that the list itself is always empty.
 */
export type Wanted =
  | 'scalar'
  | { fields: Readonly<Record<string, Wanted>> }
  | { each: Wanted; onItem: (item: unknown) => void }

/** What was wanted of a JSON document cannot be read. */
export class MalformedJson extends Error {
  override name = 'MalformedJson'
}

/** Of a string or a number that is wanted. Scripts that can be spent have 10,000 bytes at most, twice that in hex. */
const MAX_SCALAR_BYTES = 65_536
/** Searching with native code pays for strings longer than this. */
const SHORT_STRING = 32

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const [OPEN_LIST, CLOSE_LIST] = [0x5b, 0x5d]
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d]

type ObjectFrame = {
  kind: 'object'
  fields: Readonly<Record<string, Wanted>>
  picked: Record<string, unknown>
  key: string | undefined
}
type ListFrame = { kind: 'list'; each: Wanted; onItem: (item: unknown) => void }

/**
 * Reads a JSON document of any length in pieces, and picks what is wanted. Its memory is what was picked
 * and one scalar: the rest is skipped without making strings or objects. Only what is wanted, and that
 * all that was opened is closed, is checked.
 */
export class JsonPicker {
  readonly #wanted: Wanted
  /** The objects and lists around the position, as far as something in them is wanted. */
  readonly #frames: (ObjectFrame | ListFrame)[] = []
  /** How many unwanted objects and lists are open. */
  #skippedDepth = 0
  #token: 'string' | 'literal' | undefined
  /** The string or literal at the position, in pieces; undefined if it is not wanted. */
  #scalar: Buffer[] | undefined
  #scalarBytes = 0
  /** The last byte of a string was a backslash that escapes the next one. */
  #isEscaped = false
  #isDone = false
  #root: unknown

  constructor(wanted: Wanted) {
    this.#wanted = wanted
  }

  /** @throws {MalformedJson} */
  write(bytes: Uint8Array): void {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    for (let at = 0; at < chunk.length; ) {
      if (this.#token === 'string') at = this.#readString(chunk, at)
      else if (this.#token === 'literal') at = this.#readLiteral(chunk, at)
      else at = this.#readStructure(chunk, at)
    }
  }

  /** What was picked of the whole document. @throws {MalformedJson} if it is not whole. */
  end(): unknown {
    if (this.#token === 'literal') this.#endLiteral()
    if (!this.#isDone) throw new MalformedJson('The document breaks off.')
    return this.#root
  }

  /** Commas and colons are skipped like spaces: in an object, keys and values alternate. */
  #readStructure(chunk: Buffer, start: number): number {
    for (let at = start; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      if (byte <= 0x20 || byte === COMMA || byte === COLON) continue
      if (byte === QUOTE) {
        this.#begin('string')
        this.#collect(chunk, at, at + 1)
        return at + 1
      }
      if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#open(byte)
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#close(byte)
      else {
        this.#begin('literal')
        return at
      }
    }
    return chunk.length
  }

  #begin(token: 'string' | 'literal'): void {
    this.#token = token
    this.#scalar = this.#isAtKey() || this.#wantedHere() === 'scalar' ? [] : undefined
    this.#scalarBytes = 0
  }

  #isAtKey(): boolean {
    const frame = this.#frames.at(-1)
    return this.#skippedDepth === 0 && frame?.kind === 'object' && frame.key === undefined
  }

  /** What is wanted of the value that begins at the position. */
  #wantedHere(): Wanted | undefined {
    const frame = this.#frames.at(-1)
    if (this.#skippedDepth > 0) return
    if (frame === undefined) return this.#isDone ? undefined : this.#wanted
    if (frame.kind === 'list') return frame.each
    const { fields, key } = frame
    return key !== undefined && Object.hasOwn(fields, key) ? fields[key] : undefined
  }

  #open(byte: number): void {
    const wanted = this.#wantedHere()
    const frame =
      wanted === undefined || wanted === 'scalar'
        ? undefined
        : byte === OPEN_LIST
          ? listFrame(wanted)
          : objectFrame(wanted)
    if (frame === undefined) this.#skippedDepth++
    else this.#frames.push(frame)
  }

  #close(byte: number): void {
    if (this.#skippedDepth > 0) {
      this.#skippedDepth--
      this.#endValue(undefined)
      return
    }
    const frame = this.#frames.pop()
    const isExpected = frame?.kind === (byte === CLOSE_LIST ? 'list' : 'object')
    if (frame === undefined || !isExpected) throw new MalformedJson('Brackets do not match.')
    this.#endValue(frame.kind === 'list' ? [] : frame.picked)
  }

  #endValue(value: unknown): void {
    if (this.#skippedDepth > 0) return
    const frame = this.#frames.at(-1)
    if (frame === undefined) {
      if (this.#isDone) throw new MalformedJson('Something follows the document.')
      this.#isDone = true
      this.#root = value
    } else if (frame.kind === 'list') {
      frame.onItem(value)
    } else {
      const { key } = frame
      if (key !== undefined && value !== undefined) frame.picked[key] = value
      frame.key = undefined
    }
  }

  #readString(chunk: Buffer, start: number): number {
    const end = this.#findQuote(chunk, start)
    const next = end === -1 ? chunk.length : end + 1
    this.#collect(chunk, start, next)
    if (end === -1) return next
    this.#token = undefined
    const text = this.#takeScalar()
    const frame = this.#frames.at(-1)
    if (this.#isAtKey() && frame?.kind === 'object') frame.key = String(text)
    else this.#endValue(text)
    return next
  }

  /** Where the string ends; -1 if it goes on in the next piece. */
  #findQuote(chunk: Buffer, start: number): number {
    let from = start
    if (this.#isEscaped) from++
    this.#isEscaped = false
    for (;;) {
      const quote = indexOfQuote(chunk, from)
      const end = quote === -1 ? chunk.length : quote
      const isEscaped = countBackslashes(chunk, from, end) % 2 === 1
      if (quote === -1) {
        this.#isEscaped = isEscaped
        return -1
      }
      if (!isEscaped) return quote
      from = quote + 1
    }
  }

  #readLiteral(chunk: Buffer, start: number): number {
    let at = start
    while (at < chunk.length && !isDelimiter(chunk[at] ?? 0)) at++
    this.#collect(chunk, start, at)
    if (at < chunk.length) this.#endLiteral()
    return at
  }

  #endLiteral(): void {
    this.#token = undefined
    if (this.#isAtKey()) throw new MalformedJson('A key is no string.')
    this.#endValue(this.#takeScalar())
  }

  #collect(chunk: Buffer, start: number, end: number): void {
    if (this.#scalar === undefined) return
    this.#scalarBytes += end - start
    if (this.#scalarBytes > MAX_SCALAR_BYTES) {
      throw new MalformedJson(`A value is longer than ${MAX_SCALAR_BYTES} bytes.`)
    }
    this.#scalar.push(chunk.subarray(start, end))
  }

  /** Undefined if it is not wanted. */
  #takeScalar(): unknown {
    const parts = this.#scalar
    if (parts === undefined) return
    this.#scalar = undefined
    const [only, ...others] = parts
    const text = (others.length === 0 && only ? only : Buffer.concat(parts)).toString()
    try {
      return JSON.parse(text)
    } catch (cause) {
      throw new MalformedJson('A value is malformed.', { cause })
    }
  }
}

function listFrame(wanted: Exclude<Wanted, 'scalar'>): ListFrame | undefined {
  return 'each' in wanted ? { kind: 'list', ...wanted } : undefined
}

function objectFrame(wanted: Exclude<Wanted, 'scalar'>): ObjectFrame | undefined {
  if (!('fields' in wanted)) return
  return { kind: 'object', fields: wanted.fields, picked: {}, key: undefined }
}

function indexOfQuote(chunk: Buffer, from: number): number {
  const end = Math.min(from + SHORT_STRING, chunk.length)
  for (let at = from; at < end; at++) if (chunk[at] === QUOTE) return at
  return end === chunk.length ? -1 : chunk.indexOf(QUOTE, end)
}

/** How many backslashes stand before `end`. */
function countBackslashes(chunk: Buffer, start: number, end: number): number {
  let at = end
  while (at > start && chunk[at - 1] === BACKSLASH) at--
  return end - at
}

function isDelimiter(byte: number): boolean {
  return (
    byte <= 0x20 ||
    byte === COMMA ||
    byte === COLON ||
    byte === CLOSE_OBJECT ||
    byte === CLOSE_LIST ||
    byte === QUOTE ||
    byte === OPEN_OBJECT ||
    byte === OPEN_LIST
  )
}
