import type { ActivityRow } from '../../../contract/activity.ts'
import type { Reply } from '../../../contract/client.ts'
import type { Paging } from '../../../contract/paging.ts'
import { type List, type ListPage, readAll } from '../../../contract/readAll.ts'
import { RequestError } from '../../../contract/requestError.ts'
import { isTransient, LIST_BACKOFF, retryDelayMs } from '../../retryPolicy.ts'

/** How much of a list was read. Times are Unix milliseconds. */
export type Progress = {
  phase: 'reading' | 'waiting' | 'paused' | 'failed' | 'complete'
  read: number
  /** Undefined before the first page. */
  total: number | undefined
  /** Grows whenever the rows change, even if their number stays the same. */
  revision: number
  /** Records per second since reading last started or resumed. */
  rate?: number
  /** When the next attempt is, and why reading waits or failed. */
  waitsUntil?: number
  problem?: string
  /** Why reading last restarted. */
  restarted?: string
  /** When the newest page was read. */
  readAt?: number
  /** Whether the service says that it lacks some of the records. */
  isPartial?: boolean
}

/** A row of a list and its position in it, counted from 1. */
export type PositionedRow<Row> = { position: number; row: Row }

export type ReadPage<Row = ActivityRow> = Reply<List<Row>> & { readAt: number }

export type RequestPage<Row = ActivityRow> = (
  paging: Paging,
  signal: AbortSignal | undefined,
) => Promise<Reply<List<Row>>>

const MAX_RESTARTS = 5
const CONCURRENCY = 4

/**
 * Reads all pages of a list. Waits after transient failures, honours `Retry-After`, and restarts if
 * the list changes.
 */
export class ListReader<Row> {
  readonly #request: RequestPage<Row>
  readonly #onProgress: (progress: Progress) => void
  /** By requested offset. Resuming requests only the missing pages. */
  readonly #received = new Map<number, ReadPage<Row>>()
  #pages: ListPage<ReadPage<Row>>[] = []
  #abort = new AbortController()
  #isRateLimited = false
  #restarts = 0
  #failures = 0
  #startedAt = { time: 0, read: 0 }
  #progress: Progress = { phase: 'paused', read: 0, total: undefined, revision: 0 }

  constructor(request: RequestPage<Row>, onProgress: (progress: Progress) => void) {
    this.#request = request
    this.#onProgress = onProgress
  }

  /** Starts, or continues after a pause or failure. */
  resume(): void {
    if (this.#progress.phase === 'reading' || this.isComplete) return
    this.#failures = 0
    void this.#read()
  }

  pause(): void {
    if (this.isComplete) return
    this.#abort.abort()
    this.#report({ phase: 'paused' })
  }

  get isComplete(): boolean {
    return this.#progress.phase === 'complete'
  }

  /** Whether every record was read, and the service lacks none. */
  get isWhole(): boolean {
    return this.isComplete && this.#progress.isPartial !== true
  }

  /** The rows read so far, in the list's order. */
  rows(): PositionedRow<Row>[] {
    return this.#pages.flatMap(({ offset, rows }) =>
      rows.map((row, index) => ({ position: offset + index + 1, row })),
    )
  }

  /** The pages read so far, in the list's order. */
  pages(): ReadPage<Row>[] {
    return this.#pages.map(({ page }) => page)
  }

  async #read(change: Partial<Progress> = {}): Promise<void> {
    this.#abort.abort()
    this.#abort = new AbortController()
    const { signal } = this.#abort
    this.#startedAt = { time: Date.now(), read: this.#countRead() }
    this.#report({ ...change, phase: 'reading' })
    try {
      const concurrency = this.#isRateLimited ? 1 : CONCURRENCY
      const pages: ListPage<ReadPage<Row>>[] = []
      for await (const page of readAll(this.#readPage, { concurrency, signal })) {
        if (signal.aborted) return
        pages.push(page)
        this.#pages = pages
        this.#report({
          readAt: Math.max(page.page.readAt, this.#progress.readAt ?? 0),
          isPartial: pages.some(({ page }) => page.coverage === 'partial'),
        })
      }
      if (!signal.aborted) this.#report({ phase: 'complete' })
    } catch (error) {
      if (!signal.aborted) this.#recover(error, signal)
    }
  }

  #readPage = async (paging: Paging, signal: AbortSignal | undefined): Promise<ReadPage<Row>> => {
    const received = this.#received.get(paging.offset)
    if (received !== undefined) return received
    const reply = await this.#request(paging, signal)
    signal?.throwIfAborted()
    const page = { ...reply, readAt: reply.readAt ?? Date.now() }
    this.#received.set(paging.offset, page)
    this.#failures = 0
    return page
  }

  #recover(error: unknown, signal: AbortSignal): void {
    if (!(error instanceof RequestError)) this.#fail(String(error))
    else if (error.kind === 'changed') this.#restart(error.message)
    else if (isTransient(error)) this.#wait(error, signal)
    else this.#fail(error.message)
  }

  #restart(reason: string): void {
    this.#received.clear()
    if (++this.#restarts > MAX_RESTARTS) {
      this.#fail(`The list keeps changing while it is read. ${reason}`)
      return
    }
    this.#pages = []
    void this.#read({ restarted: reason })
  }

  #wait(error: RequestError, signal: AbortSignal): void {
    if (error.kind === 'rate-limited') this.#isRateLimited = true
    const delayMs = retryDelayMs(error, this.#failures++, LIST_BACKOFF)
    this.#report({ phase: 'waiting', problem: error.message, waitsUntil: Date.now() + delayMs })
    setTimeout(() => {
      if (!signal.aborted) void this.#read()
    }, delayMs)
  }

  #countRead(): number {
    const last = this.#pages.at(-1)
    return last === undefined ? 0 : last.offset + last.rows.length
  }

  #fail(problem: string): void {
    this.#report({ phase: 'failed', problem })
  }

  #report({ phase = this.#progress.phase, ...change }: Partial<Progress>): void {
    const { waitsUntil, problem, ...before } = this.#progress
    const read = this.#countRead()
    const sinceStart = read - this.#startedAt.read
    const seconds = (Date.now() - this.#startedAt.time) / 1000
    this.#progress = {
      ...(phase === before.phase ? this.#progress : before),
      ...change,
      phase,
      read,
      total: this.#pages[0]?.page.value.total,
      revision: before.revision + 1,
      ...(sinceStart > 0 && seconds > 0 && { rate: sinceStart / seconds }),
    }
    this.#onProgress(this.#progress)
  }
}
