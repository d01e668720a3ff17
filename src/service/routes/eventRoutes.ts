import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { EVENTS_PATH } from '../../contract/endpoints.ts'
import { CACHE_CONTROL } from '../http/cacheHeaders.ts'
import { HttpProblem, unavailable } from '../http/httpProblem.ts'
import { CORS_HEADERS } from '../http/securityHeaders.ts'
import { exemptFromTimeout } from '../http/server.ts'
import type { Tip } from '../queries/chainState.ts'
import { newestBlockOf } from '../queries/indexReader.ts'
import type { Service } from '../service.ts'

const POLL_MS = 250
const HEARTBEAT_MS = 15_000
const MAX_STREAMS = 1000
const MAX_STREAMS_OF_CLIENT = 10

type Listener = (tip: Tip) => void

/** Server-sent events: `tip` with the newest block, first and whenever it changes, and `ping` every 15 seconds. */
export function eventRoutes({ chain, clientOf }: Service) {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const listeners = new Set<Listener>()
  const streamsOf = new Map<string, number>()
  /** Each ends a stream. */
  const ends = new Set<() => void>()
  let isClosing = false
  let latest: Tip | undefined
  let timer: NodeJS.Timeout | undefined

  async function poll(): Promise<void> {
    const { tip, isReadable } = await chain.read()
    if (tip === undefined || !isReadable || tip.hash === latest?.hash) return
    latest = tip
    for (const listener of listeners) listener(tip)
  }

  function add(listener: Listener): void {
    listeners.add(listener)
    timer ??= setInterval(() => void poll(), POLL_MS).unref()
  }

  function remove(listener: Listener): void {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  app.get(EVENTS_PATH, (c) => {
    const client = clientOf(c)
    const streams = streamsOf.get(client) ?? 0
    if (listeners.size >= MAX_STREAMS) throw unavailable('too many clients wait for events')
    if (streams >= MAX_STREAMS_OF_CLIENT) throw tooMany()
    for (const [name, value] of Object.entries(CORS_HEADERS)) c.header(name, value)
    // Proxies must not collect events.
    c.header('X-Accel-Buffering', 'no')
    if (c.req.method === 'HEAD') {
      return c.body(null, 200, {
        'Content-Type': 'text/event-stream',
        'Cache-Control': CACHE_CONTROL.notCached,
      })
    }
    exemptFromTimeout(c.env.outgoing)
    const response = streamSSE(c, async (stream) => {
      streamsOf.set(client, (streamsOf.get(client) ?? 0) + 1)
      const listener: Listener = (tip) => void stream.writeSSE(eventOf(tip))
      // An event, not a comment, so that pages notice if nothing comes any more.
      const heartbeat = setInterval(
        () => void stream.writeSSE({ event: 'ping', data: '{}' }),
        HEARTBEAT_MS,
      )
      let end = () => {}
      const ended = new Promise<void>((resolve) => {
        end = resolve
      })
      try {
        ends.add(end)
        stream.onAbort(end)
        // Tells the other streams too if the tip is new.
        await poll()
        add(listener)
        if (latest !== undefined) await stream.writeSSE(eventOf(latest))
        if (isClosing || stream.aborted) end()
        await ended
      } finally {
        ends.delete(end)
        clearInterval(heartbeat)
        remove(listener)
        const left = (streamsOf.get(client) ?? 1) - 1
        if (left === 0) streamsOf.delete(client)
        else streamsOf.set(client, left)
      }
    })
    // Hono has set it to no-cache.
    response.headers.set('Cache-Control', CACHE_CONTROL.notCached)
    return response
  })
  return {
    app,
    close() {
      isClosing = true
      for (const end of ends) end()
    },
  }
}

function eventOf(tip: Tip) {
  const data = { ...newestBlockOf(tip), parent_hash: tip.parent }
  return { event: 'tip', id: tip.hash, data: JSON.stringify(data), retry: 5000 }
}

function tooMany(): HttpProblem {
  const message = `a client may wait for events ${MAX_STREAMS_OF_CLIENT} times at once`
  return new HttpProblem('too-many-requests', { message, retryAfter: 60 })
}
