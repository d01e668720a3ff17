import { parseTransactionId } from '../../contract/identifiers.ts'
import type { Token, TokenMetadata } from '../../contract/schemas/token.ts'

/** A token as the service sends it: `tx_id` with `0x`, empty lists and objects left out. */
export function tokenToWire({ metadata, ...token }: Token) {
  return { ...token, tx_id: token.tx_id && prefixHash(token.tx_id), metadata: toWire(metadata) }
}

/** Anything but a hash is sent as it is. */
function prefixHash(text: string): string {
  const hash = parseTransactionId(text)
  return hash === undefined ? text : `0x${hash}`
}

function toWire(metadata: TokenMetadata | undefined) {
  if (metadata === undefined) return
  const { attributes, properties } = metadata
  return {
    ...metadata,
    attributes: attributes.length === 0 ? undefined : attributes,
    properties: Object.keys(properties).length === 0 ? undefined : properties,
  }
}
