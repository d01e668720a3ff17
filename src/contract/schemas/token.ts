import * as v from 'valibot'
import { JsonObject, JsonValue } from '../json.ts'
import { decimal, describe, integer, PREFIXED_HASH, text, wholeNumber } from './fields.ts'
import { pageOf } from './page.ts'

/** Real documents have any JSON value where the token API's reference says string. */
export const TokenAttribute = describe(
  v.object({
    trait_type: describe(text, 'The name of the attribute.'),
    display_type: describe(text, 'How to show the value.'),
    value: describe(v.optional(JsonValue), 'Any JSON value.'),
    max_value: describe(v.optional(JsonValue), 'The largest possible value; any JSON value.'),
  }),
  'An attribute of a token. Integers beyond 2^53 are sent with all their digits.',
)
/** An attribute that is not an object becomes one with only a value. */
const AttributeEntry = v.union([
  TokenAttribute,
  v.pipe(
    JsonValue,
    v.transform((value): TokenAttribute => ({ value })),
  ),
])
export type TokenAttribute = v.InferOutput<typeof TokenAttribute>

export const TokenLocalization = describe(
  v.object({
    uri: describe(text, 'The URI of the documents, with {locale} as a placeholder.'),
    default: describe(text, 'The locale of the default document.'),
    locales: describe(
      v.fallback(
        v.pipe(
          v.array(v.unknown()),
          v.transform((locales) => locales.filter((locale) => typeof locale === 'string')),
        ),
        [],
      ),
      'The locales, the default one first.',
      { items: { type: 'string' }, minItems: 1 },
    ),
  }),
  'The locales in which a token’s metadata document exists.',
)
export type TokenLocalization = v.InferOutput<typeof TokenLocalization>

export const TokenMetadata = describe(
  v.object({
    sip: describe(integer, 'The number of the standard that the document follows.'),
    name: describe(text, 'The name in this document.'),
    description: describe(text, 'The description in this document.'),
    image: describe(text, 'The URI of the image.'),
    cached_image: describe(text, 'The URI of a copy of the image.'),
    cached_thumbnail_image: describe(text, 'The URI of a small copy of the image.'),
    attributes: describe(v.fallback(v.array(AttributeEntry), []), 'The attributes.'),
    properties: describe(v.fallback(JsonObject, {}), 'Any keys with any JSON values.', {
      type: 'object',
    }),
    localization: describe(
      v.fallback(v.optional(TokenLocalization), undefined),
      'The locales; missing if the document exists in one language only.',
    ),
  }),
  'The metadata document of a token, written by the token’s author: untrusted text.',
  { required: [] },
)
export type TokenMetadata = v.InferOutput<typeof TokenMetadata>

/** A response of the token API. Any field may be missing; null and unreadable values are read as undefined. */
export const Token = describe(
  v.object({
    name: describe(text, 'The name in the contract.'),
    symbol: describe(text, 'The symbol in the contract; not unique.'),
    decimals: describe(integer, 'The number of decimal places of an amount.', { minimum: 0 }),
    total_supply: describe(
      decimal,
      'The exact supply in the smallest unit: whole units are total_supply / 10^decimals.',
      { pattern: '^[0-9]+$' },
    ),
    token_uri: describe(text, 'The URI of the metadata document.'),
    description: describe(
      text,
      'The description in the metadata document, in the requested locale.',
    ),
    image_uri: describe(text, 'The URI of a copy of the image.'),
    image_thumbnail_uri: describe(text, 'The URI of a small copy of the image.'),
    image_canonical_uri: describe(text, 'The URI of the image in the metadata document.'),
    tx_id: describe(text, 'The Stacks transaction that deployed the contract.', {
      pattern: PREFIXED_HASH,
    }),
    sender_address: describe(text, 'The address that deployed the contract.'),
    asset_identifier: describe(text, '<contract principal>::<asset name>'),
    metadata: describe(
      v.fallback(v.optional(TokenMetadata), undefined),
      'The metadata document; missing if none was read.',
    ),
  }),
  'A SIP-010 token. Unknown values are left out.',
  { required: ['sender_address'] },
)
export type Token = v.InferOutput<typeof Token>

const { metadata: _, ...fields } = Token.entries

/** The fields of a token without the metadata document, and the principal. */
export const ListedToken = describe(
  v.object({
    ...fields,
    contract_principal: describe(v.string(), 'The contract principal of the token.'),
    has_document: describe(
      v.fallback(v.optional(v.boolean()), undefined),
      'Whether the service has its metadata document.',
    ),
    listed_by: describe(text, 'The list that has it, if the operator of the service chose one.'),
    same_name: describe(
      v.fallback(v.optional(wholeNumber), undefined),
      'The number of listed tokens with its name, ignoring case; missing if it is the only one.',
    ),
  }),
  'A token in a list. Unknown values are left out.',
  { required: ['sender_address', 'contract_principal'] },
)
export type ListedToken = v.InferOutput<typeof ListedToken>

export const TokenPage = pageOf(ListedToken, 'A page of a list of tokens.', 'tokens')
export type TokenPage = v.InferOutput<typeof TokenPage>
