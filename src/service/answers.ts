import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Theme, themeIn } from '../contract/theme.ts'
import { type Bytes, type Coding, codingFor, compress } from './codings.ts'

/** What a request is known by beside itself; undefined for one that the service makes of itself. */
export type RequestContext = { requestId?: string }
export type Handler = (request: Request, context?: RequestContext) => Response | Promise<Response>

/** What of a request decides which answer it gets, with '' for a header that is missing. */
export type Wish = {
  /** Absolute, and normal as `URL` writes it. */
  url: string
  accept: string
  cookie: string
  acceptEncoding: string
  ifNoneMatch: string
}

/** An answer in the form that goes over the wire. */
export type ReadyAnswer = {
  status: number
  /** Names and values in turn. */
  fields: string[]
  bytes: Bytes | null
}

/** One that was kept, with the name of its route. */
export type KeptReady = ReadyAnswer & { route: string }

export type AnswerCounts = {
  hits: number
  misses: number
  /** Estimated bytes, and number, of what is kept. */
  bytes: number
  answers: number
}

export type Answers = {
  /** Answers as the handler does, from what is kept where that can be. */
  fetch: Handler
  /** Drops what is kept if the data have changed; what `lookUp` then finds is a millisecond old at most. */
  settle(): Promise<unknown>
  /** What is kept for a wish and can be sent as it is. */
  lookUp(wish: Wish): KeptReady | undefined
  count(): AnswerCounts
}

/** A complete answer of status 200: what it is, and its bytes in each coding that was asked for. */
type KeptAnswer = {
  etag: string
  headers: Record<string, string>
  bytes: Bytes
  isText: boolean
  route: string
  unchanged: KeptReady
  ready: Map<Coding, KeptReady>
  encoding: Map<Coding, Promise<KeptReady>>
}

type Options = {
  handler: Handler
  /** Tells whether the data changed. */
  version: () => Promise<string>
  /** The name of a path's route. */
  routeOf: (path: string) => string
  /** Unix milliseconds; the machine's own clock unless a test has another. */
  clock?: (() => number) | undefined
}

const MOST_BYTES = 12 * 1024 * 1024

/**
 * Keeps the complete answers of `handler`, pages and data alike, until the data change: each is made
 * once, hashed once and compressed once, however many ask at the same time; one who has it already
 * gets a 304. What is not 200, says `no-store` or is compressed already passes through.
 */
export function keepAnswers({ handler, version, routeOf, clock = Date.now }: Options): Answers {
  const kept = new LRUCache<string, KeptAnswer>({
    maxSize: MOST_BYTES,
    sizeCalculation: sizeOf,
    perf: { now: clock },
    ttlResolution: 0,
  })
  const underway = new Map<string, Promise<Response | KeptAnswer>>()
  const counts = { hits: 0, misses: 0 }
  let known = ''
  let isKnown = false
  const settle = sharedForAMoment(async () => {
    const current = await version().catch(() => undefined)
    isKnown = current !== undefined
    if (current === undefined || current === known) return
    kept.clear()
    known = current
  })

  function lookUp(wish: Wish): KeptReady | undefined {
    const answer = isKnown ? kept.get(keyOf(wish)) : undefined
    const ready = answer === undefined ? undefined : readyFor(answer, wish)
    if (ready !== undefined) counts.hits += 1
    return ready
  }

  async function find(request: Request, wish: Wish, context?: RequestContext) {
    await settle()
    // Where the database cannot tell, nothing is kept: the handler will say what is wrong.
    if (!isKnown) return handler(request, context)
    const key = keyOf(wish)
    const same = underway.get(key)
    // Waiting for nothing would let equal requests by, too.
    const answer = kept.get(key) ?? (same && (await same))
    if (answer !== undefined && !(answer instanceof Response)) {
      counts.hits += 1
      return answer
    }
    const made = make(request, key, context)
    underway.set(key, made)
    try {
      return await made
    } finally {
      underway.delete(key)
    }
  }

  async function make(request: Request, key: string, context?: RequestContext) {
    counts.misses += 1
    const madeFrom = known
    const response = await handler(request, context)
    if (!isWorthKeeping(response)) return response
    const answer = await complete(response, routeOf(new URL(request.url).pathname))
    // Data that changed meanwhile would be kept under the name of the new ones.
    if (madeFrom === known) kept.set(key, answer, { ttl: lastsFor(response) })
    return answer
  }

  async function fetch(request: Request, context?: RequestContext): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return handler(request, context)
    const isHead = request.method === 'HEAD'
    const asked = isHead ? new Request(request.url, { headers: request.headers }) : request
    const wish = wishOf(request)
    const found = await find(asked, wish, context)
    const response = found instanceof Response ? found : responseOf(await prepare(found, wish))
    return isHead ? new Response(null, response) : response
  }

  return {
    fetch,
    settle,
    lookUp,
    count: () => ({ ...counts, bytes: kept.calculatedSize, answers: kept.size }),
  }
}

/**
 * What a request wants beside its address, because a page has its data as JSON, too: browsers name
 * HTML, programs that know us name JSON, those that unfold links often take anything.
 */
export function formOf(accept: string): 'html' | 'json' | 'any' {
  if (accept.includes('text/html')) return 'html'
  return accept.includes('application/json') ? 'json' : 'any'
}

/** The theme that a reader of pages chose, in a cookie. Nothing else than pages depends on one. */
export function themeOf(accept: string, cookie: string): Theme | undefined {
  return formOf(accept) === 'html' ? themeIn(cookie) : undefined
}

/**
 * Calls for `look` within a millisecond, or before it is done, share one: it would cost a fifth of
 * what sending a short answer costs.
 */
function sharedForAMoment(look: () => Promise<unknown>): () => Promise<unknown> {
  let shared: Promise<unknown> | undefined
  const forget = () => {
    shared = undefined
  }
  return () => {
    shared ??= look().finally(() => setTimeout(forget, 1))
    return shared
  }
}

function keyOf({ url, accept, cookie }: Wish): string {
  return `${url} ${formOf(accept)} ${themeOf(accept, cookie)}`
}

function wishOf({ url, headers }: Request): Wish {
  return {
    url,
    accept: headers.get('Accept') ?? '',
    cookie: headers.get('Cookie') ?? '',
    acceptEncoding: headers.get('Accept-Encoding') ?? '',
    ifNoneMatch: headers.get('If-None-Match') ?? '',
  }
}

function isWorthKeeping({ status, headers, body }: Response): boolean {
  const isPrivate = /no-store/.test(headers.get('Cache-Control') ?? '')
  return status === 200 && body !== null && !isPrivate && !headers.has('Content-Encoding')
}

/**
 * What comes from another service ages, which is known where that is kept: here it stays a moment, for
 * the many who ask at once. Milliseconds; 0 is until the data change.
 */
function lastsFor({ headers }: Response): number {
  return headers.has('Cache-Status') ? 2000 : 0
}

async function complete(response: Response, route: string): Promise<KeptAnswer> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
  const type = response.headers.get('Content-Type') ?? ''
  const headers: Record<string, string> = {}
  for (const [name, value] of response.headers) {
    if (name !== 'content-length' && name !== 'vary') headers[name] = value
  }
  headers.etag = etag
  headers.vary = `Accept, Accept-Encoding${/html/.test(type) ? ', Cookie' : ''}`
  return {
    etag,
    headers,
    bytes,
    isText: /text|json|xml|javascript/.test(type),
    route,
    unchanged: { status: 304, fields: Object.entries(headers).flat(), bytes: null, route },
    ready: new Map(),
    encoding: new Map(),
  }
}

/** The answer in the form that a wish asks for, if it was sent in that form before. */
function readyFor(answer: KeptAnswer, wish: Wish): KeptReady | undefined {
  if (wish.ifNoneMatch !== '' && isSame(wish.ifNoneMatch, answer.etag)) return answer.unchanged
  return answer.ready.get(codingOf(answer, wish))
}

/** The same, made where it was not yet: each coding once. */
async function prepare(answer: KeptAnswer, wish: Wish): Promise<KeptReady> {
  const ready = readyFor(answer, wish)
  if (ready !== undefined) return ready
  const coding = codingOf(answer, wish)
  const encoding = answer.encoding.get(coding) ?? encode(answer, coding)
  answer.encoding.set(coding, encoding)
  return encoding
}

/** RFC 9110: a list of tags, or `*`, compared weakly. */
function isSame(known: string, etag: string): boolean {
  if (known === etag) return true
  const tags = known.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag.replace(/^W\//, '')) || tags.includes('*')
}

/** What is no text is compressed already. */
function codingOf({ isText }: KeptAnswer, { acceptEncoding }: Wish): Coding {
  return isText ? codingFor(acceptEncoding) : 'identity'
}

async function encode(answer: KeptAnswer, coding: Coding): Promise<KeptReady> {
  const { headers, route, ready } = answer
  const bytes = await compress(answer.bytes, coding)
  const fields = [...Object.entries(headers).flat(), 'content-length', String(bytes.byteLength)]
  if (coding !== 'identity') fields.push('content-encoding', coding)
  const made: KeptReady = { status: 200, fields, bytes, route }
  ready.set(coding, made)
  return made
}

export function responseOf({ status, fields, bytes }: ReadyAnswer): Response {
  const headers = new Headers()
  for (let index = 0; index < fields.length; index += 2) {
    headers.set(fields[index] ?? '', fields[index + 1] ?? '')
  }
  return new Response(bytes, { status, headers })
}

/** An estimate for the budget: the bytes, and what two codings of a text add. */
function sizeOf({ bytes, isText }: KeptAnswer): number {
  return Math.ceil(bytes.byteLength * (isText ? 1.5 : 1)) + 1024
}
