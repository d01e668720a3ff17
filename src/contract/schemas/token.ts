import * as v from 'valibot'
import { JsonObject, JsonValue } from '../json.ts'
import {
  BARE_HASH,
  decimal,
  describe,
  integer,
  object,
  optional,
  PREFIXED_HASH,
  string,
  tolerant,
  tolerantString,
  wholeNumber,
} from './fields.ts'
import { pageOf } from './page.ts'

/** Real documents have any JSON value where the token API's reference says string. */
export const TokenAttribute = object(
  'An attribute of a token. Integers beyond 2^53 are sent with all their digits.',
  {
    trait_type: describe('The name of the attribute.', tolerantString),
    display_type: describe('How to show the value.', tolerantString),
    value: optional('Any JSON value.', JsonValue),
    max_value: optional('The largest possible value; any JSON value.', JsonValue),
  },
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

export const TokenLocalization = object(
  'The locales in which a token’s metadata document exists.',
  {
    uri: describe('The URI of the documents, with {locale} as a placeholder.', tolerantString),
    default: describe('The locale of the default document.', tolerantString),
    locales: describe('The locales, the default one first.', v.fallback(v.array(v.string()), []), {
      items: { type: 'string' },
      minItems: 1,
    }),
  },
)
export type TokenLocalization = v.InferOutput<typeof TokenLocalization>

export const TokenMetadata = object(
  'The metadata document of a token, written by the token’s author: untrusted text.',
  {
    sip: describe('The number of the standard that the document follows.', integer),
    name: describe('The name in this document.', tolerantString),
    description: describe('The description in this document.', tolerantString),
    image: describe('The URI of the image.', tolerantString),
    cached_image: describe('The URI of a copy of the image.', tolerantString),
    cached_thumbnail_image: describe('The URI of a small copy of the image.', tolerantString),
    attributes: describe('The attributes.', v.fallback(v.array(AttributeEntry), [])),
    properties: describe('Any keys with any JSON values.', v.fallback(JsonObject, {}), {
      type: 'object',
    }),
    localization: describe(
      'The locales; missing if the document exists in one language only.',
      tolerant(TokenLocalization),
    ),
  },
  { required: [] },
)
export type TokenMetadata = v.InferOutput<typeof TokenMetadata>

/** A response of the token API. Any field may be missing; null and unreadable values are read as undefined. */
export const Token = object(
  'A SIP-010 token. Unknown values are left out.',
  {
    name: describe('The name in the contract.', tolerantString),
    symbol: describe('The symbol in the contract; not unique.', tolerantString),
    decimals: describe('The number of decimal places of an amount.', integer, { minimum: 0 }),
    total_supply: describe(
      'The exact supply in the smallest unit: whole units are total_supply / 10^decimals.',
      decimal,
      { pattern: '^[0-9]+$' },
    ),
    token_uri: describe('The URI of the metadata document.', tolerantString),
    description: describe(
      'The description in the metadata document, in the requested locale.',
      tolerantString,
    ),
    image_uri: describe('The URI of a copy of the image.', tolerantString),
    image_thumbnail_uri: describe('The URI of a small copy of the image.', tolerantString),
    image_canonical_uri: describe('The URI of the image in the metadata document.', tolerantString),
    tx_id: describe('The Stacks transaction that deployed the contract.', tolerantString, {
      pattern: PREFIXED_HASH,
    }),
    sender_address: describe('The address that deployed the contract.', tolerantString),
    asset_identifier: describe('<contract principal>::<asset name>', tolerantString),
    metadata: describe('The metadata document; missing if none was read.', tolerant(TokenMetadata)),
  },
  { required: ['sender_address'] },
)
export type Token = v.InferOutput<typeof Token>

const { metadata: _, ...fields } = Token.entries

/** Of what is alike, age says nothing of which is genuine. */
export const DEPLOYED_AT =
  'When its contract was deployed, in Unix seconds; missing if no Stacks node has said it, or its block has no time.'

export const ListedToken = object(
  'A token in a list. Unknown values are left out.',
  {
    ...fields,
    contract_principal: string('The contract principal of the token.'),
    has_document: describe('Whether the service has its metadata document.', tolerant(v.boolean())),
    deployed_at: describe(DEPLOYED_AT, tolerant(wholeNumber)),
    listed_by: describe(
      'The list that has it, if the operator of the service chose one.',
      tolerantString,
    ),
    same_name: describe(
      'The number of listed tokens with its name, ignoring case; missing if it is the only one.',
      tolerant(wholeNumber),
    ),
  },
  { required: ['sender_address', 'contract_principal'] },
)
export type ListedToken = v.InferOutput<typeof ListedToken>

export const TokenPage = pageOf(ListedToken, 'tokens')
export type TokenPage = v.InferOutput<typeof TokenPage>

export const TokensStatus = object('The status of the service.', {
  server_version: string('The name and version of the service.'),
  status: describe('Whether tokens can be read.', v.literal('ready')),
  chain_tip: describe(
    'The newest Stacks block that the tokens come from; null if it is not known.',
    v.nullable(v.object({ block_height: wholeNumber, index_block_hash: v.string() })),
  ),
})

export const FoundToken = object(
  'A token by its contract. Unknown values are left out.',
  {
    ...fields,
    contract_id: string('The contract principal of the token.'),
    token_number: describe('The number of the token in its contract.', v.literal(1)),
    token_type: describe('The kind of token.', v.literal('ft')),
  },
  { required: ['sender_address', 'contract_id', 'token_number', 'token_type'] },
)

export const TokenDeployment = object('Where a contract was deployed, as a Stacks node says.', {
  tx_id: optional(
    'The transaction; missing if the node lacks the block, or the block has no such transaction.',
    v.string(),
    { pattern: BARE_HASH },
  ),
  block_height: describe('The height of the Stacks block.', wholeNumber),
  block_id: optional('The index block hash; missing like `tx_id`.', v.string(), {
    pattern: BARE_HASH,
  }),
  timestamp: optional(
    'The time of the block in Unix seconds. Blocks from before the Nakamoto upgrade have none.',
    wholeNumber,
  ),
})
export type TokenDeployment = v.InferOutput<typeof TokenDeployment>

const DocumentState = v.picklist(['none', 'waiting', 'read', 'failed'])
export type DocumentState = v.InferOutput<typeof DocumentState>

export const TokenDocument = object(
  'Whether the metadata document of a token has been read, and when it is read next.',
  {
    state: describe(
      'none: the contract names none. waiting: it has not been read yet. failed: the last reading failed; what was read before is still served.',
      DocumentState,
    ),
    uri: optional('Where it is.', v.string()),
    read_uri: optional(
      'Where the one that is served was read, if that is another place.',
      v.string(),
    ),
    read_at: optional('When it was read, in Unix seconds; missing if it never was.', wholeNumber),
    problem: optional('A sentence that says why the last reading failed.', v.string()),
    next_at: optional(
      'When it is read again, in Unix seconds; missing if it is final.',
      wholeNumber,
    ),
  },
)
export type TokenDocument = v.InferOutput<typeof TokenDocument>

export const TokenImage = object(
  'Whether the image of the metadata document of a token has been read, and when it is read next.',
  {
    state: describe(
      'none: the document names none. waiting: it has not been read yet. failed: the last reading failed; what was read before is still served.',
      DocumentState,
    ),
    uri: optional('Where it is; missing if the document contains it.', v.string()),
    read_at: optional('When it was read, in Unix seconds; missing if it never was.', wholeNumber),
    problem: optional('A sentence that says why the last reading failed.', v.string()),
    next_at: optional(
      'When it is read again, in Unix seconds; missing if it is final.',
      wholeNumber,
    ),
  },
)
export type TokenImage = v.InferOutput<typeof TokenImage>

export const TokenDetails = object('What a Stacks node says of a token beyond the token API.', {
  deployment: optional('Missing until a node has said it.', TokenDeployment),
  facts: optional(
    'Since when its facts are what they are; missing until a node has said them.',
    v.object({
      height: describe('The Stacks block after which the node said them.', wholeNumber),
      read_at: describe('Unix seconds.', wholeNumber),
    }),
  ),
  document: optional('Missing if Cairn does not read documents.', TokenDocument),
  image: optional(
    'Missing if Cairn does not read images, or the document has not been read yet.',
    TokenImage,
  ),
})
export type TokenDetails = v.InferOutput<typeof TokenDetails>

/** Samples are deployed by the burn address of the Stacks testnet, from which nobody can deploy. */
export function isSampleToken(principal: string): boolean {
  return principal.startsWith('ST000000000000000000002AMW42H.')
}
