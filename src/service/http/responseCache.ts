import { createHash } from 'node:crypto'
import type { Context, Handler } from 'hono'
import { LRUCache } from 'lru-cache'
import { type Admission, ConnectionClosed } from './admission.ts'
import { CACHE_TAG, type CacheTag, type DataVersions, VERSIONED } from './cacheHeaders.ts'
import { type Bytes, type Coding, compress, negotiateCoding } from './compress.ts'
import { createNewestVersions, retryOutdated } from './newestVersions.ts'

type ResponseCacheOptions = {
  maxBytes: number
  /** The versions of the data that the database has. */
  readVersions: () => Promise<DataVersions>
  /** Decides when uncached work starts, unless a handler has its own admission. */
  admission: Admission
  monotonicMs: () => number
}

/** A complete response, with the versions that it was read at. */
export type ReadResponse = {
  status: number
  headers: Record<string, string>
  bytes: Bytes
  versions: DataVersions
}

/** The same, uncompressed and in each coding that was requested. `versions` are those that it depends on. */
type Entry = ReadResponse & {
  /** Only text is compressed. */
  isText: boolean
  codings: Map<Coding, Promise<Coded>>
  /** Undefined if it must not be cached. */
  tags: CacheTag[] | undefined
}

/** A response in one coding, with the headers that go with it. */
type Coded = { bytes: Bytes; headers: Record<string, string> }

/** What is not a `ReadResponse` counts as read at the newest versions from before the work began. */
type Make = (c: Context, signal: AbortSignal) => Promise<Response | ReadResponse>

/** A response that is being made for one or more requests. */
type Flight = {
  entry: Promise<Entry>
  abort: AbortController
  waiting: number
  /** The versions when it started: with other versions, a request must not join it. */
  versions: DataVersions
}

export type ResponseCache = ReturnType<typeof createResponseCache>

/**
 * Caches complete responses until the data that they depend on change, and sends none that is older than one
 * sent before. Concurrent requests share a response, and each is compressed once per coding. Responses about
 * final blocks are served even while the database is unreachable.
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
  })
  const flights = new Map<string, Flight>()
  const counts = { hits: 0, misses: 0 }
  const newest = createNewestVersions({
    readVersions,
    onReset: () => entries.clear(),
    monotonicMs,
  })

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
    return (c) => {
      const key = keyOf(c)
      const start = (versions: DataVersions) =>
        startFlight(key, versions, (signal) => admission.run(c, signal, () => make(c, signal)))
      return retryOutdated(async () => {
        const versions = await newest.read()
        const entry = findCurrent(key, versions) ?? (await joinFlight(c, { key, versions, start }))
        const response = await send(c, entry)
        // Another response may have been sent while this one was made.
        newest.expectNewest(entry.versions)
        return response
      })
    }
  }

  function findCurrent(key: string, versions: DataVersions): Entry | undefined {
    const found = entries.get(key)
    if (found === undefined || !isCurrent(found, versions)) return
    counts.hits += 1
    return found
  }

  function joinFlight(c: Context, { key, versions, start }: Joining): Promise<Entry> {
    const flying = flights.get(key)
    const flight =
      flying !== undefined && isSame(flying.versions, versions) ? flying : start(versions)
    return join(flight, c.req.raw.signal)
  }

  function startFlight(
    key: string,
    versions: DataVersions,
    make: (signal: AbortSignal) => Promise<Response | ReadResponse>,
  ): Flight {
    counts.misses += 1
    const abort = new AbortController()
    const land = () => flights.get(key) === flight && flights.delete(key)
    const entry = make(abort.signal)
      .then((response) => toEntry(response, versions))
      .then((made) => {
        if (isCacheable(made)) entries.set(key, made)
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
    /** @throws {Outdated} if a response was sent that had been read at newer versions. */
    expectNewest: newest.expectNewest,
    counts: () => ({ ...counts, bytes: entries.calculatedSize, entries: entries.size }),
  }
}

type Joining = {
  key: string
  versions: DataVersions
  start: (versions: DataVersions) => Flight
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

function isCurrent({ tags, versions }: Entry, current: DataVersions): boolean {
  return versionedOf(tags).every(
    (tag) => current[tag] !== undefined && versions[tag] === current[tag],
  )
}

function isSame(one: DataVersions, other: DataVersions): boolean {
  return VERSIONED.every((tag) => one[tag] === other[tag])
}

async function toEntry(made: Response | ReadResponse, known: DataVersions): Promise<Entry> {
  const { status, headers, bytes, versions } = await complete(made, known)
  const named = headers[CACHE_TAG.toLowerCase()]
  const tags = named === undefined ? undefined : TAGS.filter((tag) => named.includes(tag))
  if (status === 200) headers.etag ??= etagOf(bytes)
  return {
    status,
    headers,
    bytes,
    isText: /text|json|xml/.test(headers['content-type'] ?? ''),
    codings: new Map(),
    tags,
    // Without tags, it may depend on everything.
    versions:
      tags === undefined
        ? versions
        : Object.fromEntries(versionedOf(tags).map((tag) => [tag, versions[tag]])),
  }
}

const TAGS = ['final', ...VERSIONED] as const

function versionedOf(tags: CacheTag[] = []) {
  return VERSIONED.filter((tag) => tags.includes(tag))
}

async function complete(
  made: Response | ReadResponse,
  versions: DataVersions,
): Promise<ReadResponse> {
  return made instanceof Response ? { ...(await bytesOf(made)), versions } : made
}

/** The status, headers and body of a response. */
export async function bytesOf(response: Response) {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const headers: Record<string, string> = Object.fromEntries(response.headers)
  return { status: response.status, headers, bytes }
}

export function etagOf(bytes: Bytes): string {
  return `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
}

function isCacheable({ status, tags, versions }: Entry): boolean {
  if (status !== 200 || tags === undefined) return false
  return versionedOf(tags).every((tag) => versions[tag] !== undefined)
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
