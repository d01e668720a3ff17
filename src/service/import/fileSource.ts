import { resolve } from 'node:path'
import { type Entry, type PlacedRecord, transactionKey } from './entries.ts'
import type { Refused } from './importLog.ts'
import { type FileLine, LineFile } from './lineFile.ts'
import { type ImportedLine, readLine } from './readLine.ts'
import { Refusal } from './refusal.ts'
import type { Batch, Source } from './runImport.ts'

const LINES_AT_ONCE = 2000
const MOST_RECORDS = 100_000
const TOO_MANY = `a transaction can have no more than ${MOST_RECORDS} records here`

/** A file of records, tokens and runes, one a line. @throws {ImportError} */
export async function openFileSource(path: string): Promise<Source> {
  const file = await LineFile.open(path)
  return {
    name: resolve(path),
    label: path,
    from: 'file',
    size: file.size,
    done: () => file.bytesRead,
    batchesAfter: (position) => readBatches(file, position),
  }
}

/** A batch ends between two transactions. */
async function* readBatches(file: LineFile, start: Batch['position']): AsyncGenerator<Batch> {
  let gathered = new Gathered()
  for await (const line of file.linesAfter(start)) {
    const read = tryRead(line)
    if (gathered.isFullBefore(read)) {
      yield gathered.batchUntil(file.position)
      gathered = new Gathered()
    }
    gathered.add(read)
  }
  yield gathered.batchUntil(file.position)
}

type ReadLine = (ImportedLine & { place: string }) | ({ kind: 'refused' } & Refused)

function tryRead(line: FileLine): ReadLine {
  const place = `line ${line.number}`
  if ('reason' in line) return { kind: 'refused', place, reason: line.reason }
  try {
    return { ...readLine(line.text), place }
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    return { kind: 'refused', place, reason: refusal.message }
  }
}

/** Lines that were read and are not yet written. */
class Gathered {
  readonly #entries: Entry[] = []
  readonly #refused: Refused[] = []
  #lines = 0
  /** The transaction of the last lines, to which the next may belong too. */
  #open: { key: string; lines: PlacedRecord[] } | undefined

  isFullBefore(read: ReadLine): boolean {
    if (this.#lines < LINES_AT_ONCE) return false
    // A line that was refused parts no transaction, but many must not be waited for.
    if (read.kind === 'refused') return this.#refused.length >= LINES_AT_ONCE
    return read.kind !== 'record' || transactionKey(read.record) !== this.#open?.key
  }

  add(read: ReadLine): void {
    this.#lines += 1
    if (read.kind === 'record') this.#addRecord(read)
    else if (read.kind === 'refused') this.#refused.push({ place: read.place, reason: read.reason })
    else {
      this.#open = undefined
      this.#entries.push(read)
    }
  }

  batchUntil(position: Batch['position']): Batch {
    return { entries: this.#entries, refused: this.#refused, unknown: 0, position }
  }

  #addRecord({ place, record }: PlacedRecord): void {
    const key = transactionKey(record)
    if (this.#open?.key !== key) {
      this.#open = { key, lines: [] }
      this.#entries.push({ kind: 'transaction', lines: this.#open.lines })
    }
    if (this.#open.lines.length < MOST_RECORDS) this.#open.lines.push({ place, record })
    else this.#refused.push({ place, reason: TOO_MANY })
  }
}
