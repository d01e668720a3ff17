import * as v from 'valibot'
import { describe, wholeNumber } from './fields.ts'

export const SEARCH_KINDS = ['rune', 'token', 'block', 'transaction', 'address'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

export const SearchHit = describe(
  v.object({
    kind: describe(v.picklist(SEARCH_KINDS), 'The kind of the match.'),
    id: describe(
      v.string(),
      'The id of a rune, a principal, a height, a transaction id or an address.',
    ),
    title: describe(v.string(), 'The name to show.'),
    symbol: describe(v.optional(v.string()), 'The symbol of a rune or a token.'),
    detail: describe(v.string(), 'Distinguishes it from others with the same name.'),
    reason: describe(
      v.picklist(['identifier', 'name', 'symbol', 'beginning', 'word', 'similar']),
      'What of it matches.',
    ),
    same_name: describe(
      v.optional(wholeNumber),
      'The number of tokens of this name, of which this is the first.',
    ),
    total_supply: describe(
      v.optional(v.string()),
      'The supply of a rune or a token in the smallest unit.',
    ),
    decimals: describe(v.optional(v.number()), 'The number of decimals of a rune or a token.', {
      type: 'integer',
    }),
    has_document: describe(
      v.optional(v.boolean()),
      'Whether the service has the metadata document of a token.',
    ),
    holders: describe(v.optional(wholeNumber), 'The number of holders of a rune.'),
  }),
  'A match of a search.',
)
export type SearchHit = v.InferOutput<typeof SearchHit>

const SearchGroup = describe(
  v.object({
    kind: describe(v.picklist(SEARCH_KINDS), 'The kind of its matches.'),
    total: describe(wholeNumber, 'The number of matches of this kind, at most 2,000.'),
    results: describe(v.array(SearchHit), 'The best of them first.'),
  }),
  'The matches of one kind.',
)
export type SearchGroup = v.InferOutput<typeof SearchGroup>

export const SearchResults = describe(
  v.object({
    total: describe(wholeNumber, 'The number of matches of all kinds.'),
    is_similar: describe(
      v.boolean(),
      'True if nothing matches, and the results differ from the text by one letter.',
    ),
    groups: describe(
      v.array(SearchGroup),
      'The kinds with matches, the one with the best match first.',
    ),
  }),
  'The matches of a search by kind.',
)
export type SearchResults = v.InferOutput<typeof SearchResults>

export const TokenListSource = describe(
  v.object({
    name: describe(v.string(), 'The name of the list.'),
    url: describe(v.string(), 'Where it is published.'),
  }),
  'A list of tokens that the operator of the service chose.',
)
export type TokenListSource = v.InferOutput<typeof TokenListSource>

export const LookAlike = describe(
  v.object({
    principal: describe(v.string(), 'The contract principal.'),
    name: describe(v.optional(v.string()), 'The name in the contract.'),
    symbol: describe(v.optional(v.string()), 'The symbol in the contract.'),
    decimals: describe(v.optional(v.number()), 'The number of decimals.', { type: 'integer' }),
    total_supply: describe(v.optional(v.string()), 'The supply in the smallest unit.'),
    token_uri: describe(v.optional(v.string()), 'The URI of the metadata document.'),
    has_document: describe(v.boolean(), 'Whether the service has its metadata document.'),
    listed_by: describe(v.optional(v.string()), 'The list that has it.'),
    same: describe(
      v.array(v.picklist(['name', 'symbol'])),
      'What it shares with the token, ignoring case.',
    ),
  }),
  'A token with the same name or symbol as another.',
)
export type LookAlike = v.InferOutput<typeof LookAlike>

export const LookAlikes = describe(
  v.object({
    total: describe(wholeNumber, 'The number of other tokens with the same name or symbol.'),
    position: describe(wholeNumber, 'How many of them come before the token itself in this order.'),
    listed_by: describe(v.optional(TokenListSource), 'The list that has the token itself.'),
    results: describe(
      v.array(LookAlike),
      'At most 100, in an order that does not depend on which of them was asked about.',
      { maxItems: 100 },
    ),
  }),
  'Other tokens that call themselves like a token.',
)
export type LookAlikes = v.InferOutput<typeof LookAlikes>
