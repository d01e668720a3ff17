import { createReadStream, statSync } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { BATCH_SIZE, type Batch, emptyBatch, ImportError, type Source } from './batch.ts'
import { orRefuse } from './Refusal.ts'
import { type Line, readLine } from './readLine.ts'

const MAX_LINE_LENGTH = 8 * 1024 * 1024
const MAX_REMEMBERED = 500_000

/**
 * A file of records, tokens and runes, one per line, compressed with gzip if its name ends in `.gz`.
 * `blocks` says whether it has every record of its blocks.
 * @throws {ImportError | NodeJS.ErrnoException} if the file cannot be opened.
 */
export function openFile(path: string, blocks: 'complete' | 'partial' = 'partial'): FileSource {
  const stat = statSync(path)
  if (!stat.isFile()) throw new ImportError(`${path} is not a file.`)
  return {
    label: path,
    size: stat.size,
    batches: blocks === 'complete' ? readComplete(path) : readBatches(path, 'transaction'),
    hasRecords: () => hasRecords(path),
  }
}

/** `hasRecords` reads the file to find out whether it has records or runes. */
export type FileSource = Source & { hasRecords: () => Promise<boolean> }

async function hasRecords(path: string): Promise<boolean> {
  for await (const { records, runes } of readBatches(path, 'transaction')) {
    if (records.length + runes.length > 0) return true
  }
  return false
}

/**
 * Reads the file twice: a refused line may be a record of any of its blocks.
 * @throws {ImportError} before the first batch if a line is refused.
 */
async function* readComplete(path: string): AsyncGenerator<Batch> {
  for await (const { refused } of readBatches(path, 'block')) {
    const [first] = refused
    if (first === undefined) continue
    const reason = `${path} is not complete: ${first.place}: ${first.reason}.`
    throw new ImportError(`${reason} None of its lines were imported.`)
  }
  for await (const batch of readBatches(path, 'block')) yield { ...batch, isComplete: true }
}

/** What is written as a whole. */
type Unit = 'transaction' | 'block'

/** A batch ends only between two units. */
async function* readBatches(path: string, unit: Unit): AsyncGenerator<Batch> {
  const file = createReadStream(path)
  const text = path.endsWith('.gz') ? pipeline(file, createGunzip(), () => {}) : file
  const ended = new Set<string>()
  let [batch, size, number, current] = [emptyBatch(), 0, 0, '']
  for await (const content of linesOf(path, text)) {
    number += 1
    if (content.trim() === '') continue
    size += 1
    const place = `line ${number}`
    const line = orRefuse(batch.refused, place, () => readLine(content.trim(), place))
    // A refused line does not end a unit.
    const next = line === undefined ? current : keyOf(line, unit)
    if (next === '' || next !== current) {
      if (size > BATCH_SIZE) {
        yield { ...batch, done: file.bytesRead }
        batch = emptyBatch()
        size = 1
      }
      // Limits the memory used, because a file may have any size.
      if (ended.size === MAX_REMEMBERED) ended.clear()
      if (current !== '') ended.add(current)
      current = next
    }
    if (line === undefined) continue
    if (ended.has(current)) batch.refused.push({ place, reason: APART[unit] })
    else add(batch, line)
  }
  yield { ...batch, done: file.bytesRead }
}

/** The contract does not number the records of a transaction, so the order of the lines counts. */
const APART = {
  transaction:
    'its transaction occurs earlier in the file: the records of a transaction must be consecutive lines',
  block: 'its block occurs earlier in the file: the records of a block must be consecutive lines',
} as const

/** Includes the block, because a reorganisation can move a transaction to another block. */
function keyOf(line: Line, unit: Unit): string {
  if (!('rune' in line)) return ''
  return unit === 'block' ? line.block_hash : `${line.tx_id} ${line.block_hash}`
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
