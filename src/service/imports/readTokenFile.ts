import { createReadStream, statSync } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { unixSeconds } from '../../bitcoin/unixSeconds.ts'
import { InvalidToken, type ParsedToken, parseTokenLine } from '../../tokens/parseToken.ts'
import type { TokenOrigin } from '../../tokens/writeTokens.ts'

/** What is written in one transaction, and what is not written: "line 12: it is not JSON". */
export type ImportBatch = { tokens: ParsedToken[]; refused: string[]; origin: TokenOrigin }

/** Ends an import. The message is shown to the user. */
export class ImportError extends Error {
  override name = 'ImportError'
}

const BATCH_SIZE = 2000
const MAX_LINE_LENGTH = 8 * 1024 * 1024

/**
 * Reads a file of tokens, one a line, compressed with gzip if its name ends in `.gz`. `-` is `stdin`.
 * @throws {ImportError} if it cannot be read to the end.
 */
export async function* readTokenFile(path: string, stdin: Readable): AsyncGenerator<ImportBatch> {
  let batch = emptyBatch()
  let number = 0
  for await (const line of linesOf(path, openFile(path, stdin))) {
    number += 1
    // A file may begin with a byte order mark, and trim() removes it.
    if (line.trim() === '') continue
    addLine(batch, line.trim(), number)
    if (batch.tokens.length + batch.refused.length < BATCH_SIZE) continue
    yield batch
    batch = emptyBatch()
  }
  yield batch
}

function emptyBatch(): ImportBatch {
  return { tokens: [], refused: [], origin: { source: 'import', readAt: unixSeconds() } }
}

function addLine(batch: ImportBatch, line: string, number: number): void {
  try {
    const token = parseTokenLine(line)
    batch.tokens.push(token)
    for (const part of token.leftOut ?? []) batch.refused.push(`line ${number}: ${part}`)
  } catch (error) {
    if (!(error instanceof InvalidToken)) throw error
    batch.refused.push(`line ${number}: ${error.message}`)
  }
}

function openFile(path: string, stdin: Readable): Readable {
  if (path === '-') return stdin
  if (!statSync(path).isFile()) throw new ImportError(`${path} is not a file.`)
  const file = createReadStream(path)
  // The reader of the last stream gets the error of either.
  return path.endsWith('.gz') ? pipeline(file, createGunzip(), () => {}) : file
}

/** node:readline would also split at U+2028, which JSON may contain. */
async function* linesOf(path: string, stream: Readable): AsyncGenerator<string> {
  let rest = ''
  try {
    for await (const chunk of stream.setEncoding('utf8')) {
      const lines = `${rest}${chunk}`.split('\n')
      rest = lines.pop() ?? ''
      yield* lines
      if (rest.length > MAX_LINE_LENGTH) {
        throw new ImportError(`${path} has a line longer than 8 MiB.`)
      }
    }
  } catch (cause) {
    if (cause instanceof ImportError) throw cause
    throw new ImportError(`${path} cannot be read to the end. Is the file complete?`, { cause })
  }
  yield rest
}
