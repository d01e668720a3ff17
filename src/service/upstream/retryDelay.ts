const RETRY_DELAY_MS = 500
const MAX_RETRY_DELAY_MS = 30_000
const MAX_RETRY_AFTER_SECONDS = 60 * 60

/** The pause after one failure for the same request. */
export const SAME_REQUEST_DELAY_MS = 5000

/**
 * The pause after another service failed `failures` times in a row: as long as it requested
 * (`retryAfter`, in seconds), otherwise twice as long each time.
 */
export function retryDelayMs(failures: number, retryAfter: number | undefined): number {
  if (retryAfter !== undefined) return Math.min(retryAfter, MAX_RETRY_AFTER_SECONDS) * 1000
  return Math.min(RETRY_DELAY_MS * 2 ** (failures - 1), MAX_RETRY_DELAY_MS)
}
