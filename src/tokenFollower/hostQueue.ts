import { setTimeout } from 'node:timers/promises'
import { unixSeconds } from '../bitcoin/unixSeconds.ts'
import type { Query, Store } from '../database/database.ts'
import type { PendingWrite, WriteSource } from './collectWrites.ts'
import type { HostLimits, MoveTo } from './hostLimits.ts'

/** Something to read from a host; without one, it needs no request. */
export type HostTask = { key: string; host: string | undefined }

/** What a queue reads, and where it is stored. */
export type QueueSource<Task extends HostTask, Reading> = {
  findDue(): Promise<Task[]>
  /** Makes a task due at a time in Unix seconds, if it is due still. */
  postpone(query: Query, task: Task, until: number): Promise<unknown>
  /** Returns undefined if it is not wanted any more. */
  read(task: Task, beforeRedirect: MoveTo): Promise<Reading | undefined>
  /** The memory that a reading takes until it is written. */
  bytesOf(reading: Reading): number
  /** Writes in a transaction. Returns whether a token shows something else than before. */
  write(store: Store, readings: Reading[]): Promise<boolean>
}

type Options = {
  store: Store
  hosts: HostLimits
  maxRunning: number
  /** With more in memory, the next tasks wait until it is written. */
  maxWaitingBytes: number
  /** How often the database is asked for what has become due. */
  pollMs: number
  signal: AbortSignal
}

/** How often hosts are looked at that may be asked again. */
const TICK_MS = 50

/** Reads what is due from hosts, several at once and each host as often as it may be asked, until `signal` aborts. */
export class HostQueue<Task extends HostTask, Reading> implements WriteSource {
  readonly #source: QueueSource<Task, Reading>
  readonly #options: Options
  readonly #running = new Set<Promise<void>>()
  readonly #errors: unknown[] = []
  /** The keys of those that are being read, or wait to be written. */
  readonly #taken = new Set<string>()
  #due: Task[] = []
  #foundAt = Number.NEGATIVE_INFINITY
  #waiting: { key: string; reading: Reading }[] = []
  #waitingBytes = 0

  constructor(source: QueueSource<Task, Reading>, options: Options) {
    this.#source = source
    this.#options = options
  }

  async run(): Promise<never> {
    try {
      for (;;) await this.#advance()
    } finally {
      await Promise.allSettled(this.#running)
    }
  }

  isBehind(): boolean {
    return this.#due.length > 0
  }

  takePending(): PendingWrite | undefined {
    const read = this.#waiting
    if (read.length === 0) return
    this.#waiting = []
    const readings = read.map(({ reading }) => reading)
    return {
      write: (store) => this.#source.write(store, readings),
      afterWrite: () => {
        for (const { key, reading } of read) {
          this.#taken.delete(key)
          this.#waitingBytes -= this.#source.bytesOf(reading)
        }
        this.lookAgain()
      },
    }
  }

  /** What was written may have made others due. */
  lookAgain(): void {
    this.#foundAt = Number.NEGATIVE_INFINITY
  }

  async #advance(): Promise<void> {
    const { signal, maxRunning, maxWaitingBytes, pollMs } = this.#options
    signal.throwIfAborted()
    if (this.#errors.length > 0) throw this.#errors[0]
    await this.#findDue()
    const mayStart = this.#running.size < maxRunning && this.#waitingBytes <= maxWaitingBytes
    const next = mayStart ? this.#takeFree() : undefined
    if (next !== undefined) return this.#start(next)
    const pause = Math.min(TICK_MS, pollMs)
    await Promise.race([...this.#running, setTimeout(pause, undefined, { signal })])
  }

  async #findDue(): Promise<void> {
    const { hosts, pollMs } = this.#options
    if (performance.now() - this.#foundAt < pollMs) return
    this.#foundAt = performance.now()
    const found = await this.#source.findDue()
    // What was found before a write ended may have been read.
    if (this.#foundAt === Number.NEGATIVE_INFINITY) return
    const due = found.filter(({ key }) => !this.#taken.has(key))
    const paused = due.filter(({ host }) => this.#pauseOf(host) > 0)
    await this.#postpone(paused)
    this.#due = due.filter((task) => !paused.includes(task))
    hosts.tidyUp()
  }

  #pauseOf(host: string | undefined): number {
    return host === undefined ? 0 : this.#options.hosts.pauseOf(host)
  }

  /** Makes tasks due when their hosts may be asked again, so that they do not take the place of others. */
  async #postpone(paused: Task[]): Promise<void> {
    if (paused.length === 0) return
    await this.#options.store.transaction(async (query) => {
      for (const task of paused) {
        await this.#source.postpone(query, task, unixSeconds() + this.#pauseOf(task.host))
      }
    })
  }

  #start(task: Task): void {
    this.#taken.add(task.key)
    const reading = this.#read(task)
      .catch((error) => void this.#errors.push(error))
      .finally(() => this.#running.delete(reading))
    this.#running.add(reading)
  }

  /** The first one whose host may be asked. */
  #takeFree(): Task | undefined {
    const { hosts } = this.#options
    const index = this.#due.findIndex(({ host }) => host === undefined || hosts.isFree(host))
    return index === -1 ? undefined : this.#due.splice(index, 1)[0]
  }

  #read(task: Task): Promise<void> {
    const { host } = task
    if (host === undefined) return this.#readOne(task, async () => {})
    return this.#options.hosts.run(host, (moveTo) => this.#readOne(task, moveTo))
  }

  async #readOne(task: Task, beforeRedirect: MoveTo): Promise<void> {
    const { key } = task
    const reading = await this.#source.read(task, beforeRedirect)
    if (reading === undefined) return void this.#taken.delete(key)
    this.#waiting.push({ key, reading })
    this.#waitingBytes += this.#source.bytesOf(reading)
  }
}
