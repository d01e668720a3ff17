import * as v from 'valibot'
import { decimal, integer, text } from './fields.ts'
import { JsonObject, JsonValue } from './json.ts'

/** One attribute (SPEC 2.2). Real documents hold any JSON where the specification says string. */
export const TokenAttribute = v.object({
  trait_type: text,
  display_type: text,
  value: v.optional(JsonValue),
  max_value: v.optional(JsonValue),
})
/** What is no object is kept as the value it is. */
const AttributeEntry = v.union([
  TokenAttribute,
  v.pipe(
    JsonValue,
    v.transform((value): TokenAttribute => ({ value })),
  ),
])
export type TokenAttribute = v.InferOutput<typeof TokenAttribute>

/** Which locales a token's documents come in. `uri` holds the placeholder `{locale}`. */
export const TokenLocalization = v.object({
  uri: text,
  default: text,
  locales: v.fallback(
    v.pipe(
      v.array(v.unknown()),
      v.transform((locales) => locales.filter((locale) => typeof locale === 'string')),
    ),
    [],
  ),
})
export type TokenLocalization = v.InferOutput<typeof TokenLocalization>

/** The token's metadata document (SPEC 2.2). */
export const TokenMetadata = v.object({
  sip: integer,
  name: text,
  description: text,
  image: text,
  cached_image: text,
  cached_thumbnail_image: text,
  attributes: v.fallback(v.array(AttributeEntry), []),
  properties: v.fallback(JsonObject, {}),
  localization: v.fallback(v.optional(TokenLocalization), undefined),
})
export type TokenMetadata = v.InferOutput<typeof TokenMetadata>

/**
 * A fungible token (SPEC 2.1). `total_supply` is raw: whole units are `total_supply / 10^decimals`.
 * Nothing is certain to be there; what was null or unreadable is undefined.
 */
export const Token = v.object({
  name: text,
  symbol: text,
  decimals: integer,
  total_supply: decimal,
  token_uri: text,
  description: text,
  image_uri: text,
  image_thumbnail_uri: text,
  image_canonical_uri: text,
  tx_id: text,
  sender_address: text,
  asset_identifier: text,
  metadata: v.fallback(v.optional(TokenMetadata), undefined),
})
export type Token = v.InferOutput<typeof Token>
