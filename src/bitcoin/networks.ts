/** What differs between Bitcoin's networks, by the name that a node gives its own (`getblockchaininfo`). */
export const NETWORKS = {
  main: { prefix: 'bc', publicKeyHash: 0x00, scriptHash: 0x05, firstRuneHeight: 840_000 },
  test: { prefix: 'tb', publicKeyHash: 0x6f, scriptHash: 0xc4, firstRuneHeight: 2_520_000 },
  testnet4: { prefix: 'tb', publicKeyHash: 0x6f, scriptHash: 0xc4, firstRuneHeight: 0 },
  signet: { prefix: 'tb', publicKeyHash: 0x6f, scriptHash: 0xc4, firstRuneHeight: 0 },
  regtest: { prefix: 'bcrt', publicKeyHash: 0x6f, scriptHash: 0xc4, firstRuneHeight: 0 },
} as const

export type NetworkName = keyof typeof NETWORKS

export function isNetworkName(text: string): text is NetworkName {
  return Object.hasOwn(NETWORKS, text)
}
