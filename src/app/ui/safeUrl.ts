import { createContext, use } from 'react'

/** The origin of the IPFS gateway that the operator chose; undefined where none is set. */
export const GatewayContext = createContext<string | undefined>(undefined)

export function useGateway(): string | undefined {
  return use(GatewayContext)
}

/**
 * The address as a URL that may be linked: `https:` or `http:`, or `ipfs:` where a gateway is set;
 * undefined otherwise.
 */
export function safeUrl(address: string, gateway: string | undefined): URL | undefined {
  const url = parseUrl(throughGateway(address, gateway))
  return url !== undefined && /^https?:$/.test(url.protocol) ? url : undefined
}

/**
 * The address as a source of a picture: a raster picture in a `data:` address, `https:`, or `ipfs:`
 * where a gateway is set.
 * `isLocal` tells whether showing it tells nobody: the page's own origin, or the address itself.
 */
export function safeImageUrl(
  address: string,
  gateway: string | undefined,
): { url: URL; isLocal: boolean } | undefined {
  const url = parseUrl(throughGateway(address, gateway))
  if (url === undefined) return
  if (RASTER.test(address)) return { url, isLocal: true }
  const isLocal = typeof location !== 'undefined' && url.origin === location.origin
  return isLocal || url.protocol === 'https:' ? { url, isLocal } : undefined
}

// An SVG can hold scripts and addresses of its own, so it is no raster picture.
const RASTER = /^data:image\/(png|jpeg|gif|webp|avif)[;,]/i

/** `ipfs://cid/path` as a gateway has it; any other address as it is. */
function throughGateway(address: string, gateway: string | undefined): string {
  const [, content] = /^ipfs:(?:\/\/)?(?:ipfs\/)?([a-z0-9]+(?:[/?#].*)?)$/i.exec(address) ?? []
  const path = `/ipfs/${content}`
  if (content === undefined || !URL.canParse(path, gateway)) return address
  const through = new URL(path, gateway)
  // A path with dots may lead out of what it names.
  return through.pathname.startsWith('/ipfs/') ? through.href : address
}

function parseUrl(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined
}
