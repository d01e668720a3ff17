import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Death } from './faults.ts'
import type { RuneFollowerEvent, ThreadEvent, TokenFollowerEvent } from './followerEvents.ts'

type AnyEvent = RuneFollowerEvent | TokenFollowerEvent

/** A thread that follows a node. `data` is what it gets, with what ended the thread before it. */
export type FollowerThread = {
  /** The path of its file. */
  file: string
  data: object
  /** The limit of its old generation; the thread ends if it needs more. */
  memoryMegabytes: number
  /** Which node it follows. */
  node: 'Bitcoin' | 'Stacks'
}

export type RunningFollower = {
  /** Resolves when the follower has stopped, by itself or because of `stop`. */
  stopped: Promise<void>
  /** What was not written yet is lost; the next follower reads it again. */
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
export function superviseThread<Event extends AnyEvent>(
  thread: FollowerThread,
  onEvent: (event: ThreadEvent<Event>) => void,
): RunningFollower {
  const stopping = new AbortController()
  const stopped = keepFollowing(thread, onEvent, stopping.signal)
  return {
    stopped,
    stop() {
      stopping.abort()
      return stopped
    },
  }
}

async function keepFollowing<Event extends AnyEvent>(
  thread: FollowerThread,
  onEvent: (event: ThreadEvent<Event>) => void,
  signal: AbortSignal,
): Promise<void> {
  const deaths = new Deaths(thread.node)
  while (!signal.aborted) {
    let hasSpoken = false
    const error = await runThread<Event>(
      { ...thread, data: { ...thread.data, death: deaths.latest } },
      signal,
      (event) => {
        hasSpoken = true
        deaths.follow(event)
        onEvent(event)
      },
    )
    if (error === undefined || signal.aborted) return
    const { problem, pauseMs } = deaths.add(error)
    onEvent({ kind: 'died', error, ...problem })
    // The next thread pauses, and says so to others meanwhile. One that ends at once would not.
    if (!hasSpoken) await setTimeout(pauseMs, undefined, { signal }).catch(() => {})
  }
}

/** Resolves when the thread has ended, to the error that ended it, if one did. */
async function runThread<Event extends AnyEvent>(
  { file, data, memoryMegabytes }: FollowerThread,
  signal: AbortSignal,
  onEvent: (event: ThreadEvent<Event>) => void,
): Promise<Error | undefined> {
  const worker = new Worker(file, {
    workerData: data,
    resourceLimits: {
      maxOldGenerationSizeMb: memoryMegabytes,
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

/** The errors that ended threads since the last one had what the node has. */
class Deaths {
  latest: Death | undefined
  #count = 0
  /** The block that the thread is at, the one that it began with, and the one that the thread before began with. */
  #height: number | undefined
  #first: number | undefined
  #firstBefore: number | undefined
  readonly #node: FollowerThread['node']

  constructor(node: FollowerThread['node']) {
    this.#node = node
  }

  follow(event: ThreadEvent<AnyEvent>): void {
    if (event.kind === 'block') {
      this.#height = event.height
      this.#first ??= event.height
    }
    if (event.kind === 'tip' || event.kind === 'contracts') this.latest = undefined
  }

  add(error: Error): Death {
    if (this.latest === undefined || this.#hasWritten()) this.#count = 0
    const isSameBlock = this.latest?.problem.blockHeight === this.#height
    const pauseMs = Math.min(MIN_PAUSE_MS * 2 ** this.#count, MAX_PAUSE_MS)
    const failure = { error, height: this.#height, isSameBlock, pauseMs, node: this.#node }
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

type Failure = {
  error: Error
  height: number | undefined
  isSameBlock: boolean
  pauseMs: number
  node: FollowerThread['node']
}

function problemOf({ error, height, isSameBlock, pauseMs, node }: Failure): Death['problem'] {
  const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  const atBlock = height === undefined ? '' : ` at block ${height}`
  const what = isMemory ? 'it ran out of memory' : error.message
  const again = isSameBlock && height !== undefined
  const remedy = isMemory && again ? ' Give it more with FOLLOWER_MEMORY_MB.' : ''
  return {
    reason: again ? 'dies-at-block' : isMemory ? 'out-of-memory' : 'failed',
    sentence: `The follower of the ${node} node has failed${again ? ' again' : ''}${atBlock}: ${what}. It tries again in ${pauseMs / 1000} s.${remedy}`,
    blockHeight: height,
  }
}
