import { RequestError, type RequestErrorKind } from '../api.ts'
import { type AskForPage, readAllowed } from '../readAllowed.ts'
import { type Doubt, type ReadPage, ReadPages } from './readPages.ts'
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

type Options = {
  ask: AskForPage
  /** Pages that were read before, by offset; more than one tab may have kept them. */
  kept: Map<number, ReadPage>
  onPage: (offset: number, page: ReadPage) => void
  onDrop: (offsets: number[]) => void
  onProgress: (progress: Progress) => void
}

/** The largest page that any service gives, and how many are asked for side by side. */
const LARGEST = 1000
const SIDE_BY_SIDE = { large: 3, small: 6 }
const MOST_RESTARTS = 5
const PAUSES = { first: 1000, longest: 30_000 }
// A timer that is set for longer rings at once.
const LONGEST_TIMER = 2 ** 31 - 1

// These can pass; what a service refuses it refuses again.
const PASSING: RequestErrorKind[] = [
  'unavailable',
  'unreachable',
  'timeout',
  'offline',
  'rate-limited',
]

/**
 * Reads a whole list, a few pages at a time; waits where the service asks for patience, and where the
 * list changes meanwhile drops what is not sure any more and reads it again.
 */
export class Reading {
  #options: Options
  #pages = new ReadPages()
  #run = newRun()
  #isSlow = false
  #restarts = 0
  #failures = 0
  #since = { time: Date.now(), read: 0 }
  #progress: Progress = { phase: 'paused', read: 0, total: undefined }

  constructor(options: Options) {
    this.#options = options
    for (const [offset, page] of [...options.kept].sort(([a], [b]) => a - b)) {
      if (this.#pages.fits(offset, page.answer.value)) {
        this.#pages.set(offset, page)
        this.#progress.readAt = Math.max(page.readAt, this.#progress.readAt ?? 0)
      } else options.onDrop([offset])
    }
    this.#tell({ phase: this.#pages.isComplete() ? 'complete' : 'paused' })
  }

  /** Starts, or goes on where it stopped. */
  resume(): void {
    if (this.#progress.phase === 'reading' || this.#progress.phase === 'complete') return
    this.#since = { time: Date.now(), read: this.#progress.read }
    this.#failures = 0
    this.#go()
  }

  /** Stops asking; what is under way is not waited for. */
  pause(): void {
    if (this.#progress.phase === 'complete') return
    this.#run.abort.abort()
    this.#tell({ phase: 'paused' })
  }

  get isComplete(): boolean {
    return this.#progress.phase === 'complete'
  }

  /** The rows that were read, in the list's order. */
  rows(): WholeRow[] {
    return this.#pages.rows()
  }

  /** The pages that were read, in the list's order. */
  pages(): ReadPage[] {
    return this.#pages.inOrder().map(([, page]) => page)
  }

  #go(): void {
    this.#run.abort.abort()
    this.#run = newRun()
    if (this.#pages.isComplete()) this.#tell({ phase: 'complete' })
    else {
      this.#tell({ phase: 'reading' })
      this.#start(this.#run)
    }
  }

  /** The first page alone says how many others there are. */
  #start(run: Run): void {
    const { size } = this.#pages
    const most =
      size === 0 || this.#isSlow ? 1 : SIDE_BY_SIDE[this.#pages.limit() > 250 ? 'large' : 'small']
    while (run.asked.size < most) {
      const offset = this.#pages.nextOffset(run.asked)
      if (offset === undefined) break
      run.asked.add(offset)
      void this.#work(run, offset)
    }
  }

  async #work(run: Run, offset: number): Promise<void> {
    const { signal } = run.abort
    try {
      const limit = this.#pages.size === 0 ? LARGEST : this.#pages.limit()
      const answer = await readAllowed(this.#options.ask, { offset, limit }, signal)
      if (signal.aborted) return
      this.#take(offset, { answer, readAt: Date.now() })
    } catch (error) {
      if (!signal.aborted) this.#stumble(error)
      return
    }
    // What began again has a run of its own.
    if (signal.aborted) return
    run.asked.delete(offset)
    if (this.#pages.isComplete() && run.asked.size === 0) this.#tell({ phase: 'complete' })
    else this.#start(run)
  }

  #take(offset: number, page: ReadPage): void {
    const doubt = this.#pages.findDoubt(offset, page.answer.value)
    if (doubt !== undefined) {
      this.#startAgain(doubt)
      return
    }
    this.#failures = 0
    this.#pages.set(offset, page)
    this.#tell({ readAt: page.readAt })
    this.#options.onPage(offset, page)
  }

  #startAgain({ why, drop }: Doubt): void {
    this.#pages.drop(drop)
    this.#options.onDrop(drop)
    if (++this.#restarts > MOST_RESTARTS) {
      const message = `The list keeps changing while it is read. ${why}`
      throw new RequestError('unreadable', message, { url: '' })
    }
    this.#tell({ restarted: why })
    this.#since = { time: Date.now(), read: this.#progress.read }
    // What is under way may be of the list as it was.
    this.#go()
  }

  /** Waits for what can pass, as long as the service says, and else longer each time; stops for the rest. */
  #stumble(error: unknown): void {
    this.#run.abort.abort()
    const problem = error instanceof Error ? error.message : String(error)
    if (!(error instanceof RequestError && PASSING.includes(error.kind))) {
      this.#tell({ phase: 'failed', problem })
      return
    }
    if (error.kind === 'rate-limited') this.#isSlow = true
    const growing = Math.min(PAUSES.first * 2 ** this.#failures++, PAUSES.longest)
    // Who is told to ask again at once, and is refused again, would never stop.
    const told = (error.reply?.retryAfter ?? 0) * 1000
    const pause = Math.min(told || growing, LONGEST_TIMER)
    const run = newRun()
    this.#run = run
    this.#tell({ phase: 'waiting', problem, waitsUntil: Date.now() + pause })
    setTimeout(() => {
      if (!run.abort.signal.aborted) this.#go()
    }, pause)
  }

  #tell({ phase, ...change }: Partial<Progress>): void {
    const { waitsUntil, problem, ...before } = this.#progress
    const stays = phase === undefined || phase === before.phase
    const read = this.#pages.countRows()
    const seconds = (Date.now() - this.#since.time) / 1000
    this.#progress = {
      ...(stays ? this.#progress : before),
      ...change,
      phase: phase ?? before.phase,
      read,
      total: this.#pages.total(),
      ...(read > this.#since.read && seconds > 0 && { rate: (read - this.#since.read) / seconds }),
    }
    this.#options.onProgress(this.#progress)
  }
}

/** What is under way until it is done, paused or stumbles. */
type Run = { abort: AbortController; asked: Set<number> }

function newRun(): Run {
  return { abort: new AbortController(), asked: new Set() }
}
