import * as v from 'valibot'
import { BARE_HASH, describe, hex, wholeNumber } from './fieldSchemas.ts'
import { pagingFields } from './pageOf.ts'
import { DEFAULT_PAGING, MAX_LIMIT, type Paging } from './paging.ts'

/**
 * The directory: endpoints about the data of a Cairn service. They are not part of the contract; the
 * explorer also works with services that lack them.
 */
export const DIRECTORY_PATHS = {
  about: '/explorer/v1/about',
  search: '/explorer/v1/search',
  neighbours: '/explorer/v1/blocks/:height/neighbours',
  runes: '/explorer/v1/runes',
  rune: '/explorer/v1/runes/:rune',
  blocks: '/explorer/v1/blocks',
  blockTransactions: '/explorer/v1/blocks/:height/transactions',
  transactionPosition: '/explorer/v1/transactions/:tx_id/place',
  namesakes: '/explorer/v1/tokens/:principal/namesakes',
} as const

/** In characters. No search term in the database is longer. */
export const MAX_QUERY_LENGTH = 200

export const SEARCH_KINDS = ['token', 'rune', 'block', 'transaction'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

/** Which hits of a search: those of all kinds or of one, from `offset` on. */
export type SearchOptions = Paging & { kind?: SearchKind | undefined }

/** Cuts off a query that is too long. Defaults are left out: the same page always has the same path. */
export function searchPath(query: string, options: Partial<SearchOptions> = {}): string {
  const { kind, offset = DEFAULT_PAGING.offset, limit = DEFAULT_PAGING.limit } = options
  const search = new URLSearchParams({ q: query.slice(0, MAX_QUERY_LENGTH) })
  if (kind !== undefined) search.set('kind', kind)
  if (offset !== DEFAULT_PAGING.offset) search.set('offset', String(offset))
  if (limit !== DEFAULT_PAGING.limit) search.set('limit', String(limit))
  return `${DIRECTORY_PATHS.search}?${search}`
}

/** The same for a query that is still being typed. The service worker does not cache its response. */
export function suggestPath(query: string): string {
  return `${searchPath(query)}&${UNFINISHED}`
}

export const UNFINISHED = 'unfinished=yes'

/** Which blocks a list has. */
export type BlockListOptions = {
  /** Only blocks below this height; all blocks if it is missing. */
  before?: number | undefined
}

export function blockListPath({ before }: BlockListOptions, { offset, limit }: Paging): string {
  const path = `${DIRECTORY_PATHS.blocks}?offset=${offset}&limit=${limit}`
  return before === undefined ? path : `${path}&before=${before}`
}

export function neighboursPath(height: number): string {
  return DIRECTORY_PATHS.neighbours.replace(':height', String(height))
}

export function blockTransactionsPath(height: number): string {
  return DIRECTORY_PATHS.blockTransactions.replace(':height', String(height))
}

/** `txId` without `0x`. */
export function transactionPositionPath(txId: string): string {
  return DIRECTORY_PATHS.transactionPosition.replace(':tx_id', txId)
}

export function namesakesPath(principal: string): string {
  return DIRECTORY_PATHS.namesakes.replace(':principal', encodeURIComponent(principal))
}

/** `total` counts the records that the service has, not those on chain. */
export const IndexedBlock = describe(
  v.object({
    block_height: describe(wholeNumber, 'The height.'),
    block_hash: describe(v.string(), 'The hash, without 0x.', { pattern: BARE_HASH }),
    timestamp: describe(wholeNumber, 'The time in Unix seconds.'),
    total: describe(wholeNumber, 'The number of the block’s records that the service has.'),
  }),
  'A block with activity.',
)
export type IndexedBlock = v.InferOutput<typeof IndexedBlock>

/** Without the samples. */
export const BlockPage = describe(
  v.object({
    ...pagingFields('blocks'),
    results: describe(v.array(IndexedBlock), 'At most limit blocks.', { maxItems: MAX_LIMIT }),
    before: describe(wholeNumber, 'All blocks of the list are below this height.'),
  }),
  'A page of a list of blocks with activity, newest first.',
)
export type BlockPage = v.InferOutput<typeof BlockPage>

export const Examples = describe(
  v.object({
    tokens: describe(v.array(v.string()), 'Principals.'),
    transactions: describe(v.array(v.string()), 'Transaction ids, without 0x.'),
    blocks: describe(v.array(wholeNumber), 'Heights.'),
    runes: describe(v.optional(v.array(v.string()), []), 'Ids of runes.'),
    addresses: describe(v.optional(v.array(v.string()), []), 'Bitcoin addresses with activity.'),
  }),
  'Examples of the data that the service has.',
)
export type Examples = v.InferOutput<typeof Examples>

/** Fields that older versions of the service do not send are optional. */
export const About = describe(
  v.object({
    version: describe(v.string(), 'The version of the service.'),
    source: describe(v.string(), 'The kind of data served.'),
    sources: describe(v.optional(v.array(v.string())), 'The origins of the data, in sentences.'),
    is_complete: describe(
      v.optional(v.boolean()),
      'False if some blocks are incomplete. Notes say what is missing.',
    ),
    notes: describe(v.array(v.string()), 'What is missing or estimated, in sentences.'),
    tokens: describe(wholeNumber, 'The number of tokens.'),
    runes: describe(wholeNumber, 'The number of runes.'),
    records: describe(wholeNumber, 'The number of activity records.'),
    lowest_block_height: describe(v.optional(wholeNumber), 'The lowest block with activity.'),
    highest_block_height: describe(v.optional(wholeNumber), 'The highest block with activity.'),
    newest_record: describe(
      v.optional(wholeNumber),
      'The time of the newest record in Unix seconds.',
    ),
    blocks: describe(
      v.array(IndexedBlock),
      'The newest blocks with activity; the sample block, if any, comes first.',
    ),
    upstream: describe(
      v.optional(v.array(v.picklist(['tokens', 'runes']))),
      'What the service reads from another service first, if anything.',
    ),
    examples: v.optional(Examples),
    samples: describe(
      v.object({
        sender_address: describe(v.string(), 'The deployer of the sample tokens.'),
        block_height: describe(wholeNumber, 'The height of the sample block.'),
      }),
      'Identifies the samples, which are made-up data for demonstration.',
    ),
  }),
  'The data that the service has. Counts, heights and the newest record exclude the samples.',
)
export type About = v.InferOutput<typeof About>

export const SearchHit = describe(
  v.object({
    kind: describe(v.picklist(SEARCH_KINDS), 'The kind of the match.'),
    id: describe(v.string(), 'A principal, the id of a rune, a height or a transaction id.'),
    title: describe(v.string(), 'The name to show.'),
    detail: describe(v.string(), 'Distinguishes it from others with the same name.'),
    total_supply: describe(v.optional(v.string()), 'The supply of a token in the smallest unit.'),
    decimals: describe(v.optional(v.number()), 'The number of decimals of a token.', {
      type: 'integer',
    }),
    has_document: describe(
      v.optional(v.boolean()),
      'Whether the service has the metadata document of a token.',
    ),
  }),
  'A search result.',
)
export type SearchHit = v.InferOutput<typeof SearchHit>

export const SearchResults = describe(
  v.object({
    limit: describe(wholeNumber, 'The limit that was applied.', { maximum: MAX_LIMIT }),
    offset: describe(wholeNumber, 'The offset that was applied.'),
    total: describe(wholeNumber, 'The number of matches of the requested kind, or of all kinds.'),
    kinds: describe(
      v.object({
        token: describe(wholeNumber, 'The number of tokens; at most 2,000 are found by name.'),
        rune: describe(wholeNumber, 'The number of runes; at most 2,000 are found by name.'),
        block: describe(wholeNumber, 'The number of blocks, at most 5 by height and 5 by hash.'),
        transaction: describe(wholeNumber, 'The number of transactions, at most 5.'),
      }),
      'The number of matches by kind.',
    ),
    same_name: describe(
      v.optional(wholeNumber, 0),
      'The number of tokens whose name or symbol is the text, ignoring case and accents.',
    ),
    is_similar: describe(
      v.optional(v.boolean()),
      'True if nothing matches and the results differ from the text by one letter.',
    ),
    results: describe(v.array(SearchHit), 'The matches.', { maxItems: MAX_LIMIT }),
  }),
  'The matches of a search, best match first.',
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
          offset: describe(
            wholeNumber,
            'The offset of the transaction’s first record in the block’s list.',
          ),
          total: describe(wholeNumber, 'The number of its records.'),
        }),
      ),
      'The transactions, by the offset of their first record in the block’s list.',
    ),
  }),
  'The transactions with activity in a block.',
)
export type BlockTransactions = v.InferOutput<typeof BlockTransactions>

export const TransactionPosition = describe(
  v.object({
    block_height: describe(wholeNumber, 'The height of the block.'),
    offset: describe(
      wholeNumber,
      'The offset of the transaction’s first record in the block’s list.',
    ),
  }),
  'The position of a transaction in its block’s list.',
)
export type TransactionPosition = v.InferOutput<typeof TransactionPosition>

export const MatchingTokens = describe(
  v.object({
    total: describe(wholeNumber, 'The number of tokens.'),
    results: describe(
      v.array(
        v.object({
          principal: describe(v.string(), 'The contract principal.'),
          name: describe(v.optional(v.string()), 'The name in the contract.'),
          symbol: describe(v.optional(v.string()), 'The symbol in the contract.'),
          decimals: describe(v.optional(v.number()), 'The number of decimals.', {
            type: 'integer',
          }),
          total_supply: describe(v.optional(v.string()), 'The supply in the smallest unit.'),
          token_uri: describe(v.optional(v.string()), 'The URI of the metadata document.'),
          has_document: describe(
            v.optional(v.boolean()),
            'Whether the service has its metadata document.',
          ),
          tx_id: describe(v.optional(v.string()), 'The Stacks transaction that deployed it.'),
          read_at: describe(
            v.optional(wholeNumber),
            'When the service read it, in Unix milliseconds.',
          ),
        }),
      ),
      'The first 50 tokens. Tokens with the same name and symbol come first.',
      { maxItems: 50 },
    ),
  }),
  'Other tokens with the same symbol or name.',
)
export type MatchingTokens = v.InferOutput<typeof MatchingTokens>

export const Namesakes = describe(
  v.object({
    total: describe(wholeNumber, 'The number of other tokens with the same symbol or name.'),
    symbol: MatchingTokens,
    name: MatchingTokens,
  }),
  'Other tokens with the same symbol or name as a token, ignoring case.',
)
export type Namesakes = v.InferOutput<typeof Namesakes>
