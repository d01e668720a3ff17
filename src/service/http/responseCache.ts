import { createHash } from 'node:crypto'
import type { Context, Handler } from 'hono'
import { LRUCache } from 'lru-cache'
import { type Admission, ConnectionClosed } from './admission.ts'
import { CACHE_TAG, type CacheVersions } from './cacheHeaders.ts'
import { type Bytes, type Coding, compress, negotiateCoding } from './compress.ts'

type ResponseCacheOptions = {
  maxBytes: number
  /** The current versions of the data. */
  readVersions: () => Promise<CacheVersions>
  /** Decides when uncached work starts, unless a handler has its own admission. */
  admission: Admission
  monotonicMs: () => number
}

/** A complete response, uncompressed and in each coding that was requested. */
type Entry = {
  status: number
  headers: Record<string, string>
  bytes: Bytes
  /** Only text is compressed. */
  isText: boolean
  codings: Map<Coding, Promise<Coded>>
  /** The versions of its tags; undefined if it must not be cached. */
  versions: Partial<CacheVersions> | undefined
}

/** A response in one coding, with the headers that go with it. */
type Coded = { bytes: Bytes; headers: Record<string, string> }

type Make = (c: Context, signal: AbortSignal) => Promise<Response>

/** A response that is being made for one or more requests. */
type Flight = {
  entry: Promise<Entry>
  abort: AbortController
  waiting: number
  /** The versions when it started: with other versions, a request must not join it. */
  versions: CacheVersions
}

/** Responses of another service are cached in `tokens/`, and here only this long. */
const UPSTREAM_TTL_MS = 1000

export type ResponseCache = ReturnType<typeof createResponseCache>

/**
 * Caches complete responses until the data that they depend on change. Concurrent requests share a
 * response, and each is compressed once per coding. Responses about final blocks are served even
 * while the database is unreachable.
 */
export function createResponseCache({
  maxBytes,
  readVersions,
  admission: dataAdmission,
  monotonicMs,
}: ResponseCacheOptions) {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: sizeOf,
    perf: { now: monotonicMs },
  })
  const flights = new Map<string, Flight>()
  const counts = { hits: 0, misses: 0 }

  /**
   * Returns a handler that responds from the cache, or with the result of `make` once it is admitted.
   * `keyOf` returns the cache key: the canonical path with its known parameters, and whatever else
   * selects the representation.
   */
  function cached(
    keyOf: (c: Context) => string,
    make: Make,
    admission: Admission = dataAdmission,
  ): Handler {
    return async (c) => {
      const key = keyOf(c)
      const versions = await readVersions()
      const found = entries.get(key)
      if (found?.versions !== undefined && isCurrent(found.versions, versions)) {
        counts.hits += 1
        return send(c, found)
      }
      const flying = flights.get(key)
      const flight =
        flying !== undefined && isSame(flying.versions, versions)
          ? flying
          : startFlight(key, versions, (signal) => admission.run(c, signal, () => make(c, signal)))
      return send(c, await join(flight, c.req.raw.signal))
    }
  }

  function startFlight(
    key: string,
    versions: CacheVersions,
    make: (signal: AbortSignal) => Promise<Response>,
  ): Flight {
    counts.misses += 1
    const abort = new AbortController()
    const land = () => flights.get(key) === flight && flights.delete(key)
    const entry = make(abort.signal)
      .then((response) => toEntry(response, versions))
      .then((made) => {
        if (made.versions !== undefined) entries.set(key, made, { ttl: ttlOf(made) })
        return made
      })
      .finally(land)
    const flight: Flight = { entry, abort, waiting: 0, versions }
    abort.signal.addEventListener('abort', land)
    flights.set(key, flight)
    return flight
  }

  return {
    cached,
    counts: () => ({ ...counts, bytes: entries.calculatedSize, entries: entries.size }),
  }
}

/** Waits for a response. Aborts it once every waiting client has closed its connection. */
async function join(flight: Flight, signal: AbortSignal): Promise<Entry> {
  flight.waiting += 1
  const leave = () => {
    flight.waiting -= 1
    if (flight.waiting === 0) flight.abort.abort(new ConnectionClosed())
  }
  signal.addEventListener('abort', leave, { once: true })
  // The client may have disconnected while the versions were read.
  if (signal.aborted) leave()
  try {
    return await flight.entry
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

function isCurrent(cached: Partial<CacheVersions>, current: CacheVersions): boolean {
  return TAGS.every((tag) => cached[tag] === undefined || cached[tag] === current[tag])
}

function isSame(one: CacheVersions, other: CacheVersions): boolean {
  return TAGS.every((tag) => one[tag] === other[tag])
}

const TAGS = ['tokens', 'tip', 'follower'] as const

async function toEntry(response: Response, versions: CacheVersions): Promise<Entry> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 27)
  const headers: Record<string, string> = Object.fromEntries(response.headers)
  if (response.status === 200) headers.etag = `W/"${hash}"`
  return {
    status: response.status,
    headers,
    bytes,
    isText: /text|json|xml/.test(response.headers.get('Content-Type') ?? ''),
    codings: new Map(),
    versions: versionsOf(response, versions),
  }
}

function versionsOf({ status, headers }: Response, current: CacheVersions) {
  const named = headers.get(CACHE_TAG)
  if (status !== 200 || named === null) return
  const tags = TAGS.filter((tag) => named.includes(tag))
  if (tags.some((tag) => current[tag] === undefined)) return
  return Object.fromEntries(tags.map((tag) => [tag, current[tag]]))
}

async function send(c: Context, entry: Entry): Promise<Response> {
  if (entry.status === 200 && isMatch(c.req.header('If-None-Match'), entry.headers.etag)) {
    return new Response(null, { status: 304, headers: entry.headers })
  }
  const coding = entry.isText ? negotiateCoding(c.req.header('Accept-Encoding') ?? '') : 'identity'
  const coded = entry.codings.get(coding) ?? code(entry, coding)
  entry.codings.set(coding, coded)
  const { bytes, headers } = await coded
  return new Response(bytes, { status: entry.status, headers })
}

async function code({ bytes, headers }: Entry, coding: Coding): Promise<Coded> {
  const coded = await compress(bytes, coding)
  return {
    bytes: coded,
    headers: {
      ...headers,
      // Set here because the response to HEAD has no body to measure.
      'content-length': String(coded.byteLength),
      ...(coding !== 'identity' && { 'content-encoding': coding }),
    },
  }
}

/** RFC 9110: a list of tags, or `*`, compared weakly. */
function isMatch(ifNoneMatch: string | undefined, etag = ''): boolean {
  if (ifNoneMatch === undefined) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag.slice('W/'.length)) || tags.includes('*')
}

/** An estimate: the compressed copies of a text add about half its size. */
function sizeOf({ bytes, isText }: Entry): number {
  return Math.ceil(bytes.byteLength * (isText ? 1.5 : 1)) + 1024
}

function ttlOf({ headers }: Entry): number {
  return headers['cache-status'] === undefined ? 0 : UPSTREAM_TTL_MS
}
