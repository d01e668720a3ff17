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
