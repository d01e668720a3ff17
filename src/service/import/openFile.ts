import { createReadStream, statSync } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { BATCH_SIZE, type Batch, emptyBatch, ImportError, type Source } from './batch.ts'
import { type Line, readLine } from './readLine.ts'
import { orRefuse } from './refusals.ts'

const MAX_LINE_LENGTH = 8 * 1024 * 1024
const MAX_REMEMBERED = 500_000

/**
 * A file of records, tokens and runes, one per line, compressed with gzip if its name ends in `.gz`.
 * @throws {ImportError | NodeJS.ErrnoException} if the file cannot be opened.
 */
export function openFile(path: string): Source {
  const stat = statSync(path)
  if (!stat.isFile()) throw new ImportError(`${path} is not a file.`)
  return { label: path, size: stat.size, batches: readBatches(path) }
}

/** A batch ends only between two transactions, because a transaction is written as a whole. */
async function* readBatches(path: string): AsyncGenerator<Batch> {
  const file = createReadStream(path)
  const text = path.endsWith('.gz') ? pipeline(file, createGunzip(), () => {}) : file
  const ended = new Set<string>()
  let [batch, size, number, transaction] = [emptyBatch(), 0, 0, '']
  for await (const content of linesOf(path, text)) {
    number += 1
    if (content.trim() === '') continue
    size += 1
    const place = `line ${number}`
    const line = orRefuse(batch.refused, place, () => readLine(content.trim(), place))
    // A refused line does not end a transaction.
    const next = line === undefined ? transaction : transactionOf(line)
    if (next === '' || next !== transaction) {
      if (size > BATCH_SIZE) {
        yield { ...batch, done: file.bytesRead }
        batch = emptyBatch()
        size = 1
      }
      // Limits the memory used, because a file may have any size.
      if (ended.size === MAX_REMEMBERED) ended.clear()
      if (transaction !== '') ended.add(transaction)
      transaction = next
    }
    if (line === undefined) continue
    if (ended.has(transaction)) batch.refused.push({ place, reason: APART })
    else add(batch, line)
  }
  yield { ...batch, done: file.bytesRead }
}

/** The contract does not number the records of a transaction, so the order of the lines counts. */
const APART =
  'its transaction occurs earlier in the file: the records of a transaction must be consecutive lines'

/** Includes the block, because a reorganisation can move a transaction to another block. */
function transactionOf(line: Line): string {
  return 'rune' in line ? `${line.tx_id} ${line.block_hash}` : ''
}

function add(batch: Batch, line: Line): void {
  if ('rune' in line) batch.records.push(line)
  else if ('token' in line) batch.tokens.push(line)
  else batch.runes.push(line)
}

async function* linesOf(path: string, stream: Readable): AsyncGenerator<string> {
  let rest = ''
  try {
    for await (const chunk of stream.setEncoding('utf8')) {
      const lines = `${rest}${chunk}`.split('\n')
      rest = lines.pop() ?? ''
      yield* lines
      if (rest.length > MAX_LINE_LENGTH)
        throw new ImportError(`${path} has a line longer than 8 MiB.`)
    }
  } catch (cause) {
    if (cause instanceof ImportError) throw cause
    throw new ImportError(`${path} cannot be read to the end. Is the file complete?`, { cause })
  }
  yield rest
}
