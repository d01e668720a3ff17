import { setImmediate } from 'node:timers/promises'
import { stringify } from 'lossless-json'
import type * as v from 'valibot'
import type { Paging } from '../../contract/paging.ts'
import { DatabaseUnavailable } from '../../database/database.ts'
import { columnsOf, csvHeader, csvLine } from './csv.ts'
import { DATABASE_UNAVAILABLE, HttpProblem, unavailable } from './httpProblem.ts'
import { CORS_HEADERS } from './securityHeaders.ts'

export type ExportFormat = 'csv' | 'ndjson'

/** `version`: of the data that the page was read from. */
type Page = { total: number; results: unknown[]; version: string }

export type ExportedList = {
  /** The schema of a row. */
  row: v.GenericSchema
  readPage(paging: Paging): Promise<Page>
  /** Whether new entries come before the others, which stay as they are. */
  isHistory: boolean
  /** Whether the entries of that version, or only newer ones beside them, are still in the list. */
  isCurrent(version: string): Promise<boolean>
}

type Options = {
  format: ExportFormat
  isForExcel: boolean
  fileName: string
  /** False for HEAD. */
  hasBody: boolean
}

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
export async function exportResponse(list: ExportedList, options: Options): Promise<Response> {
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
  list: ExportedList,
  { format, isForExcel }: Options,
): AsyncGenerator<string, void, undefined> {
  try {
    const began = performance.now()
    const first = await list.readPage({ offset: 0, limit: PAGE_SIZE })
    yield ''
    const columns = columnsOf(list.row)
    if (format === 'csv') yield csvHeader(columns)
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
  list: ExportedList,
  { first, began }: { first: Page; began: number },
): AsyncGenerator<unknown[] | string, void, undefined> {
  let [written, page]: [number, Page | undefined] = [0, first]
  while (page.results.length > 0) {
    yield page.results
    written += page.results.length
    if (written >= first.total) return
    if (written >= MAX_ROWS) return yield TOO_LONG
    if (performance.now() - began > MAX_MS) return yield TOO_SLOW
    try {
      page = await readNext(list, first, { written, added: page.total - first.total })
    } catch (error) {
      return yield explain(error)
    }
    if (page === undefined) return yield CHANGED
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
  list: ExportedList,
  first: Page,
  { written, added }: { written: number; added: number },
): Promise<Page | undefined> {
  const page = await list.readPage({ offset: written + added, limit: PAGE_SIZE })
  if (!list.isHistory) return page.version === first.version ? page : undefined
  const addedNow = page.total - first.total
  if (addedNow < 0 || !(await list.isCurrent(first.version))) return
  return addedNow === added ? page : readNext(list, first, { written, added: addedNow })
}

const CHANGED = 'The export breaks off here, because the list changed. Export it again.'
const TOO_SLOW = 'The export breaks off here, because it took ten minutes.'
const TOO_LONG = 'The export breaks off here: a million rows is the most.'

function headersOf({ format, fileName }: Options): Record<string, string> {
  return {
    ...CORS_HEADERS,
    'Cache-Control': 'no-store',
    'Content-Type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
    'Content-Disposition': `attachment; filename="${fileName.replace(/[^\w.-]+/g, '-')}.${format}"`,
    Vary: 'Accept',
  }
}
