/** The `Cache-Control` of each kind of response. */
export const CACHE_CONTROL = {
  /** Data, and pages that show them completely: cached, checked by ETag before each use. */
  data: 'no-cache',
  /** Problems, health, metrics, and pages without all of their data. */
  notCached: 'no-store',
  /** Pictures of complete pages. */
  preview: 'public, max-age=3600',
  /** Files whose names change with their content. */
  asset: 'public, max-age=31536000, immutable',
  /** Other files of the explorer. */
  file: 'no-cache',
}

/** The current version of what responses depend on. Undefined if it cannot be read now. */
export type CacheVersions = {
  /** A counter of the writes to the tokens. */
  tokens: string | undefined
  /** The newest block of the index: changes with every block and reorganisation. */
  tip: string | undefined
  /** What is shown of the follower. */
  follower: string | undefined
}

/** What a response depends on. `final`: it can no longer change. */
export type CacheTag = keyof CacheVersions | 'final'

/** The response header that lists a response's tags. A response without it is not cached. */
export const CACHE_TAG = 'Cache-Tag'
