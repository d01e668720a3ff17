import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { NodeOptions } from '../bitcoin/nodeConnection.ts'
import type { FollowerReason } from '../contract/schemas/follower.ts'
import type { Death } from './faults.ts'
import type { FollowEvent, FollowLimits } from './follow.ts'

export type FollowerSettings = {
  /** The address of the database, for `openStore`. */
  database: string
  node: NodeOptions
  /** The folder with the built workers. */
  workersFolder: string
  /** Of the thread that indexes; what it needs more, it may not have. */
  memoryMegabytes: number
  /** For the bench. */
  limits?: Partial<FollowLimits>
}

/** What the thread of the follower gets. */
export type FollowerWork = FollowerSettings & { death: Death | undefined }

export type FollowerThreadEvent =
  | FollowEvent
  /** The follower stops, because only the operator can help. */
  | { kind: 'stopped'; reason: FollowerReason; sentence: string }
  /** Its thread ended by an error, at a block if that is known. It is started again. */
  | ({ kind: 'died'; error: Error } & Pick<Death['problem'], 'reason' | 'sentence' | 'blockHeight'>)

export type RunningFollower = {
  /** Resolves when the follower has stopped, by itself or because of `stop`. */
  stopped: Promise<void>
  /** What was not written yet is lost; the next follower indexes it again. */
  stop: () => Promise<void>
}

const STOP_TIMEOUT_MS = 5000
/**
 * Three times the size of each half of the new space. With 12, it is collected three times as often; with 96, the
 * process needs more memory and no less time. Without it, each version of Node has a default of its own, up to 192.
 */
const YOUNG_MEGABYTES = 48
const MIN_PAUSE_MS = 1000
const MAX_PAUSE_MS = 300_000

/**
 * Follows a node in threads of its own, with a database connection of its own, so that this one never waits. A thread
 * that ends by an error, such as too little memory, is started again.
 */
export function startFollower(
  settings: FollowerSettings,
  onEvent: (event: FollowerThreadEvent) => void,
): RunningFollower {
  const stopping = new AbortController()
  const stopped = keepFollowing(settings, onEvent, stopping.signal)
  return {
    stopped,
    stop() {
      stopping.abort()
      return stopped
    },
  }
}

async function keepFollowing(
  settings: FollowerSettings,
  onEvent: (event: FollowerThreadEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const deaths = new Deaths()
  while (!signal.aborted) {
    let hasSpoken = false
    const error = await runThread({ ...settings, death: deaths.latest }, signal, (event) => {
      hasSpoken = true
      deaths.follow(event)
      onEvent(event)
    })
    if (error === undefined || signal.aborted) return
    const { problem, pauseMs } = deaths.add(error)
    onEvent({ kind: 'died', error, ...problem })
    // The next thread pauses, and says so to others meanwhile. One that ends at once would not.
    if (!hasSpoken) await setTimeout(pauseMs, undefined, { signal }).catch(() => {})
  }
}

/** Resolves when the thread has ended, to the error that ended it, if one did. */
async function runThread(
  work: FollowerWork,
  signal: AbortSignal,
  onEvent: (event: FollowerThreadEvent) => void,
): Promise<Error | undefined> {
  const worker = new Worker(join(work.workersFolder, 'followWorker.js'), {
    workerData: work,
    resourceLimits: {
      maxOldGenerationSizeMb: work.memoryMegabytes,
      maxYoungGenerationSizeMb: YOUNG_MEGABYTES,
    },
  })
  let failure: Error | undefined
  worker.on('message', onEvent)
  worker.on('error', (error) => {
    failure = error
  })
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve())
  })
  const stop = () => void stopThread(worker, ended)
  signal.addEventListener('abort', stop)
  await ended
  signal.removeEventListener('abort', stop)
  return failure
}

async function stopThread(worker: Worker, ended: Promise<void>): Promise<void> {
  worker.postMessage('stop')
  await Promise.race([ended, setTimeout(STOP_TIMEOUT_MS, undefined, { ref: false })])
  // Whatever it writes is one transaction.
  await worker.terminate()
}

/** The errors that ended threads since the index last had the node's newest block. */
class Deaths {
  latest: Death | undefined
  #count = 0
  /** The block that the thread is at, the one that it began with, and the one that the thread before began with. */
  #height: number | undefined
  #first: number | undefined
  #firstBefore: number | undefined

  follow(event: FollowerThreadEvent): void {
    if (event.kind === 'block') {
      this.#height = event.height
      this.#first ??= event.height
    }
    if (event.kind === 'tip') this.latest = undefined
  }

  add(error: Error): Death {
    if (this.latest === undefined || this.#hasWritten()) this.#count = 0
    const isSameBlock = this.latest?.problem.blockHeight === this.#height
    const pauseMs = Math.min(MIN_PAUSE_MS * 2 ** this.#count, MAX_PAUSE_MS)
    const failure = { error, height: this.#height, isSameBlock, pauseMs }
    this.latest = { problem: problemOf(failure), pauseMs }
    this.#count++
    this.#firstBefore = this.#first
    this.#first = undefined
    return this.latest
  }

  /** Whether the thread before this one wrote blocks: this one began with a later one. */
  #hasWritten(): boolean {
    const { POSITIVE_INFINITY, NEGATIVE_INFINITY } = Number
    return (this.#first ?? NEGATIVE_INFINITY) > (this.#firstBefore ?? POSITIVE_INFINITY)
  }
}

type Failure = { error: Error; height: number | undefined; isSameBlock: boolean; pauseMs: number }

function problemOf({ error, height, isSameBlock, pauseMs }: Failure): Death['problem'] {
  const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  const atBlock = height === undefined ? '' : ` at block ${height}`
  const what = isMemory ? 'it ran out of memory' : error.message
  const again = isSameBlock && height !== undefined
  const remedy = isMemory && again ? ' Give it more with FOLLOWER_MEMORY_MB.' : ''
  return {
    reason: again ? 'dies-at-block' : isMemory ? 'out-of-memory' : 'failed',
    sentence: `The follower of the Bitcoin node has failed${again ? ' again' : ''}${atBlock}: ${what}. It tries again in ${pauseMs / 1000} s.${remedy}`,
    blockHeight: height,
  }
}
