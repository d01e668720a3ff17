import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import { parseDigits, parseExactly } from '../exactJson.ts'
import type { TokenRows } from '../snapshot/tokenTables.ts'
import { type Batch, emptyBatch, ImportError, orRefuse, Refusal, type Source } from './batch.ts'
import { parseJson } from './readFields.ts'
import { type ImportedRecord, type ImportedRune, readRecord, readRune } from './readRecord.ts'
import { readTokenLine } from './readToken.ts'

const GZIP = 0x1f8b
const NEWLINE = 0x0a
const MAX_LINE_BYTES = 8 * 1024 * 1024
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

/** A batch ends between two transactions: each is written whole. */
async function* readBatches(path: string, isPacked: boolean): AsyncGenerator<Batch> {
  const file = createReadStream(path, { highWaterMark: 256 * 1024 })
  const chunks = isPacked ? pipeline(file, createGunzip(), () => {}) : file
  const began = new LRUCache<string, string>({ max: MAX_REMEMBERED })
  let [batch, number, transaction] = [emptyBatch(), 0, '']
  let before: string | undefined
  for await (const bytes of linesOf(path, chunks)) {
    number += 1
    const place = `line ${number}`
    const line = orRefuse(batch.refused, place, () => parseLine(bytes, place))
    // A refused line does not end a transaction, but no batch may hold too many of them.
    if (line === undefined && batch.refused.length < BATCH_SIZE) continue
    const next = line?.kind === 'record' ? keyOf(line.record) : ''
    if (next === '' || next !== transaction) {
      if (sizeOf(batch) >= BATCH_SIZE) {
        yield { ...batch, done: file.bytesRead }
        batch = emptyBatch()
      }
      transaction = next
      before = began.get(next)
      if (next !== '' && before === undefined) began.set(next, place)
    }
    if (before !== undefined) batch.refused.push({ place, reason: apart(before) })
    else if (line !== undefined) add(batch, line)
  }
  yield { ...batch, done: file.bytesRead }
}

function sizeOf({ records, runes, tokens, refused }: Batch): number {
  return records.length + runes.length + tokens.length + refused.length
}

function add(batch: Batch, line: Line): void {
  if (line.kind === 'record') batch.records.push(line.record)
  else if (line.kind === 'rune') batch.runes.push(line.rune)
  else batch.tokens.push(line.token)
}

function keyOf({ tx_id, block_hash, block_height, tx_index }: ImportedRecord): string {
  return [tx_id, block_hash, block_height, tx_index].join(' ')
}

/** The contract does not number the records of a transaction: their order is that of their lines. */
function apart(before: string): string {
  return `its transaction came before, at ${before}: the records of a transaction have to stand together`
}

async function* linesOf(path: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [pieces, size]: [Buffer[], number] = [[], 0]
  try {
    for await (const chunk of chunks) {
      for (let start = 0; start < chunk.length; ) {
        const newline = chunk.indexOf(NEWLINE, start)
        const end = newline === -1 ? chunk.length : newline
        // Of a line that is too long no more is held than shows that.
        if (size <= MAX_LINE_BYTES) pieces.push(chunk.subarray(start, end))
        size += end - start
        start = end + 1
        if (newline === -1) break
        yield Buffer.concat(pieces)
        ;[pieces, size] = [[], 0]
      }
    }
  } catch (cause) {
    throw new ImportError(`${path} cannot be read to its end. Is it whole?`, { cause })
  }
  yield Buffer.concat(pieces)
}

type Line =
  | { kind: 'record'; record: ImportedRecord }
  | { kind: 'rune'; rune: ImportedRune }
  | { kind: 'token'; token: TokenRows }

/**
 * A line as the contract sends what it holds, or as the snapshot's files hold it; undefined if empty.
 * @throws {Refusal}
 */
function parseLine(bytes: Buffer, place: string): Line | undefined {
  const text = decode(bytes)
  if (text === '') return
  const raw = parseJson(text, parseDigits)
  if (holds(raw, 'location')) return { kind: 'record', record: readRecord(raw, place) }
  if (holds(raw, 'token', 'asset_identifier', 'sender_address')) {
    return { kind: 'token', token: readTokenLine(parseJson(text, parseExactly)) }
  }
  if (holds(raw, 'spaced_name')) return { kind: 'rune', rune: readRune(raw, place) }
  throw new Refusal('it is no record of activity, no token and no rune')
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Buffer): string {
  if (bytes.length > MAX_LINE_BYTES) throw new Refusal('the line is longer than 8 MiB')
  try {
    return decoder.decode(bytes).trim()
  } catch (cause) {
    throw new Refusal('the line is not UTF-8', { cause }) // TypeError
  }
}

function holds(raw: unknown, ...names: string[]): boolean {
  return v.is(v.looseObject({}), raw) && names.some((name) => Object.hasOwn(raw, name))
}
