import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import { EVENTS_PATH } from '../../contract/endpoints.ts'
import type { Ping } from '../../contract/schemas/chain.ts'
import { CACHE_CONTROL } from '../http/cacheHeaders.ts'
import { HttpProblem, unavailable } from '../http/httpProblem.ts'
import { CORS_HEADERS } from '../http/securityHeaders.ts'
import { exemptFromTimeout } from '../http/server.ts'
import type { ChainState, NewestBlock } from '../queries/chainState.ts'
import { newestBlockOf } from '../queries/indexReader.ts'
import type { Service } from '../service.ts'

const POLL_MS = 250
const HEARTBEAT_MS = 15_000
/** While tokens are read, they change all the time. */
const TOKENS_MS = 10_000
const MAX_STREAMS = 1000
const MAX_STREAMS_OF_CLIENT = 10

type Stream = { client: string; send: () => void; end: () => void }

/**
 * Server-sent events: `tip` with the newest block, first and whenever it changes; `ping` with the state of the
 * followers, first, whenever it changes, and every 15 seconds; and, if tokens are followed, `tokens` with a counter of
 * their writes, first and whenever it changes, but every ten seconds at most.
 */
export function eventRoutes({ chain, clientOf, monotonicMs }: Service) {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const streams = new Set<Stream>()
  let isClosing = false
  let latest: ChainState | undefined
  let timer: NodeJS.Timeout | undefined

  async function poll(): Promise<void> {
    latest = await chain.read()
    for (const { send } of streams) send()
  }

  function add(stream: Stream): void {
    streams.add(stream)
    timer ??= setInterval(() => void poll(), POLL_MS).unref()
  }

  function remove(stream: Stream): void {
    streams.delete(stream)
    if (streams.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  /** @throws {HttpProblem} 503, or 429 for a client that has too many. */
  function expectRoomFor(client: string): void {
    if (streams.size >= MAX_STREAMS) throw unavailable('too many clients wait for events')
    const own = [...streams].filter((stream) => stream.client === client)
    if (own.length >= MAX_STREAMS_OF_CLIENT) throw tooMany()
  }

  /** Sends events until the client leaves or the service stops. */
  async function serve(sse: SSEStreamingApi, client: string): Promise<void> {
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const sendChanges = createSender(sse, monotonicMs)
    const stream = { client, send: () => latest && sendChanges(latest), end }
    // An event, not a comment, so that pages notice if nothing comes any more.
    const heartbeat = setInterval(() => {
      if (latest !== undefined) void sse.writeSSE(pingEvent(latest))
    }, HEARTBEAT_MS)
    try {
      add(stream)
      sse.onAbort(end)
      // Tells the other streams too if the tip is new.
      await poll()
      stream.send()
      if (isClosing || sse.aborted) end()
      await ended
    } finally {
      clearInterval(heartbeat)
      remove(stream)
    }
  }

  app.get(EVENTS_PATH, (c) => {
    const client = clientOf(c)
    expectRoomFor(client)
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
    const response = streamSSE(c, (sse) => serve(sse, client))
    // Hono has set it to no-cache.
    response.headers.set('Cache-Control', CACHE_CONTROL.notCached)
    return response
  })
  return {
    app,
    close() {
      isClosing = true
      for (const { end } of streams) end()
    },
  }
}

/** Sends what has changed since the last call. */
function createSender(sse: SSEStreamingApi, monotonicMs: () => number) {
  let sentTip: string | undefined
  let sentFollower: string | undefined
  let sentTokens: number | undefined
  let tokensSentAt = Number.NEGATIVE_INFINITY

  function sendTokens({ tokenFollower, tokenWrites: writes }: ChainState): void {
    if (tokenFollower === undefined || writes === undefined || writes === sentTokens) return
    if (monotonicMs() - tokensSentAt < TOKENS_MS) return
    sentTokens = writes
    tokensSentAt = monotonicMs()
    void sse.writeSSE({ event: 'tokens', data: JSON.stringify({ writes }) })
  }

  return (state: ChainState): void => {
    const { tip, isReadable, followerVersion } = state
    if (tip !== undefined && isReadable && tip.hash !== sentTip) {
      sentTip = tip.hash
      void sse.writeSSE(tipEvent(tip))
    }
    if (followerVersion !== undefined && followerVersion !== sentFollower) {
      sentFollower = followerVersion
      void sse.writeSSE(pingEvent(state))
    }
    sendTokens(state)
  }
}

function pingEvent({ isLive, follower, tokenFollower }: ChainState) {
  const ping: Ping = { is_live: isLive, follower, token_follower: tokenFollower }
  return { event: 'ping', data: JSON.stringify(ping) }
}

function tipEvent(tip: NewestBlock) {
  const data = { ...newestBlockOf(tip), parent_hash: tip.parent }
  return { event: 'tip', id: tip.hash, data: JSON.stringify(data), retry: 5000 }
}

function tooMany(): HttpProblem {
  const message = `a client may wait for events ${MAX_STREAMS_OF_CLIENT} times at once`
  return new HttpProblem('too-many-requests', { message, retryAfter: 60 })
}
