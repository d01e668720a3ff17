import { setImmediate } from 'node:timers/promises'
import { stringify } from 'lossless-json'
import type * as v from 'valibot'
import { MAX_EXPORT_ROWS, type Paging } from '../../contract/schemas/page.ts'
import type { ExportFormat, ExportPage } from '../readers/reader.ts'
import { CACHE_CONTROL } from './cacheHeaders.ts'
import { csvColumns, csvHeader } from './csv.ts'
import { HttpProblem, unavailable } from './httpProblem.ts'
import { CORS_HEADERS } from './securityHeaders.ts'

/** Reads a page; `since` is the version of the first one. */
type ReadPage = (paging: Paging, since?: string) => Promise<ExportPage>

type Options = {
  /** The schema of a page, which has the columns of a CSV file. */
  reply: v.GenericSchema
  format: ExportFormat
  isForExcel: boolean
  fileName: string
  /** False for HEAD. */
  hasBody: boolean
}

/** Tells Excel that the file is in UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'
const PAGE_SIZE = 200
const MAX_MS = 600_000
/** Exports run beside other requests. */
const MAX_RUNNING = 2
let running = 0

/**
 * The whole list from its first entry on, page by page as the client takes it: at most a million rows, in
 * ten minutes. If it breaks off, its last line says why.
 * @throws {HttpProblem} 503 if too many exports run, or what reading the first page throws.
 */
export async function exportResponse(readPage: ReadPage, options: Options): Promise<Response> {
  if (running >= MAX_RUNNING) {
    throw unavailable('two exports are running; try again when one has ended', 10)
  }
  running += 1
  const lines = readLines(readPage, options)
  // Reads the first page, because a response that has begun cannot tell that there is no such list.
  await lines.next()
  if (!options.hasBody) {
    await lines.return()
    return new Response(null, { headers: headersOf(options) })
  }
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await lines.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await lines.return()
    },
  })
  return new Response(body, { headers: headersOf(options) })
}

/** Nothing once the first page is read, then the lines of each page. However it ends, another export can start. */
async function* readLines(
  readPage: ReadPage,
  { reply, format, isForExcel }: Options,
): AsyncGenerator<Uint8Array, void, undefined> {
  const encode = (text: string) => new TextEncoder().encode(text)
  try {
    const began = performance.now()
    const first = await readPage({ offset: 0, limit: PAGE_SIZE })
    yield encode('')
    if (format === 'csv') {
      yield encode((isForExcel ? BYTE_ORDER_MARK : '') + csvHeader(csvColumns(reply)))
    }
    for await (const page of readPages(readPage, { first, began })) {
      if (typeof page !== 'string') yield page
      else yield encode(format === 'csv' ? `${page}\r\n` : `${stringify({ error: page })}\n`)
      await setImmediate()
    }
  } finally {
    running -= 1
  }
}

/** The lines of each page, and a sentence if the rest is missing. */
async function* readPages(
  readPage: ReadPage,
  { first, began }: { first: ExportPage; began: number },
): AsyncGenerator<Uint8Array | string, void, undefined> {
  let written = 0
  let read: ExportPage | undefined = first
  while (read.rows > 0) {
    yield read.lines
    written += read.rows
    if (written >= first.total) return
    if (written >= MAX_EXPORT_ROWS) return yield TOO_LONG
    if (performance.now() - began > MAX_MS) return yield TOO_SLOW
    try {
      read = await readNext(readPage, first, { written, added: read.total - first.total })
    } catch (error) {
      return yield explain(error)
    }
    if (read === undefined) return yield CHANGED
  }
}

/** @throws the error if it is a bug: the connection is cut then. */
function explain(error: unknown): string {
  if (error instanceof HttpProblem) return `The export breaks off here: ${error.message}.`
  throw error
}

/** The page after what is written. What was added to a history meanwhile comes before it. */
async function readNext(
  readPage: ReadPage,
  first: ExportPage,
  { written, added }: { written: number; added: number },
): Promise<ExportPage | undefined> {
  const paging = { offset: written + added, limit: PAGE_SIZE }
  const read = await readPage(paging, first.version)
  const addedNow = read.total - first.total
  if (addedNow < 0 || !read.isCurrent) return
  return addedNow === added ? read : readNext(readPage, first, { written, added: addedNow })
}

const CHANGED = 'The export breaks off here, because the list changed. Export it again.'
const TOO_SLOW = 'The export breaks off here, because it took ten minutes.'
const TOO_LONG = 'The export breaks off here: a million rows is the most.'

function headersOf({ format, fileName }: Options): Record<string, string> {
  return {
    ...CORS_HEADERS,
    'Cache-Control': CACHE_CONTROL.notCached,
    'Content-Type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
    'Content-Disposition': `attachment; filename="${fileName.replace(/[^\w.-]+/g, '-').slice(0, 200)}.${format}"`,
    Vary: 'Accept',
  }
}
