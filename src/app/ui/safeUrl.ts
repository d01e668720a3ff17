import { rewriteIpfsUrl } from './rewriteIpfsUrl.ts'

/**
 * The address as a URL that is safe to link: `https:`, `http:`, or `ipfs:` if a gateway is set; undefined
 * for others.
 */
export function safeUrl(address: string, gateway: string | undefined): URL | undefined {
  const url = parseUrl(rewriteIpfsUrl(address, gateway))
  return url !== undefined && /^https?:$/.test(url.protocol) ? url : undefined
}

/**
 * The address as the source of an image: a raster image in a `data:` URL, `https:`, `ipfs:` if a gateway is
 * set, or the page's own origin; undefined for others. `isLocal`: loading it contacts no other host.
 */
export function safeImageUrl(
  address: string,
  gateway: string | undefined,
): { url: URL; isLocal: boolean } | undefined {
  const url = parseUrl(rewriteIpfsUrl(address, gateway))
  if (url === undefined) return
  if (RASTER.test(address)) return { url, isLocal: true }
  const isLocal = typeof location !== 'undefined' && url.origin === location.origin
  return isLocal || url.protocol === 'https:' ? { url, isLocal } : undefined
}

// No SVG: it can contain scripts and addresses.
const RASTER = /^data:image\/(png|jpeg|gif|webp|avif)[;,]/i

function parseUrl(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined
}
