import { parseTransactionId } from '../contract/identifiers.ts'
import type { Token, TokenAttribute, TokenLocalization, TokenMetadata } from '../contract/token.ts'

/** A token as we send it (SPEC 2.1, 2.2), from wherever it was read: what is unknown is left out. */
export function tokenToWire(token: Token) {
  return {
    name: token.name,
    symbol: token.symbol,
    decimals: token.decimals,
    total_supply: token.total_supply,
    token_uri: token.token_uri,
    description: token.description,
    image_uri: token.image_uri,
    image_thumbnail_uri: token.image_thumbnail_uri,
    image_canonical_uri: token.image_canonical_uri,
    tx_id: token.tx_id && prefixHash(token.tx_id),
    sender_address: token.sender_address,
    asset_identifier: token.asset_identifier,
    metadata: token.metadata && metadataToWire(token.metadata),
  }
}

/** Whatever else a token has there goes out as it came. */
function prefixHash(text: string): string {
  const hash = parseTransactionId(text)
  return hash === undefined ? text : `0x${hash}`
}

function metadataToWire({ attributes, properties, localization, ...metadata }: TokenMetadata) {
  return {
    sip: metadata.sip,
    name: metadata.name,
    description: metadata.description,
    image: metadata.image,
    cached_image: metadata.cached_image,
    cached_thumbnail_image: metadata.cached_thumbnail_image,
    attributes: attributes.length === 0 ? undefined : attributes.map(attributeToWire),
    properties: Object.keys(properties).length === 0 ? undefined : properties,
    localization: localization && localizationToWire(localization),
  }
}

function attributeToWire({ trait_type, display_type, value, max_value }: TokenAttribute) {
  return { trait_type, display_type, value, max_value }
}

function localizationToWire({ uri, default: preferred, locales }: TokenLocalization) {
  return { uri, default: preferred, locales }
}
