/** The current version of what responses depend on. Undefined if it cannot be read now. */
export type CacheVersions = {
  /** A counter of the writes to the tokens. */
  tokens: string | undefined
  /** The newest block of the index: changes with every block and reorganisation. */
  tip: string | undefined
}

/** What a response depends on. `final`: it can no longer change. */
export type CacheTag = keyof CacheVersions | 'final'

/** The response header that lists a response's tags. A response without it is not cached. */
export const CACHE_TAG = 'Cache-Tag'
