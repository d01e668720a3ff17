import { setImmediate } from 'node:timers/promises'
import { stringify } from 'lossless-json'
import type * as v from 'valibot'
import type { Paging } from '../../contract/schemas/page.ts'
import { DatabaseUnavailable } from '../../database/database.ts'
import { CACHE_CONTROL, type CacheTag } from './cacheHeaders.ts'
import { columnsOf, csvHeader, csvLine } from './csv.ts'
import { DATABASE_UNAVAILABLE, HttpProblem, unavailable } from './httpProblem.ts'
import { CORS_HEADERS } from './securityHeaders.ts'

export type ExportFormat = 'csv' | 'ndjson'

/** A page of a list, what it depends on, and the version of the data that it was read from. */
export type ListPage = {
  page: { total: number; results: unknown[] }
  tags: CacheTag[]
  version: string
  /** The newest block of the index, if the page depends on it. */
  height?: number | undefined
}

export type List = {
  readPage(paging: Paging): Promise<ListPage>
  /**
   * Only of a history, where new entries come before the others, which stay as they are: whether the data of
   * a version are still the same, beside newer ones.
   */
  isCurrent?(version: string): Promise<boolean>
}

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
const MAX_ROWS = 1_000_000
const MAX_MS = 600_000
/** Exports run beside other requests. */
const MAX_RUNNING = 2
let running = 0

/**
 * The whole list from its first entry on, page by page as the client takes it: at most a million rows, in
 * ten minutes. If it breaks off, its last line says why.
 * @throws {HttpProblem} 503 if too many exports run, or what reading the first page throws.
 */
export async function exportResponse(list: List, options: Options): Promise<Response> {
  if (running >= MAX_RUNNING) {
    throw unavailable('two exports are running; try again when one has ended', 10)
  }
  running += 1
  const lines = readLines(list, options)
  // Reads the first page, because a response that has begun cannot tell that there is no such list.
  await lines.next()
  if (!options.hasBody) {
    await lines.return()
    return new Response(null, { headers: headersOf(options) })
  }
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await lines.next()
      if (done === true) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await lines.return()
    },
  })
  return new Response(body, { headers: headersOf(options) })
}

/** Nothing once the first page is read, then the lines of each page. However it ends, another export can start. */
async function* readLines(
  list: List,
  { reply, format, isForExcel }: Options,
): AsyncGenerator<string, void, undefined> {
  try {
    const began = performance.now()
    const first = await list.readPage({ offset: 0, limit: PAGE_SIZE })
    yield ''
    const columns = columnsOf(reply)
    if (format === 'csv') yield (isForExcel ? BYTE_ORDER_MARK : '') + csvHeader(columns)
    for await (const page of readPages(list, { first, began })) {
      if (typeof page === 'string')
        yield format === 'csv' ? `${page}\r\n` : `${stringify({ error: page })}\n`
      else if (format === 'csv') yield page.map((row) => csvLine(columns, row, isForExcel)).join('')
      else yield page.map((row) => `${stringify(row)}\n`).join('')
      await setImmediate()
    }
  } finally {
    running -= 1
  }
}

/** The rows of each page, and a sentence if the rest is missing. */
async function* readPages(
  list: List,
  { first, began }: { first: ListPage; began: number },
): AsyncGenerator<unknown[] | string, void, undefined> {
  let written = 0
  let read: ListPage | undefined = first
  while (read.page.results.length > 0) {
    yield read.page.results
    written += read.page.results.length
    if (written >= first.page.total) return
    if (written >= MAX_ROWS) return yield TOO_LONG
    if (performance.now() - began > MAX_MS) return yield TOO_SLOW
    try {
      const added = read.page.total - first.page.total
      read = await readNext(list, first, { written, added })
    } catch (error) {
      return yield explain(error)
    }
    if (read === undefined) return yield CHANGED
  }
}

/** @throws the error if it is a bug: the connection is cut then. */
function explain(error: unknown): string {
  const problem = error instanceof DatabaseUnavailable ? DATABASE_UNAVAILABLE : error
  if (problem instanceof HttpProblem) return `The export breaks off here: ${problem.message}.`
  throw error
}

/** The page after what is written. What was added to a history meanwhile comes before it. */
async function readNext(
  list: List,
  first: ListPage,
  { written, added }: { written: number; added: number },
): Promise<ListPage | undefined> {
  const read = await list.readPage({ offset: written + added, limit: PAGE_SIZE })
  if (list.isCurrent === undefined) return read.version === first.version ? read : undefined
  const addedNow = read.page.total - first.page.total
  if (addedNow < 0 || !(await list.isCurrent(first.version))) return
  return addedNow === added ? read : readNext(list, first, { written, added: addedNow })
}

const CHANGED = 'The export breaks off here, because the list changed. Export it again.'
const TOO_SLOW = 'The export breaks off here, because it took ten minutes.'
const TOO_LONG = 'The export breaks off here: a million rows is the most.'

function headersOf({ format, fileName }: Options): Record<string, string> {
  return {
    ...CORS_HEADERS,
    'Cache-Control': CACHE_CONTROL.notCached,
    'Content-Type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
    'Content-Disposition': `attachment; filename="${fileName.replace(/[^\w.-]+/g, '-').slice(0, 120)}.${format}"`,
    Vary: 'Accept',
  }
}
