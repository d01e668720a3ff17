import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { concurrencyOf, type StoreSettings } from '../../database/openStore.ts'
import { receivedError, type SentError } from '../../threads/threadResult.ts'
import { ConnectionClosed } from '../http/admission.ts'
import type { DataVersions } from '../http/cacheHeaders.ts'
import { HttpProblem, unavailable } from '../http/httpProblem.ts'
import type { DataReply, DataRequest, Reader, ReaderFacts, ReaderHooks } from './reader.ts'

export type ReaderOptions = ReaderFacts & {
  /** Without a place of their own, the tokens are where the runes are. */
  stores: { runes: StoreSettings; tokens: StoreSettings | undefined }
}

export type MessageToReader =
  | { kind: 'read'; id: number; request: DataRequest }
  | { kind: 'connections'; id: number }
  | { kind: 'close' }

export type SentReply =
  | Exclude<DataReply, { kind: 'problem' }>
  | { kind: 'problem'; problem: SentError; versions: DataVersions }

export type MeasuredQuery = { outcome: string; seconds: number }

export type MessageOfReader =
  /** `queries` are those since the last reply. */
  | { kind: 'reply'; id: number; reply: SentReply; queries: MeasuredQuery[] }
  | { kind: 'connections'; id: number; connections: PartConnections }

type PartConnections = Awaited<ReturnType<Reader['connections']>>

type Call = { resolve: (message: MessageOfReader) => void; reject: (error: Error) => void }
type Thread = { worker: Worker; calls: Map<number, Call> }
type Waiting = Call & { request: DataRequest; signal: AbortSignal }

const THREADS = 2
/** Of the heap of a thread. */
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 48 }
const RESTART_DELAY_MS = 1000
const CLOSE_TIMEOUT_MS = 1000
const CONNECTIONS_TIMEOUT_MS = 500

/**
 * Reads in two threads, each with database connections of its own. A slow answer occupies one of them: requests
 * wait here, and go to the thread that has the least to do. A thread that dies is started again.
 */
export function readInWorkers(
  workerFile: string,
  options: ReaderOptions,
  { logger, observe }: ReaderHooks,
): Reader {
  // A thread with one connection answers one request at a time.
  const maxCalls = concurrencyOf(options.stores.runes)
  const threads = new Set<Thread>()
  const waiting: Waiting[] = []
  let lastId = 0
  let isClosing = false

  function start(): void {
    if (isClosing) return
    const worker = new Worker(workerFile, { workerData: options, resourceLimits: LIMITS })
    const thread: Thread = { worker, calls: new Map() }
    worker.on('message', (message: MessageOfReader) => {
      thread.calls.get(message.id)?.resolve(message)
      thread.calls.delete(message.id)
      startWaiting()
    })
    worker.on('error', (error) => logger.error({ error }, 'a reader thread failed'))
    worker.once('exit', () => replace(thread))
    threads.add(thread)
  }

  function replace(thread: Thread): void {
    threads.delete(thread)
    for (const { reject } of thread.calls.values()) reject(DIED)
    if (threads.size === 0) for (const { reject } of waiting.splice(0)) reject(DIED)
    setTimeout(() => {
      start()
      startWaiting()
    }, RESTART_DELAY_MS).unref()
  }

  function startWaiting(): void {
    for (let thread = leastBusy(); thread !== undefined; thread = leastBusy()) {
      const next = waiting.shift()
      if (next === undefined) return
      if (next.signal.aborted) next.reject(new ConnectionClosed())
      else send(thread, next, { kind: 'read', id: ++lastId, request: next.request })
    }
  }

  function leastBusy(): Thread | undefined {
    const free = [...threads].filter(({ calls }) => calls.size < maxCalls)
    return free.sort((one, other) => one.calls.size - other.calls.size)[0]
  }

  async function connectionsOf(thread: Thread): Promise<PartConnections> {
    const message = await new Promise<MessageOfReader>((resolve, reject) => {
      setTimeout(() => reject(new Error('late')), CONNECTIONS_TIMEOUT_MS).unref()
      send(thread, { resolve, reject }, { kind: 'connections', id: ++lastId })
    })
    return message.kind === 'connections' ? message.connections : []
  }

  for (let index = 0; index < THREADS; index++) start()
  return {
    capacity: THREADS * maxCalls,
    async read(request, signal) {
      if (threads.size === 0) throw DIED
      const message = await new Promise<MessageOfReader>((resolve, reject) => {
        waiting.push({ request, signal, resolve, reject })
        startWaiting()
      })
      if (message.kind !== 'reply') throw new Error('a reply was asked for')
      for (const { outcome, seconds } of message.queries) observe(outcome, seconds)
      return received(message.reply)
    },
    // A thread that is busy does not tell.
    async connections() {
      const all = await Promise.allSettled([...threads].map(connectionsOf))
      return all.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    },
    async close() {
      isClosing = true
      await Promise.all([...threads].map(closeThread))
    },
  }
}

const DIED = unavailable('the data cannot be read right now; try again in a moment', 1)

function send({ worker, calls }: Thread, call: Call, message: MessageToReader & { id: number }) {
  calls.set(message.id, call)
  worker.postMessage(message)
}

async function closeThread({ worker }: Thread): Promise<void> {
  const exited = once(worker, 'exit')
  worker.postMessage({ kind: 'close' } satisfies MessageToReader)
  await Promise.race([exited, wait(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
  await worker.terminate()
}

function received(reply: SentReply): DataReply {
  if (reply.kind !== 'problem') return reply
  return { ...reply, problem: receivedError(reply.problem, { HttpProblem }) }
}
