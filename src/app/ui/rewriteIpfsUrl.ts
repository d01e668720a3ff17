import { createContext, use } from 'react'

/** The origin of the IPFS gateway that the operator chose; undefined if none is set. */
export const GatewayContext = createContext<string | undefined>(undefined)

export function useGateway(): string | undefined {
  return use(GatewayContext)
}

/** The gateway's URL for `ipfs://cid/path`; any other address unchanged. */
export function rewriteIpfsUrl(address: string, gateway: string | undefined): string {
  const [, content] = /^ipfs:(?:\/\/)?(?:ipfs\/)?([a-z0-9]+(?:[/?#].*)?)$/i.exec(address) ?? []
  const path = `/ipfs/${content}`
  if (content === undefined || !URL.canParse(path, gateway)) return address
  const through = new URL(path, gateway)
  // A path with dots may lead out of /ipfs/.
  return through.pathname.startsWith('/ipfs/') ? through.href : address
}
