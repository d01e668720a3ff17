import * as v from 'valibot'
import { count, describe, flag, list, object, optional, string, wholeNumber } from './fields.ts'
import { DEPLOYED_AT } from './token.ts'

export const SEARCH_KINDS = ['rune', 'token', 'block', 'transaction', 'address'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

/** Why a match is one, the best first. An exact name and an exact symbol are equally good. */
export const SEARCH_REASONS = [
  'identifier',
  'name',
  'symbol',
  'beginning',
  'word',
  'similar',
] as const

/** Of each kind, so many are counted and listed. */
export const MAX_MATCHES = 1000

const NAMES = v.picklist(['name', 'symbol'])
const WEB_ADDRESS = optional(
  'Which of its name and symbol are web addresses, if any: often the mark of spam. Among tokens alike it comes last.',
  v.array(NAMES),
)

export const SearchHit = object('A match of a search.', {
  kind: describe('The kind of the match.', v.picklist(SEARCH_KINDS)),
  id: string('The id of a rune, a principal, a height, a transaction id or an address.'),
  title: string('The name to show.'),
  symbol: optional('The symbol of a rune or a token.', v.string()),
  detail: string('Distinguishes it from others with the same name.'),
  reason: describe('What of it matches.', v.picklist(SEARCH_REASONS)),
  same_name: optional(
    'The number of tokens that follow each other, this being the first: those with exactly the text as name or symbol, or others of one name.',
    wholeNumber,
  ),
  web_address: WEB_ADDRESS,
  total_supply: optional('The supply of a rune or a token in the smallest unit.', v.string()),
  decimals: optional('The number of decimals of a rune or a token.', wholeNumber),
  has_document: optional('Whether the service has the metadata document of a token.', v.boolean()),
  deployed_at: optional(DEPLOYED_AT, wholeNumber),
  holders: optional('The number of holders of a rune.', wholeNumber),
  look_alikes: optional(
    'The number of runes whose names differ from that of a rune by one letter, if any.',
    wholeNumber,
  ),
})
export type SearchHit = v.InferOutput<typeof SearchHit>

const SearchGroup = object('The matches of one kind.', {
  kind: describe('The kind of its matches.', v.picklist(SEARCH_KINDS)),
  total: count('The number of matches of this kind, at most 1,000.'),
  has_more: flag('Whether there are more. They are neither counted nor listed.'),
  results: list('The best of them first.', SearchHit),
})

export const SearchResults = object('The matches of a search by kind.', {
  total: count('The number of matches of all kinds, of each at most 1,000.'),
  has_more: flag('Whether there are more of some kind.'),
  is_similar: flag('True if nothing matches, and the results differ from the text by one letter.'),
  groups: list('The kinds with matches, the one with the best match first.', SearchGroup),
})
export type SearchResults = v.InferOutput<typeof SearchResults>

export const TokenListSource = object('A list of tokens that the operator of the service chose.', {
  name: string('The name of the list.'),
  url: string('Where it is published.'),
})
export type TokenListSource = v.InferOutput<typeof TokenListSource>

export const LookAlike = object('A token with the same name or symbol as another.', {
  principal: string('The contract principal.'),
  name: optional('The name in the contract.', v.string()),
  symbol: optional('The symbol in the contract.', v.string()),
  decimals: optional('The number of decimals.', wholeNumber),
  total_supply: optional('The supply in the smallest unit.', v.string()),
  token_uri: optional('The URI of the metadata document.', v.string()),
  has_document: flag('Whether the service has its metadata document.'),
  deployed_at: optional(DEPLOYED_AT, wholeNumber),
  listed_by: optional('The list that has it.', v.string()),
  web_address: WEB_ADDRESS,
  same: list(
    'Which of the name and symbol of the token it has as its own name or symbol, ignoring case.',
    NAMES,
  ),
  as: list('Which of its own name and symbol these are.', NAMES),
  same_image: optional(
    'True if the bytes of its image are those of the image of the token.',
    v.literal(true),
  ),
})
export type LookAlike = v.InferOutput<typeof LookAlike>

const { same, same_image, ...listed } = LookAlike.entries

export const NamesAlike = object('The tokens with a name or symbol.', {
  total: count('The number of tokens that have it as their name or symbol.'),
  named: count('How many have it as their name.'),
  results: list(
    'At most 100: those with the name, those with the symbol only, those called like a web address; each in the order of their contracts.',
    object('A token.', listed),
    { maxItems: 100 },
  ),
})
export type NamesAlike = v.InferOutput<typeof NamesAlike>

export const LookAlikes = object('Other tokens that call themselves like a token.', {
  total: count('The number of other tokens with the same name or symbol.'),
  same_image: optional('How many of them have the same image, if any.', wholeNumber),
  position: count('How many of them come before the token itself in this order.'),
  listed_by: optional('The list that has the token itself.', TokenListSource),
  results: list(
    'At most 100, in the order of their contracts, those called like a web address last.',
    LookAlike,
    { maxItems: 100 },
  ),
})
export type LookAlikes = v.InferOutput<typeof LookAlikes>
