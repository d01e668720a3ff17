import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setInterval } from 'node:timers/promises'

const TIMEOUT_MS = 30_000

export type Outcome = { path: string; milliseconds: number; failure?: string; hasBegun: boolean }

/** A client with the connections of a browser, from an address of loopback of its own. */
export function createSteadyClient(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 6, localAddress: '127.0.0.2' })

  /** Resolves when the head of the response is there; its body waits to be read. */
  async function begin(path: string): Promise<IncomingMessage> {
    const headers = { accept: 'text/html,*/*;q=0.8' }
    // Covers the wait for a connection, too.
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const request = get(origin + path, { agent, headers, signal })
    request.on('error', () => {}) // Whoever waits for the response learns of it.
    const [response] = await once(request, 'response')
    return response
  }

  async function read(path: string): Promise<Outcome> {
    const began = performance.now()
    let hasBegun = false
    try {
      const response = await begin(path)
      hasBegun = true
      await response.toArray()
      const failure = response.statusCode === 200 ? {} : { failure: `${response.statusCode}` }
      return { path, milliseconds: performance.now() - began, hasBegun, ...failure }
    } catch (error) {
      return { path, milliseconds: performance.now() - began, hasBegun, failure: String(error) }
    }
  }

  /** Sends requests at a steady pace, whether or not earlier ones have been responded to. */
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
