/** The address as a URL that may be linked: `https:` or `http:`, nothing else; undefined otherwise. */
export function safeUrl(address: string): URL | undefined {
  const url = parseUrl(address)
  return url !== undefined && /^https?:$/.test(url.protocol) ? url : undefined
}

/**
 * The address as a source of a picture: a raster picture in a `data:` address, or `https:`.
 * `isLocal` tells whether showing it tells nobody: the page's own origin, or the address itself.
 */
export function safeImageUrl(address: string): { url: URL; isLocal: boolean } | undefined {
  const url = parseUrl(address)
  if (url === undefined) return
  if (RASTER.test(address)) return { url, isLocal: true }
  const isLocal = typeof location !== 'undefined' && url.origin === location.origin
  return isLocal || url.protocol === 'https:' ? { url, isLocal } : undefined
}

// An SVG can hold scripts and addresses of its own, so it is no raster picture.
const RASTER = /^data:image\/(png|jpeg|gif|webp|avif)[;,]/i

function parseUrl(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined
}
