/** The `Cache-Control` of each kind of response. */
export const CACHE_CONTROL = {
  /** Data, and pages and pictures that show them completely: cached, checked by ETag before each use. */
  data: 'no-cache',
  /** Problems, health, metrics, and pages without all of their data. */
  notCached: 'no-store',
  /** Files whose names change with their content. */
  asset: 'public, max-age=31536000, immutable',
  /** Other files of the explorer. */
  file: 'no-cache',
}

/**
 * What responses depend on. `tip`: the newest block of the index, and with it all that can still change. `follower`:
 * what is shown of the follower.
 */
export const VERSIONED = ['tokens', 'tip', 'follower'] as const

/** The versions of the data: counters of the writes. Undefined if one cannot be read now, or was not read. */
export type DataVersions = { [Tag in (typeof VERSIONED)[number]]?: number | undefined }

/** What a response depends on. `final`: it can no longer change. */
export type CacheTag = keyof DataVersions | 'final'

/** The response header with the newest block of the index, on responses that depend on it. */
export const BLOCK_HEIGHT = 'Block-Height'

/** The response header that lists a response's tags. A response without it is not cached. */
export const CACHE_TAG = 'Cache-Tag'
