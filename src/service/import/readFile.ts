import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import { parseDigits, parseExactly } from '../exactJson.ts'
import type { RuneLine } from '../snapshot/records.ts'
import type { TokenRows } from '../snapshot/tokenTables.ts'
import { type Batch, emptyBatch, ImportError, orRefuse, Refusal, type Source } from './batch.ts'
import { parseJson } from './readFields.ts'
import { type LedgerRecord, readRecord, readRune } from './readRecord.ts'
import { readTokenLine } from './readToken.ts'

const GZIP = 0x1f8b
const NEWLINE = 0x0a
const MAX_LINE_BYTES = 8 * 1024 * 1024
const BATCH_SIZE = 2000
const MAX_RECORDS = 100_000
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
  const order = createOrderCheck()
  let [batch, number] = [emptyBatch(), 0]
  for await (const bytes of linesOf(path, chunks)) {
    const line = parseLine(bytes)
    // A refused line does not end a transaction, but no batch may hold too many of them.
    const isBetween =
      line.kind === 'refused' ? batch.refused.length >= BATCH_SIZE : !order.continuesWith(line)
    if (isBetween && sizeOf(batch) >= BATCH_SIZE) {
      yield { ...batch, done: file.bytesRead }
      batch = emptyBatch()
      order.endTransaction()
    }
    number += 1
    const place = `line ${number}`
    orRefuse(batch.refused, place, () => addLine(batch, line, { place, order }))
  }
  yield { ...batch, done: file.bytesRead }
}

function sizeOf({ records, runes, tokens, refused }: Batch): number {
  return records.length + runes.length + tokens.length + refused.length
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
  | { kind: 'record'; record: LedgerRecord }
  | { kind: 'token'; token: TokenRows }
  | { kind: 'rune'; rune: RuneLine }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'empty' }

/** A line as the contract sends what it holds, or as the snapshot's files hold it. */
function parseLine(bytes: Buffer): Line {
  try {
    const text = decode(bytes)
    if (text === '') return { kind: 'empty' }
    const raw = parseJson(text, parseDigits)
    if (holds(raw, 'location')) return { kind: 'record', record: readRecord(raw) }
    if (holds(raw, 'token', 'asset_identifier', 'sender_address')) {
      return { kind: 'token', token: readTokenLine(parseJson(text, parseExactly)) }
    }
    if (holds(raw, 'spaced_name')) return { kind: 'rune', rune: readRune(raw) }
    throw new Refusal('it is no record of activity, no token and no rune')
  } catch (refusal) {
    if (refusal instanceof Refusal) return { kind: 'refused', refusal }
    throw refusal
  }
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

/** @throws {Refusal} */
function addLine(
  batch: Batch,
  line: Line,
  { place, order }: { place: string; order: Order },
): void {
  if (line.kind === 'refused') throw line.refusal
  if (line.kind === 'token') batch.tokens.push(line.token)
  if (line.kind === 'rune') batch.runes.push({ place, value: line.rune })
  if (line.kind !== 'record') return
  order.check(line.record, place)
  if (batch.records.length === MAX_RECORDS) {
    throw new Refusal(`a transaction can have no more than ${MAX_RECORDS} records here`)
  }
  batch.records.push({ place, value: line.record })
}

type Order = ReturnType<typeof createOrderCheck>

/**
 * Refuses what contradicts the lines before it. The order of a transaction's records is known only if
 * they stand together. A file made of two readings holds a replaced block before the valid one: the
 * replaced one does not come back.
 */
function createOrderCheck() {
  const places = new LRUCache<string, string>({ max: MAX_REMEMBERED })
  const hashes = new LRUCache<number, string>({ max: MAX_REMEMBERED })
  const replaced = new Set<string>()
  let [transaction, reason]: [string, string | undefined] = ['', undefined]

  function begin({ row }: LedgerRecord, place: string): string | undefined {
    const { block_height, block_hash, tx_id } = row
    if (replaced.has(block_hash)) {
      return `block ${block_height} came under another hash after this one`
    }
    const before = places.get(transaction)
    if (before !== undefined) {
      return `transaction ${tx_id} came before, at ${before}: its records have to stand together`
    }
    const other = hashes.get(block_height) ?? block_hash
    if (other !== block_hash) replaced.add(other)
    hashes.set(block_height, block_hash)
    places.set(transaction, place)
    return
  }

  return {
    continuesWith: (line: Line) => line.kind === 'record' && keyOf(line.record) === transaction,
    endTransaction: () => {
      transaction = ''
    },
    check: (record: LedgerRecord, place: string): void => {
      if (keyOf(record) !== transaction) {
        transaction = keyOf(record)
        reason = begin(record, place)
      }
      if (reason !== undefined) throw new Refusal(reason)
    },
  }
}

function keyOf({ row }: LedgerRecord): string {
  return [row.tx_id, row.block_hash, row.block_height, row.tx_index].join(' ')
}
