import type { ActivityPage } from '../../../contract/activity.ts'
import type { Reply } from '../../../contract/client.ts'
import type { Paging } from '../../../contract/paging.ts'
import { type ListPage, readAll } from '../../../contract/readAll.ts'
import { RequestError } from '../../../contract/requestError.ts'
import { isTransient, LIST_BACKOFF, retryDelayMs } from '../../retryPolicy.ts'
import type { WholeRow } from './wholeRecord.ts'

/** How far the reading of a list has come. Times are unix milliseconds. */
export type Progress = {
  phase: 'reading' | 'waiting' | 'paused' | 'failed' | 'complete'
  read: number
  /** Undefined before the first page came. */
  total: number | undefined
  /** Records a second since the reading was last started, once that can be told. */
  rate?: number
  /** When it goes on by itself, and why it waits. */
  waitsUntil?: number
  problem?: string
  /** Why it began again, the last time it did. */
  restarted?: string
  /** When the newest of its pages was read. */
  readAt?: number
  /** Whether all of it is kept on this device. */
  isKept?: boolean
}

/** A page of the list, the offset of its request, and when it was read, in unix milliseconds. */
export type ReadPage = Reply<ActivityPage> & { start: number; readAt: number }

export type RequestPage = (
  paging: Paging,
  signal: AbortSignal | undefined,
) => Promise<Reply<ActivityPage>>

type Options = {
  request: RequestPage
  /** Pages that were read before. */
  cached: ReadPage[]
  onPage: (page: ReadPage) => void
  /** The list changed: none of its pages is valid any more. */
  onRestart: () => void
  onProgress: (progress: Progress) => void
}

const MAX_RESTARTS = 5
const CONCURRENCY = { large: 3, small: 6 }
const MIN_LARGE_PAGE = 250

/**
 * Reads a whole list, a few pages at a time. Waits after failures that pass, as long as the service
 * says; reads from the start if the list changes meanwhile.
 */
export class Reading {
  readonly #options: Options
  // By the offset of their requests. A run takes these pages, and requests the others only.
  readonly #cached: Map<number, ReadPage>
  #pages: ListPage<ReadPage>[] = []
  #run = new AbortController()
  #isRateLimited = false
  #restarts = 0
  #failures = 0
  #since = { time: Date.now(), read: 0 }
  #progress: Progress = { phase: 'paused', read: 0, total: undefined }

  constructor(options: Options) {
    this.#options = options
    this.#cached = new Map(options.cached.map((page) => [page.start, page]))
  }

  /** Starts, or goes on where it stopped. */
  resume(): void {
    if (this.#progress.phase === 'reading' || this.#progress.phase === 'complete') return
    this.#since = { time: Date.now(), read: this.#progress.read }
    this.#failures = 0
    this.#start('reading')
  }

  /** Requests nothing more, and shows what is cached. */
  pause(): void {
    if (this.#progress.phase !== 'complete') this.#start('paused')
  }

  get isComplete(): boolean {
    return this.#progress.phase === 'complete'
  }

  /** The rows that were read, in the list's order. */
  rows(): WholeRow[] {
    return this.#pages.flatMap(({ offset, rows }) =>
      rows.map((row, index) => ({ position: offset + index + 1, row })),
    )
  }

  /** The pages that were read, in the list's order. */
  pages(): ReadPage[] {
    return this.#pages.map(({ page }) => page)
  }

  #start(phase: 'reading' | 'paused'): void {
    this.#run.abort()
    const run = new AbortController()
    if (phase === 'paused') run.abort()
    this.#run = run
    this.#tell({ phase })
    void this.#readPages(run)
  }

  async #readPages(run: AbortController): Promise<void> {
    const { signal } = run
    try {
      const pages: ListPage<ReadPage>[] = []
      const options = { concurrency: (pageSize: number) => this.#concurrency(pageSize), signal }
      for await (const page of readAll(this.#readPage, options)) {
        if (run !== this.#run) return
        pages.push(page)
        this.#pages = pages
        this.#take(page.page)
      }
      if (run === this.#run) this.#tell({ phase: 'complete' })
    } catch (error) {
      if (!signal.aborted) this.#recover(error)
    }
  }

  #concurrency(pageSize: number): number {
    if (this.#isRateLimited) return 1
    return pageSize > MIN_LARGE_PAGE ? CONCURRENCY.large : CONCURRENCY.small
  }

  #readPage = async (paging: Paging, signal: AbortSignal | undefined): Promise<ReadPage> => {
    const cached = this.#cached.get(paging.offset)
    if (cached !== undefined) return cached
    signal?.throwIfAborted()
    const reply = await this.#options.request(paging, signal)
    return { ...reply, start: paging.offset, readAt: reply.readAt ?? Date.now() }
  }

  #take(page: ReadPage): void {
    this.#tell({ readAt: Math.max(page.readAt, this.#progress.readAt ?? 0) })
    if (this.#cached.has(page.start)) return
    this.#failures = 0
    this.#cached.set(page.start, page)
    this.#options.onPage(page)
  }

  #recover(error: unknown): void {
    this.#run.abort()
    if (!(error instanceof RequestError)) this.#fail(String(error))
    else if (error.kind === 'changed') this.#restart(error.message)
    else if (isTransient(error)) this.#wait(error)
    else this.#fail(error.message)
  }

  #restart(why: string): void {
    this.#cached.clear()
    this.#options.onRestart()
    if (++this.#restarts > MAX_RESTARTS) {
      this.#fail(`The list keeps changing while it is read. ${why}`)
      return
    }
    this.#pages = []
    this.#tell({ restarted: why })
    this.#since = { time: Date.now(), read: 0 }
    this.#start('reading')
  }

  #wait(error: RequestError): void {
    if (error.kind === 'rate-limited') this.#isRateLimited = true
    const delayMs = retryDelayMs(error, this.#failures++, LIST_BACKOFF)
    const run = this.#run
    this.#tell({ phase: 'waiting', problem: error.message, waitsUntil: Date.now() + delayMs })
    setTimeout(() => {
      if (run === this.#run) this.#start('reading')
    }, delayMs)
  }

  #fail(problem: string): void {
    this.#tell({ phase: 'failed', problem })
  }

  #tell({ phase = this.#progress.phase, ...change }: Partial<Progress>): void {
    const { waitsUntil, problem, ...before } = this.#progress
    const last = this.#pages.at(-1)
    const read = last === undefined ? 0 : last.offset + last.rows.length
    const seconds = (Date.now() - this.#since.time) / 1000
    this.#progress = {
      ...(phase === before.phase ? this.#progress : before),
      ...change,
      phase,
      read,
      total: last?.page.value.total,
      ...(read > this.#since.read && seconds > 0 && { rate: (read - this.#since.read) / seconds }),
    }
    this.#options.onProgress(this.#progress)
  }
}
