import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setInterval } from 'node:timers/promises'

const TIMEOUT_MS = 30_000

export type Outcome = { path: string; milliseconds: number; failure?: string; hasStarted: boolean }

/** A client with as many connections as a browser and its own loopback address. */
export function createSteadyClient(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 6, localAddress: '127.0.0.2' })

  /** Resolves when the headers have arrived. The caller reads the body. */
  async function begin(path: string): Promise<IncomingMessage> {
    const headers = { accept: 'text/html,*/*;q=0.8' }
    // Includes the wait for a connection.
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const request = get(origin + path, { agent, headers, signal })
    request.on('error', () => {}) // `once` below rejects.
    const [response] = await once(request, 'response')
    return response
  }

  async function read(path: string): Promise<Outcome> {
    const began = performance.now()
    let hasStarted = false
    try {
      const response = await begin(path)
      hasStarted = true
      await response.toArray()
      const failure = response.statusCode === 200 ? {} : { failure: `${response.statusCode}` }
      return { path, milliseconds: performance.now() - began, hasStarted, ...failure }
    } catch (error) {
      return { path, milliseconds: performance.now() - began, hasStarted, failure: String(error) }
    }
  }

  /** Sends requests at a constant rate, without waiting for earlier responses. */
  async function readSteadily(paths: string[], seconds: number, perSecond = 8): Promise<Outcome[]> {
    const outcomes: Promise<Outcome>[] = []
    for await (const _ of setInterval(1000 / perSecond)) {
      const path = paths[outcomes.length % paths.length]
      if (path === undefined || outcomes.length === seconds * perSecond) break
      outcomes.push(read(path))
    }
    return Promise.all(outcomes)
  }

  return { begin, read, readSteadily, close: () => agent.destroy() }
}
