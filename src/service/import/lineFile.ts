import { createHash } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ImportError } from './importError.ts'
import type { Position } from './importLog.ts'

/** A line of a file, counted from 1: its text, or why it has none. */
export type FileLine = { number: number } & ({ text: string } | { reason: string })

/** A file begins otherwise than when a part of it was read before. */
export class FileChanged extends Error {
  override name = 'FileChanged'
}

const MOST_BYTES = 8 * 1024 * 1024
const TOO_LONG = `the line is longer than ${MOST_BYTES / 1024 / 1024} MiB`

/**
 * A file of lines, packed with gzip or not, whatever its name. It is read as a stream: of a line that
 * is too long nothing is held.
 */
export class LineFile {
  readonly #path: string
  readonly #isPacked: boolean
  /** Bytes on the disk. */
  readonly size: number
  #file: ReadStream | undefined
  #hash = createHash('sha256')
  #lines = 0
  #bytes = 0

  private constructor(path: string, size: number, isPacked: boolean) {
    this.#path = path
    this.#isPacked = isPacked
    this.size = size
  }

  /** @throws {ImportError} where there is no such file. */
  static async open(path: string): Promise<LineFile> {
    const file = await open(path).catch((cause) => {
      throw new ImportError(`${path} cannot be opened.`, { cause })
    })
    try {
      const stat = await file.stat()
      if (!stat.isFile()) throw new ImportError(`${path} is not a file.`)
      const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
      return new LineFile(path, stat.size, buffer.readUInt16BE() === GZIP)
    } finally {
      await file.close()
    }
  }

  /** Bytes read from the disk. */
  get bytesRead(): number {
    return this.#file?.bytesRead ?? 0
  }

  /** The position before the line that was given last; when there are no more, the end. */
  get position(): Position {
    const digest = this.#hash.copy().digest('hex')
    return { lines: this.#lines, bytes: this.#bytes, digest }
  }

  /**
   * The lines after a position; empty ones are left out.
   * @throws {FileChanged | ImportError}
   */
  async *linesAfter(start: Position): AsyncGenerator<FileLine> {
    this.#hash = createHash('sha256')
    this.#lines = 0
    this.#bytes = 0
    const pieces: Buffer[] = []
    let size = 0
    for await (const chunk of this.#skipTo(start)) {
      for (const piece of piecesOf(chunk)) {
        const wasTooLong = size > MOST_BYTES
        const isEnd = piece.at(-1) === NEWLINE
        pieces.push(piece)
        size += piece.length
        const isTooLong = size > MOST_BYTES
        if (isTooLong && !wasTooLong) yield { number: this.#lines + 1, reason: TOO_LONG }
        if (isEnd && !isTooLong) yield* readLine(this.#lines + 1, pieces)
        if (isEnd || isTooLong) this.#pass(pieces.splice(0))
        if (isEnd) size = 0
      }
    }
    yield* readLine(this.#lines + 1, pieces)
    this.#pass(pieces)
  }

  async *#skipTo(start: Position): AsyncGenerator<Buffer> {
    for await (const chunk of this.#unpack()) {
      const known = chunk.subarray(0, Math.max(0, start.bytes - this.#bytes))
      this.#hash.update(known)
      this.#bytes += known.length
      if (known.length > 0 && this.#bytes === start.bytes) this.#beginAt(start)
      if (known.length < chunk.length) yield chunk.subarray(known.length)
    }
    if (this.#bytes < start.bytes) throw new FileChanged()
  }

  #beginAt({ lines, digest }: Position): void {
    if (this.position.digest !== digest) throw new FileChanged()
    this.#lines = lines
  }

  async *#unpack(): AsyncGenerator<Buffer> {
    this.#file = createReadStream(this.#path, { highWaterMark: 256 * 1024 })
    try {
      yield* this.#isPacked ? pipeline(this.#file, createGunzip(), () => {}) : this.#file
    } catch (cause) {
      const sentence = `${this.#path} cannot be read beyond line ${this.#lines}. Is it whole?`
      throw new ImportError(sentence, { cause })
    }
  }

  #pass(pieces: Buffer[]): void {
    for (const piece of pieces) {
      this.#hash.update(piece)
      this.#bytes += piece.length
      if (piece.at(-1) === NEWLINE) this.#lines += 1
    }
  }
}

const GZIP = 0x1f8b
const NEWLINE = 0x0a

/** Cut after each newline. */
function* piecesOf(chunk: Buffer): Generator<Buffer> {
  for (let start = 0; start < chunk.length; ) {
    const end = chunk.indexOf(NEWLINE, start)
    const next = end === -1 ? chunk.length : end + 1
    yield chunk.subarray(start, next)
    start = next
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The line, or nothing where it is empty. */
function readLine(number: number, pieces: Buffer[]): FileLine[] {
  try {
    const text = decoder.decode(Buffer.concat(pieces)).trim()
    return text === '' ? [] : [{ number, text }]
  } catch {
    return [{ number, reason: 'the line is not UTF-8' }] // TypeError
  }
}
