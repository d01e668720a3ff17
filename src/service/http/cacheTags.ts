/** The current version of each cache tag. Undefined if it cannot be read now. */
export type TagVersions = {
  /** Token data. */
  tokens: string | undefined
  /** The records of past blocks: changes with an import. */
  ledger: string | undefined
  /** The chain tip: changes with every block and reorganisation. */
  tip: string | undefined
}
export type CacheTag = keyof TagVersions

/** The response header that lists a response's tags. A response without it is not cached. */
export const CACHE_TAG = 'Cache-Tag'

export const CACHE_TAGS: readonly CacheTag[] = ['tokens', 'ledger', 'tip']
