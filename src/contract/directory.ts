import * as v from 'valibot'
import { BARE_HASH, describe, hex, wholeNumber } from './fields.ts'

/**
 * The directory: what an instance of Cairn holds. It stands beside the contract under its own
 * prefix; services without it are explored without it.
 */
export const DIRECTORY_PATHS = {
  about: '/explorer/v1/about',
  search: '/explorer/v1/search',
  neighbours: '/explorer/v1/blocks/:height/neighbours',
  blockTransactions: '/explorer/v1/blocks/:height/transactions',
  place: '/explorer/v1/transactions/:tx_id/place',
  namesakes: '/explorer/v1/tokens/:principal/namesakes',
} as const

/** Characters that a search may have: no name that is compared is longer. */
export const MAX_QUERY_LENGTH = 200

/** Of a longer query the beginning is searched for. */
export function searchPath(query: string): string {
  return `${DIRECTORY_PATHS.search}?${new URLSearchParams({ q: query.slice(0, MAX_QUERY_LENGTH) })}`
}

/** The same for a text that is still being written: nobody comes back to its answer. */
export function suggestPath(query: string): string {
  return `${searchPath(query)}&${UNFINISHED}`
}

export const UNFINISHED = 'unfinished=yes'

export function neighboursPath(height: number): string {
  return DIRECTORY_PATHS.neighbours.replace(':height', String(height))
}

export function blockTransactionsPath(height: number): string {
  return DIRECTORY_PATHS.blockTransactions.replace(':height', String(height))
}

/** `txId` without `0x`. */
export function placePath(txId: string): string {
  return DIRECTORY_PATHS.place.replace(':tx_id', txId)
}

export function namesakesPath(principal: string): string {
  return DIRECTORY_PATHS.namesakes.replace(':principal', encodeURIComponent(principal))
}

/** `total` counts the records held, not those on chain. */
export const HeldBlock = describe(
  v.object({
    block_height: describe(wholeNumber, 'The height.'),
    block_hash: describe(v.string(), 'The hash, without 0x.', { pattern: BARE_HASH }),
    timestamp: describe(wholeNumber, 'The time in unix seconds.'),
    total: describe(wholeNumber, 'The number of its records held here.'),
  }),
  'A block with activity.',
)
export type HeldBlock = v.InferOutput<typeof HeldBlock>

/** Fields that older instances do not send are optional. */
export const About = describe(
  v.object({
    version: describe(v.string(), 'The version of the service.'),
    source: describe(v.string(), 'The kind of data served.'),
    sources: describe(v.optional(v.array(v.string())), 'The origins of the data, in sentences.'),
    is_complete: describe(
      v.optional(v.boolean()),
      'Whether every record on chain between the heights is held. If not, notes say what is missing.',
    ),
    notes: describe(v.array(v.string()), 'What is missing, in sentences.'),
    tokens: describe(wholeNumber, 'The number of tokens.'),
    runes: describe(wholeNumber, 'The number of runes.'),
    records: describe(wholeNumber, 'The number of activity records.'),
    lowest_block_height: describe(v.optional(wholeNumber), 'The lowest block with activity.'),
    highest_block_height: describe(v.optional(wholeNumber), 'The highest block with activity.'),
    newest_record: describe(
      v.optional(wholeNumber),
      'The time of the newest record in unix seconds.',
    ),
    blocks: describe(v.array(HeldBlock), 'The newest blocks with activity.'),
    samples: describe(
      v.object({
        sender_address: describe(v.string(), 'The deployer of the sample tokens.'),
        block_height: describe(wholeNumber, 'The height of the sample block.'),
      }),
      'Identifies the data made up for demonstration.',
    ),
  }),
  'What this instance holds. The heights and the newest record leave the samples out.',
)
export type About = v.InferOutput<typeof About>

export const SearchHit = describe(
  v.object({
    kind: describe(v.picklist(['token', 'rune', 'block', 'transaction']), 'The kind of the match.'),
    id: describe(
      v.string(),
      'A principal, the id of a rune (its name if the id is unknown), a height or a transaction id.',
    ),
    title: describe(v.string(), 'The name to show.'),
    detail: describe(v.string(), 'Tells it apart from others of the same name.'),
  }),
  'A match of a search.',
)
export type SearchHit = v.InferOutput<typeof SearchHit>

export const SearchResults = describe(
  v.object({ results: describe(v.array(SearchHit), 'The matches.', { maxItems: 20 }) }),
  'The matches of a search, the closest first.',
)
export type SearchResults = v.InferOutput<typeof SearchResults>

export const Neighbours = describe(
  v.object({
    previous: describe(
      v.optional(wholeNumber),
      'The nearest height below; missing if there is none.',
    ),
    next: describe(v.optional(wholeNumber), 'The nearest height above; missing if there is none.'),
  }),
  'The nearest blocks with activity.',
)
export type Neighbours = v.InferOutput<typeof Neighbours>

export const BlockTransactions = describe(
  v.object({
    results: describe(
      v.array(
        v.object({
          tx_id: describe(hex, 'The id, without 0x.', { pattern: BARE_HASH }),
          tx_index: describe(v.optional(wholeNumber), 'The index in the block.'),
          offset: describe(wholeNumber, 'The offset of its first record in the block’s list.'),
          total: describe(wholeNumber, 'The number of its records.'),
        }),
      ),
      'The transactions, by the offset of their first record in the block’s list.',
    ),
  }),
  'The transactions of a block with activity.',
)
export type BlockTransactions = v.InferOutput<typeof BlockTransactions>

export const Place = describe(
  v.object({
    block_height: describe(wholeNumber, 'The height of the block.'),
    offset: describe(wholeNumber, 'The offset of its first record in the block’s list.'),
  }),
  'The place of a transaction.',
)
export type Place = v.InferOutput<typeof Place>

export const SharedBy = describe(
  v.object({
    total: describe(wholeNumber, 'The number of tokens.'),
    results: describe(
      v.array(
        v.object({
          principal: describe(v.string(), 'The contract principal.'),
          name: describe(v.optional(v.string()), 'The name that the contract gives.'),
          symbol: describe(v.optional(v.string()), 'The symbol that the contract gives.'),
        }),
      ),
      'The first of them, by principal.',
      { maxItems: 20 },
    ),
  }),
  'The other tokens with the same text.',
)
export type SharedBy = v.InferOutput<typeof SharedBy>

export const Namesakes = describe(
  v.object({ symbol: SharedBy, name: SharedBy }),
  'The other tokens with the symbol or the name of a token, ignoring case.',
)
export type Namesakes = v.InferOutput<typeof Namesakes>
