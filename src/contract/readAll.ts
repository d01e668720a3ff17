import { MAX_LIMIT, type Paging } from './paging.ts'
import { RequestError } from './requestError.ts'

type ReadAllOptions = {
  /** The position of the first record; 0 by default. */
  offset?: number | undefined
  /** The page size to request; the largest by default. */
  limit?: number | undefined
  /** How many records are needed; all by default. The last page may have more. */
  count?: number | undefined
  /** How many pages are requested at once after the first; 1 by default. */
  concurrency?: number | undefined
  signal?: AbortSignal | undefined
}

export type List<Row> = { total: number; results: Row[] }

type ReadPage = { value: List<unknown> }
type RowOf<Page extends ReadPage> = Page['value']['results'][number]

/** A page of a list. `rows` lacks the row that is repeated from the previous page. */
export type ListPage<Page extends ReadPage> = {
  page: Page
  /** The position of the first of `rows`. */
  offset: number
  rows: RowOf<Page>[]
}

/**
 * Reads a list page by page, in order. All pages are as large as the first one that the service sends.
 * Each repeats the last record of the previous page, to detect changes of the list.
 * @throws {RequestError} `changed` if the list changed while it was read; `unreadable` if a page has
 * too few records, or more than the list.
 */
export async function* readAll<Page extends ReadPage>(
  read: (paging: Paging, signal: AbortSignal | undefined) => Promise<Page>,
  {
    offset = 0,
    limit = MAX_LIMIT,
    count = Number.POSITIVE_INFINITY,
    concurrency = 1,
    signal,
  }: ReadAllOptions = {},
): AsyncGenerator<ListPage<Page>, void, undefined> {
  const first = await read({ offset, limit }, signal)
  const { total, results } = first.value
  // Some services send fewer records than the `limit` that they state.
  const pageSize = Math.min(limit, results.length)
  const firstRows = rowsDue<RowOf<Page>>(first.value, { offset, limit: Math.max(1, pageSize) })
  yield { page: first, offset, rows: firstRows }
  const overlap = pageSize > 2 ? 1 : 0
  const step = pageSize - overlap
  const end = Math.min(total, offset + count)
  const ahead: { offset: number; reading: Promise<Page> }[] = []
  let [next, previous, hasFailed] = [offset + step, firstRows, false]
  const abort = new AbortController()
  const both = signal === undefined ? abort.signal : AbortSignal.any([signal, abort.signal])
  try {
    while (true) {
      while (!hasFailed && ahead.length < concurrency && next + overlap < end) {
        const reading = read({ offset: next, limit: pageSize }, both)
        // It may fail while an earlier page is awaited. The error is thrown when this page is due.
        reading.catch(() => {
          hasFailed = true
        })
        ahead.push({ offset: next, reading })
        next += step
      }
      const due = ahead.shift()
      if (due === undefined) return
      const page = await due.reading
      checkTotal(page.value, total)
      const rows = rowsDue<RowOf<Page>>(page.value, { offset: due.offset, limit: pageSize })
      if (overlap === 1) checkSeam(previous.at(-1), rows[0], due.offset)
      yield { page, offset: due.offset + overlap, rows: rows.slice(overlap) }
      previous = rows
    }
  } finally {
    abort.abort()
  }
}

function checkTotal({ total }: List<unknown>, known: number): void {
  if (total === known) return
  const message = `The list had ${format(known)} records and now has ${format(total)}.`
  throw new RequestError('changed', message)
}

function rowsDue<Row>({ total, results }: List<Row>, { offset, limit }: Paging): Row[] {
  const left = Math.max(0, total - offset)
  const due = Math.min(limit, left)
  if (results.length >= due && results.length <= left) return results.slice(0, due)
  const message = `The service sent ${format(results.length)} records at offset ${format(offset)} of a list of ${format(total)}.`
  throw new RequestError('unreadable', message)
}

function checkSeam(before: unknown, after: unknown, offset: number): void {
  if (JSON.stringify(before, digits) === JSON.stringify(after, digits)) return
  throw new RequestError('changed', `The list changed around record ${format(offset + 1)}.`)
}

function digits(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

function format(count: number): string {
  return count.toLocaleString('en')
}
