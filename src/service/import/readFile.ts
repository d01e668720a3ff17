import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type Batch, emptyBatch, ImportError, orRefuse, type Source } from './batch.ts'
import { type ImportedRecord, type Line, readLine } from './readLine.ts'

const GZIP = 0x1f8b
const MAX_LINE_LENGTH = 8 * 1024 * 1024
const CHUNK_BYTES = 256 * 1024
const BATCH_SIZE = 2000
const MAX_REMEMBERED = 500_000

/**
 * A file of records, tokens and runes, one a line, packed with gzip or not.
 * @throws {ImportError}
 */
export async function openFile(path: string): Promise<Source> {
  const file = await open(path).catch((cause) => {
    throw new ImportError(`${path} cannot be opened.`, { cause })
  })
  try {
    const stat = await file.stat()
    if (!stat.isFile()) throw new ImportError(`${path} is not a file.`)
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
    const isPacked = buffer.readUInt16BE() === GZIP
    return { label: path, size: stat.size, batches: readBatches(path, isPacked) }
  } finally {
    await file.close()
  }
}

/** A batch ends between two transactions, because each is written whole. */
async function* readBatches(path: string, isPacked: boolean): AsyncGenerator<Batch> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES })
  const text = isPacked ? pipeline(file, createGunzip({ chunkSize: CHUNK_BYTES }), () => {}) : file
  const ended = new Set<string>()
  let [batch, number, transaction] = [emptyBatch(), 0, '']
  for await (const content of linesOf(path, text)) {
    number += 1
    if (content.trim() === '') continue
    const place = `line ${number}`
    const line = orRefuse(batch.refused, place, () => readLine(content.trim(), place))
    // A refused line does not end a transaction, but no batch may hold too many of them.
    if (line === undefined && batch.refused.length < BATCH_SIZE) continue
    const next = line?.kind === 'record' ? transactionOf(line.record) : ''
    if (next === '' || next !== transaction) {
      if (sizeOf(batch) >= BATCH_SIZE) {
        yield { ...batch, done: file.bytesRead }
        batch = emptyBatch()
      }
      // A file may be of any size.
      if (ended.size === MAX_REMEMBERED) ended.clear()
      ended.add(transaction)
      transaction = next
    }
    if (transaction !== '' && ended.has(transaction)) batch.refused.push({ place, reason: APART })
    else if (line !== undefined) add(batch, line)
  }
  yield { ...batch, done: file.bytesRead }
}

/** The contract does not number the records of a transaction: their order is that of their lines. */
const APART = 'its transaction came before: the records of a transaction have to stand together'

/** After a reorganisation a transaction stands in another block. */
function transactionOf({ tx_id, block_hash }: ImportedRecord): string {
  return `${tx_id} ${block_hash}`
}

function sizeOf({ records, runes, tokens, refused }: Batch): number {
  return records.length + runes.length + tokens.length + refused.length
}

function add(batch: Batch, line: Line): void {
  if (line.kind === 'record') batch.records.push(line.record)
  else if (line.kind === 'rune') batch.runes.push(line.rune)
  else batch.tokens.push(line.token)
}

async function* linesOf(path: string, stream: Readable): AsyncGenerator<string> {
  let rest = ''
  try {
    for await (const chunk of stream.setEncoding('utf8')) {
      const lines = `${rest}${chunk}`.split('\n')
      rest = lines.pop() ?? ''
      yield* lines
      if (rest.length > MAX_LINE_LENGTH) throw new ImportError(`${path} has a line of over 8 MiB.`)
    }
  } catch (cause) {
    if (cause instanceof ImportError) throw cause
    throw new ImportError(`${path} cannot be read to its end. Is it whole?`, { cause })
  }
  yield rest
}
