/** The addresses of servers that serve what is stored by its hash, the preferred one first. */
export type Gateways = { ipfs: readonly string[]; arweave: readonly string[] }

/** Where to read what a URI points to. */
export type DocumentPlace = {
  /** The second one is asked if the first one fails. */
  addresses: readonly string[]
  /** What a hash names never changes. */
  isImmutable: boolean
}

/** The gateways that authors write, and that the token API replaces: what one serves, others do too. */
const PUBLIC_GATEWAYS = [
  'ipfs.io',
  'dweb.link',
  'gateway.pinata.cloud',
  'cloudflare-ipfs.com',
  'infura-ipfs.io',
]

/** In characters. A longer one is not asked for, but a document in the URI itself is read. */
export const MAX_URI_LENGTH = 2000

/** Undefined if a URI is not one that can be read. */
export function documentPlaceOf(uri: string, gateways: Gateways): DocumentPlace | undefined {
  const [, scheme = '', rest = ''] = /^\s*(ipfs|ipns|ar):\/*(.*)$/is.exec(uri) ?? []
  switch (scheme.toLowerCase()) {
    case 'ipfs':
      return stored(`/ipfs/${rest.replace(/^ipfs\//, '')}`, gateways.ipfs, [])
    case 'ipns':
      return stored(`/ipns/${rest}`, gateways.ipfs, [])
    case 'ar':
      return stored(`/${rest}`, gateways.arweave, [])
    default:
      return URL.canParse(uri) ? ofUrl(new URL(uri), gateways) : undefined
  }
}

/** After two failures the other one is asked, and so on. */
export function addressAfter({ addresses }: DocumentPlace, failures: number): string | undefined {
  return addresses[Math.floor(failures / 2) % addresses.length]
}

function ofUrl(url: URL, gateways: Gateways): DocumentPlace | undefined {
  const { protocol, hostname, pathname, search, href } = url
  if (protocol !== 'https:' && protocol !== 'http:') return
  const path = pathname + search
  if (PUBLIC_GATEWAYS.includes(hostname) && /^\/ip[fn]s\//.test(path)) {
    return stored(path, gateways.ipfs, [href])
  }
  if (hostname === 'arweave.net') return stored(path, gateways.arweave, [href])
  return { addresses: [href], isImmutable: false }
}

function stored(
  path: string,
  gateways: readonly string[],
  written: readonly string[],
): DocumentPlace {
  const addresses = new Set([...gateways.map((gateway) => gateway + path), ...written])
  return { addresses: [...addresses], isImmutable: !path.startsWith('/ipns/') }
}
