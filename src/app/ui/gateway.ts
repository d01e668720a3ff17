import { createContext, use } from 'react'

/** The origin of the host that stands in for `ipfs:`, as whoever runs this place chose it; most choose none. */
export const GatewayContext = createContext<string | undefined>(undefined)

export function useGateway(): string | undefined {
  return use(GatewayContext)
}
