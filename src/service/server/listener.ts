import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import { type Answers, type Handler, type ReadyAnswer, responseOf, type Wish } from '../answers.ts'
import {
  ADDRESS_TOO_LONG,
  badRequest,
  type Problem,
  tooManyRequests,
  UNEXPECTED,
} from '../problems.ts'
import type { Log } from '../watching/log.ts'
import type { Metrics } from '../watching/metrics.ts'
import { MOST_ADDRESS } from './brokenRequests.ts'
import type { RateLimit } from './rateLimit.ts'
import { refusalOf } from './refusals.ts'

export type ListenerOptions = {
  fetch: Handler
  /** What is kept in memory, to be sent without a `Request` and a `Response`. */
  kept?: Pick<Answers, 'settle' | 'lookUp'> | undefined
  /** The name of a path's route. */
  routeOf: (path: string) => string
  /** Undefined counts nobody's requests. */
  rateLimit?: RateLimit | undefined
  metrics: Metrics
  log: Log
  /** Milliseconds in which a client has to take its answer. */
  patience: number
}

/** A request on its way. */
type Exchange = {
  incoming: IncomingMessage
  outgoing: ServerResponse
  requestId: string
  /** Headers that its answer has whoever makes it, names and values in turn. */
  fields: string[]
  /** What it is refused for before anybody looks at what it asks. */
  problem: Problem | undefined
  /** By `performance.now()`. */
  began: number
}

/** Seconds after which an answer is worth a line in the log. */
const SLOW = 1

/**
 * Answers one request of node's: refuses what is too long or one too many, sends what is kept as it
 * is, and hands the rest to `fetch`. It counts, times and logs each, and nothing that goes wrong in
 * one leaves it.
 */
export function createListener(options: ListenerOptions) {
  const { fetch, kept, log, patience } = options
  const listen = getRequestListener(
    (request, { outgoing }) =>
      fetch(request, { requestId: String(outgoing.getHeader('X-Request-Id')) }),
    { errorHandler: (error) => responseOf(refusalOf(problemOf(error, log))) },
  )
  const finish = createRecorder(options)

  async function answer(exchange: Exchange): Promise<void> {
    const { incoming, outgoing, fields, problem } = exchange
    if (problem !== undefined) {
      send(exchange, refusalOf(problem), patience)
      return finish(exchange)
    }
    if (kept !== undefined && (incoming.method === 'GET' || incoming.method === 'HEAD')) {
      await kept.settle()
      const ready = kept.lookUp(wishOf(incoming))
      if (ready !== undefined) {
        send(exchange, ready, patience)
        return finish(exchange, ready.route)
      }
    }
    outgoing.once('close', () => finish(exchange))
    cutLate(outgoing, patience)
    for (let index = 0; index < fields.length; index += 2) {
      outgoing.setHeader(fields[index] ?? '', fields[index + 1] ?? '')
    }
    await listen(incoming, outgoing)
  }

  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const exchange = begin(incoming, outgoing, options.rateLimit)
    answer(exchange).catch((error: unknown) => {
      log.error({ requestId: exchange.requestId, error }, 'a request failed')
      outgoing.destroy()
    })
  }
}

function begin(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  rateLimit: RateLimit | undefined,
): Exchange {
  const requestId = requestIdOf(incoming)
  const standing = isCounted(incoming) ? rateLimit?.(incoming) : undefined
  return {
    incoming,
    outgoing,
    requestId,
    fields: ['X-Request-Id', requestId, ...(standing?.fields ?? [])],
    problem: refusedFor(incoming, standing?.retryAfter),
    began: performance.now(),
  }
}

/** What a client or a proxy calls its request, if that is short and plain, or a name of our own. */
function requestIdOf({ headers }: IncomingMessage): string {
  const named = headers['x-request-id']
  return typeof named === 'string' && /^[\w.-]{1,64}$/.test(named) ? named : randomUUID()
}

/** Assets, the questions of browsers before they ask, and those of supervisors are free. */
function isCounted({ method, url = '' }: IncomingMessage): boolean {
  return method !== 'OPTIONS' && !url.startsWith('/assets/') && !url.startsWith('/health')
}

function refusedFor(
  { url = '', headers, httpVersion }: IncomingMessage,
  retryAfter: number | undefined,
): Problem | undefined {
  if (retryAfter !== undefined) return tooManyRequests(retryAfter)
  if (url.length > MOST_ADDRESS) return ADDRESS_TOO_LONG
  if (headers.host === undefined && httpVersion === '1.1')
    return badRequest('headers/host is missing')
}

function wishOf({ url, headers }: IncomingMessage): Wish {
  return {
    url: `http://${headers.host}${url}`,
    accept: headers.accept ?? '',
    cookie: headers.cookie ?? '',
    acceptEncoding: String(headers['accept-encoding'] ?? ''),
    ifNoneMatch: headers['if-none-match'] ?? '',
  }
}

function send({ outgoing, fields }: Exchange, answer: ReadyAnswer, patience: number): void {
  outgoing.writeHead(answer.status, [...answer.fields, ...fields])
  outgoing.end(answer.bytes)
  // Most are taken at once and need no timer.
  if (!outgoing.writableFinished) cutLate(outgoing, patience)
}

/** Cuts off who takes an answer drop by drop. */
function cutLate(outgoing: ServerResponse, patience: number): void {
  const timer = setTimeout(() => outgoing.destroy(), patience)
  outgoing.once('close', () => clearTimeout(timer))
}

function problemOf(error: unknown, log: Log): Problem {
  if (error instanceof RequestError) return badRequest('its address or its host cannot be read')
  log.error({ error }, 'a request failed')
  return UNEXPECTED
}

/** Counts, times and logs what was answered. The path is logged without its query. */
function createRecorder({ routeOf, metrics, log }: ListenerOptions) {
  const logsAll = log.isLevelEnabled('debug')

  return ({ incoming, outgoing, requestId, began }: Exchange, knownRoute?: string): void => {
    const seconds = (performance.now() - began) / 1000
    const route = knownRoute ?? routeOf(pathOf(incoming))
    // A reader who left does not make an answer a failure.
    const status = outgoing.writableEnded ? outgoing.statusCode : 'left'
    metrics.requests.observe({ route, status }, seconds)
    if (seconds < SLOW && !logsAll) return
    const { method } = incoming
    const milliseconds = Math.round(seconds * 1000)
    const line = { requestId, method, path: pathOf(incoming), route, status, milliseconds }
    if (seconds < SLOW) log.debug(line, 'answered')
    else log.info(line, 'answered slowly')
  }
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?')[0] ?? ''
}
