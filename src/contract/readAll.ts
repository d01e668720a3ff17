import type { ActivityPage } from './activity.ts'
import { MAX_LIMIT, type Paging } from './paging.ts'
import { RequestError } from './requestError.ts'

export type ReadAllOptions = {
  /** The record to start with, 0 by default. */
  offset?: number | undefined
  /** The page size to ask for, the largest by default. */
  limit?: number | undefined
  /** How many records are needed, all by default; the last page may hold more. */
  count?: number | undefined
  /** How many pages are requested side by side after the first, 1 by default. */
  concurrency?: number | undefined
  signal?: AbortSignal | undefined
}

/** A page of a list, without the record that it repeats from the page before. */
export type ListPage<Page> = {
  page: Page
  /** The position of its first new row. */
  offset: number
  rows: ActivityPage['results']
}

/**
 * Reads a list page by page, in order. Each page steps by the size that the service applied to the
 * first one, and repeats the last record of the page before: a list that changes shows at the seam.
 * @throws {RequestError} `changed` if the list changed while it was read; `unreadable` if a page has
 * fewer or more records than are due.
 */
export async function* readAll<Page extends { value: ActivityPage }>(
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
  const { total, limit: applied, results } = checkSize(first.value, { offset, limit })
  yield { page: first, offset, rows: results }
  const overlap = applied > 2 ? 1 : 0
  const step = applied - overlap
  const end = Math.min(total, offset + count)
  const ahead: { offset: number; reading: Promise<Page> }[] = []
  let [next, previous] = [offset + step, results]
  const abort = new AbortController()
  const both = signal === undefined ? abort.signal : AbortSignal.any([signal, abort.signal])
  try {
    while (true) {
      while (ahead.length < concurrency && next + overlap < end) {
        const reading = read({ offset: next, limit: applied }, both)
        // It may fail while an earlier one is waited for, which then throws instead.
        reading.catch(() => {})
        ahead.push({ offset: next, reading })
        next += step
      }
      const due = ahead.shift()
      if (due === undefined) return
      const page = await due.reading
      checkTotal(page.value, total)
      const rows = checkSize(page.value, { offset: due.offset, limit: applied }).results
      if (overlap === 1) checkSeam(previous.at(-1), rows[0], due.offset)
      yield { page, offset: due.offset + overlap, rows: rows.slice(overlap) }
      previous = rows
    }
  } finally {
    abort.abort()
  }
}

function checkTotal({ total }: ActivityPage, known: number): void {
  if (total === known) return
  throw new RequestError('changed', `The list had ${known} records, and now has ${total}.`)
}

function checkSize(page: ActivityPage, { offset, limit }: Paging): ActivityPage {
  const { total, results } = page
  const applied = Math.min(page.limit, limit)
  if (results.length === Math.max(0, Math.min(applied, total - offset))) {
    return { ...page, limit: applied }
  }
  const message = `The service sent ${results.length} records at offset ${offset} of ${total}.`
  throw new RequestError('unreadable', message)
}

function checkSeam(
  before: ActivityPage['results'][number] | undefined,
  after: typeof before,
  offset: number,
): void {
  if (JSON.stringify(before?.raw, digits) === JSON.stringify(after?.raw, digits)) return
  throw new RequestError('changed', `The list changed around record ${offset + 1}.`)
}

function digits(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
