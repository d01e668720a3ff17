import { setImmediate } from 'node:timers/promises'
import type { Context } from 'hono'
import { unavailable } from './httpProblem.ts'

export type Admission = ReturnType<typeof createAdmission>

/** How much work runs and waits at once. */
type AdmissionLimits = {
  maxRunning: number
  maxWaiting: number
  /**
   * Turns of the event loop between two starts. Node accepts one connection per turn: if each turn
   * rendered a page, each connection of a burst would wait for one.
   */
  turnsBetweenStarts?: number
}

type AdmissionOptions = AdmissionLimits & {
  /** The client of a request; undefined for requests that the service sends to itself. */
  clientOf: (c: Context) => string | undefined
}

export const DATA_LIMITS: AdmissionLimits = { maxRunning: 64, maxWaiting: 256 }

/** Rendering is CPU-bound: running more at once would only slow each of them down. */
export const PAGE_LIMITS: AdmissionLimits = {
  maxRunning: 4,
  maxWaiting: 64,
  turnsBetweenStarts: 100,
}

/** The largest share of running and of waiting requests for one client, who may always run two. */
const MAX_SHARE_OF_CLIENT = 0.5
const LEAST_RUNNING_OF_CLIENT = 2

type Client = { running: number; waiting: (() => void)[] }

/** The client closed its connection before the response was ready. */
export class ConnectionClosed extends Error {
  override name = 'ConnectionClosed'
}

/**
 * Decides when work for uncached responses starts. Clients take turns, and the event loop serves other
 * requests between two starts. If too many requests of a client wait, further ones get a 503.
 */
export function createAdmission({
  clientOf,
  maxRunning,
  maxWaiting,
  turnsBetweenStarts = 1,
}: AdmissionOptions) {
  const maxOfClient = Math.max(LEAST_RUNNING_OF_CLIENT, maxRunning * MAX_SHARE_OF_CLIENT)
  // In the order of their turns.
  const clients = new Map<string, Client>()
  const total = { running: 0, waiting: 0 }
  let isStarting = false

  /** @throws {HttpProblem} 503; {ConnectionClosed} if the signal aborts before the work starts. */
  async function run<Result>(
    c: Context,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const name = clientOf(c)
    if (name === undefined) return work()
    const client = clients.get(name) ?? { running: 0, waiting: [] }
    if (total.waiting >= maxWaiting || client.waiting.length >= maxWaiting * MAX_SHARE_OF_CLIENT)
      throw BUSY
    clients.set(name, client)
    await waitForTurn(client, signal).catch((error) => {
      forgetIfIdle(name, client)
      throw error
    })
    // Work counts until it ends, even if all its clients have disconnected.
    try {
      return await work()
    } finally {
      release(name, client)
    }
  }

  function waitForTurn({ waiting }: Client, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      waiting.push(resolve)
      total.waiting += 1
      const leave = () => {
        const index = waiting.indexOf(resolve)
        if (index === -1) return
        waiting.splice(index, 1)
        total.waiting -= 1
        reject(new ConnectionClosed())
      }
      signal.addEventListener('abort', leave, { once: true })
      void startWaiting()
    })
  }

  async function startWaiting(): Promise<void> {
    if (isStarting) return
    isStarting = true
    while (total.running < maxRunning && startNext()) {
      for (let turn = 0; turn < turnsBetweenStarts; turn++) await setImmediate()
    }
    isStarting = false
  }

  function startNext(): boolean {
    for (const [name, client] of clients) {
      if (client.running >= maxOfClient) continue
      const start = client.waiting.shift()
      if (start === undefined) continue
      // Move the client to the end of the queue.
      clients.delete(name)
      clients.set(name, client)
      total.waiting -= 1
      total.running += 1
      client.running += 1
      start()
      return true
    }
    return false
  }

  function release(name: string, client: Client): void {
    total.running -= 1
    client.running -= 1
    forgetIfIdle(name, client)
    void startWaiting()
  }

  function forgetIfIdle(name: string, client: Client): void {
    const isIdle = client.running === 0 && client.waiting.length === 0
    if (isIdle && clients.get(name) === client) clients.delete(name)
  }

  return { run }
}

const BUSY = unavailable('the service is busy; try again in a moment', 1)
