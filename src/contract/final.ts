/** Blocks so far under the tip are never reorganised in practice. */
export const FINAL_DEPTH = 100
/** Neither are blocks this old, whatever the tip. */
export const FINAL_AGE_MS = 24 * 60 * 60 * 1000

/** Where a record stands. `timestamp` is unix milliseconds. */
type Position = { block_height?: number | undefined; timestamp?: number | undefined }

/**
 * Whether a record can no longer change: its block is at least FINAL_DEPTH under the chain tip, or
 * older than FINAL_AGE_MS. Unknown values count as recent.
 * @param tip the height of the chain tip, where it is known.
 * @param now unix milliseconds.
 */
export function isFinal(
  { block_height, timestamp }: Position,
  { tip, now }: { tip?: number | undefined; now: number },
): boolean {
  if (timestamp !== undefined && timestamp <= now - FINAL_AGE_MS) return true
  return tip !== undefined && block_height !== undefined && block_height <= tip - FINAL_DEPTH
}

/** Whether a page of activity can no longer change. A list without records may get its first one. */
export function isPageFinal(
  positions: Position[],
  chain: { tip?: number | undefined; now: number },
): boolean {
  return positions.length > 0 && positions.every((position) => isFinal(position, chain))
}
