import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { type Theme, themeIn } from '../contract/theme.ts'

export type Handler = (request: Request) => Response | Promise<Response>

/** A complete answer of status 200: what it is, and its bytes in each coding that was asked for. */
type KeptAnswer = {
  etag: string
  headers: Record<string, string>
  bytes: Bytes
  isText: boolean
  codings: Map<Coding, Promise<Bytes>>
}
type Coding = 'br' | 'gzip'
type Bytes = Uint8Array<ArrayBuffer>

const MOST_BYTES = 32 * 1024 * 1024

/**
 * Keeps the complete answers of `handler`, pages and data alike, until the data change: each is made
 * once, hashed once and compressed once, however many ask at the same time; one who has it already
 * gets a 304. `version` tells whether the data changed. What is not 200, says `no-store` or is
 * compressed already passes through.
 */
export function keepAnswers(
  handler: Handler,
  version: () => Promise<string>,
  clock = Date.now,
): Handler {
  const kept = new LRUCache<string, KeptAnswer>({
    maxSize: MOST_BYTES,
    sizeCalculation: sizeOf,
    perf: { now: clock },
    ttlResolution: 0,
  })
  const underway = new Map<string, Promise<Response | KeptAnswer>>()
  let known = ''

  async function find(request: Request): Promise<Response | KeptAnswer> {
    // Where the database cannot tell, nothing is kept: the handler will say what is wrong.
    const current = await version().catch(() => undefined)
    if (current === undefined) return handler(request)
    if (current !== known) kept.clear()
    known = current
    const key = `${request.url} ${formOf(request)} ${themeOf(request)}`
    const answer = kept.get(key)
    if (answer !== undefined) return answer
    const same = await underway.get(key)
    if (same !== undefined && !(same instanceof Response)) return same

    const made = make(request, current, key)
    underway.set(key, made)
    try {
      return await made
    } finally {
      underway.delete(key)
    }
  }

  async function make(request: Request, madeFrom: string, key: string) {
    const response = await handler(request)
    if (!isWorthKeeping(response)) return response
    const answer = await complete(response)
    // Data that changed meanwhile would be kept under the name of the new ones.
    if (madeFrom === known) kept.set(key, answer, { ttl: lastsFor(response) })
    return answer
  }

  return async (request) => {
    if (request.method === 'GET') {
      const found = await find(request)
      return found instanceof Response ? found : send(found, request)
    }
    if (request.method !== 'HEAD') return handler(request)
    const found = await find(new Request(request.url, { headers: request.headers }))
    const response = found instanceof Response ? found : await send(found, request)
    return new Response(null, response)
  }
}

/**
 * What a request wants beside its address, because a page has its data as JSON, too: browsers name
 * HTML, programs that know us name JSON, those that unfold links often take anything.
 */
export function formOf(request: Request): 'html' | 'json' | 'any' {
  const accepted = request.headers.get('Accept') ?? ''
  if (accepted.includes('text/html')) return 'html'
  return accepted.includes('application/json') ? 'json' : 'any'
}

/** The theme that a reader of pages chose, in a cookie. Nothing else than pages depends on one. */
export function themeOf(request: Request): Theme | undefined {
  return formOf(request) === 'html' ? themeIn(request.headers.get('Cookie') ?? '') : undefined
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

async function complete(response: Response): Promise<KeptAnswer> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
  const type = response.headers.get('Content-Type') ?? ''
  const headers: Record<string, string> = {}
  for (const [name, value] of response.headers) {
    if (name !== 'content-length' && name !== 'vary') headers[name] = value
  }
  headers.etag = etag
  headers.vary = `Accept, Accept-Encoding${/html/.test(type) ? ', Cookie' : ''}`
  return { etag, headers, bytes, isText: /text|json|xml|javascript/.test(type), codings: new Map() }
}

async function send(answer: KeptAnswer, request: Request): Promise<Response> {
  const { headers, etag } = answer
  const known = request.headers.get('If-None-Match')
  if (known !== null && isSame(known, etag)) return new Response(null, { status: 304, headers })

  const coding = answer.isText ? codingFor(request.headers.get('Accept-Encoding') ?? '') : undefined
  const bytes = coding === undefined ? answer.bytes : await encode(answer, coding)
  const length = { 'content-length': String(bytes.byteLength) }
  const all =
    coding === undefined
      ? { ...headers, ...length }
      : { ...headers, ...length, 'content-encoding': coding }
  return new Response(bytes, { status: 200, headers: all })
}

/** RFC 9110: a list of tags, or `*`, compared weakly. */
function isSame(known: string, etag: string): boolean {
  const tags = known.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag.replace(/^W\//, '')) || tags.includes('*')
}

/** The best coding that is accepted: a coding with `q=0` is refused by its name. */
function codingFor(accepted: string): Coding | undefined {
  const accepts = (coding: Coding) =>
    new RegExp(`(^|[\\s,])${coding}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted)
  return (['br', 'gzip'] as const).find(accepts)
}

function encode({ bytes, codings }: KeptAnswer, coding: Coding): Promise<Bytes> {
  const encoded = codings.get(coding) ?? COMPRESS[coding](bytes)
  codings.set(coding, encoded)
  return encoded
}

const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)]

const COMPRESS: Record<Coding, (bytes: Bytes) => Promise<Bytes>> = {
  // The quality at which brotli costs what gzip costs, and saves a sixth of the bytes.
  br: async (bytes) =>
    new Uint8Array(
      await compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    ),
  gzip: async (bytes) => new Uint8Array(await compressGzip(bytes)),
}

/** An estimate for the budget: the bytes, and what two codings of a text add. */
function sizeOf({ bytes, isText }: KeptAnswer): number {
  return Math.ceil(bytes.byteLength * (isText ? 1.5 : 1)) + 1024
}
