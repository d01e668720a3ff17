import { createContext, use } from 'react'

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

/** The origin of the IPFS gateway that the operator chose; undefined if none is set. */
export const GatewayContext = createContext<string | undefined>(undefined)

export function useGateway(): string | undefined {
  return use(GatewayContext)
}

/** The gateway's URL for `ipfs://cid/path`; any other address unchanged. */
function rewriteIpfsUrl(address: string, gateway: string | undefined): string {
  const [, content] = /^ipfs:(?:\/\/)?(?:ipfs\/)?([a-z0-9]+(?:[/?#].*)?)$/i.exec(address) ?? []
  const path = `/ipfs/${content}`
  if (content === undefined || !URL.canParse(path, gateway)) return address
  const through = new URL(path, gateway)
  // A path with dots may lead out of /ipfs/.
  return through.pathname.startsWith('/ipfs/') ? through.href : address
}
