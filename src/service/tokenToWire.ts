import { parseTransactionId } from '../contract/identifiers.ts'
import type { Token, TokenMetadata } from '../contract/token.ts'
import type { ListedToken } from '../contract/tokenList.ts'

/** A token as the service sends it: `tx_id` with `0x`, empty lists and objects left out. */
export function tokenToWire(token: Token) {
  return {
    ...token,
    tx_id: token.tx_id && prefixHash(token.tx_id),
    metadata: token.metadata && metadataToWire(token.metadata),
  }
}

/** The same for a token in a list, which has no metadata document. */
export function listedTokenToWire({ contract_principal, ...token }: ListedToken) {
  return { ...tokenToWire({ ...token, metadata: undefined }), contract_principal }
}

/** Anything but a hash is sent as it is. */
export function prefixHash(text: string): string {
  const hash = parseTransactionId(text)
  return hash === undefined ? text : `0x${hash}`
}

function metadataToWire(metadata: TokenMetadata) {
  const { attributes, properties } = metadata
  return {
    ...metadata,
    attributes: attributes.length === 0 ? undefined : attributes,
    properties: Object.keys(properties).length === 0 ? undefined : properties,
  }
}
