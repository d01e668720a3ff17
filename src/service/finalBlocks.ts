/** In practice, blocks this far below the chain tip are never reorganised. */
const FINAL_DEPTH = 100
/** Blocks older than this are never reorganised either. */
const FINAL_AGE_MS = 24 * 60 * 60 * 1000

/** `timestamp` is Unix milliseconds. */
type BlockLocation = { block_height?: number | undefined; timestamp?: number | undefined }

/**
 * Whether a record can no longer change: its block is at least FINAL_DEPTH below the chain tip, or
 * older than FINAL_AGE_MS. Unknown values count as recent.
 * @param tip the height of the chain tip, if known.
 * @param now Unix milliseconds.
 */
export function isFinal(
  { block_height, timestamp }: BlockLocation,
  { tip, now }: { tip?: number | undefined; now: number },
): boolean {
  if (timestamp !== undefined && timestamp <= now - FINAL_AGE_MS) return true
  return tip !== undefined && block_height !== undefined && block_height <= tip - FINAL_DEPTH
}

/** Whether a page of activity can no longer change. An empty page may still get records. */
export function isPageFinal(
  locations: BlockLocation[],
  chain: { tip?: number | undefined; now: number },
): boolean {
  return locations.length > 0 && locations.every((location) => isFinal(location, chain))
}
