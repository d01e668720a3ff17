import * as v from 'valibot'
import { hex } from './fields.ts'

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

/** One block that is held. `total` counts the records held, not those on chain. */
export const HeldBlock = v.object({
  block_height: v.number(),
  block_hash: v.string(),
  timestamp: v.number(),
  total: v.number(),
})
export type HeldBlock = v.InferOutput<typeof HeldBlock>

/**
 * What this instance holds. `samples` names what was made up for demonstration; the heights and the
 * time of the newest record, in unix seconds, leave it out. What older instances did not tell is optional.
 */
export const About = v.object({
  version: v.string(),
  source: v.string(),
  sources: v.optional(v.array(v.string())),
  /** Whether every record on chain between the heights is held; if not, `notes` say what is missing. */
  is_complete: v.optional(v.boolean()),
  notes: v.array(v.string()),
  tokens: v.number(),
  runes: v.number(),
  transactions: v.optional(v.number()),
  records: v.number(),
  lowest_block_height: v.optional(v.number()),
  highest_block_height: v.optional(v.number()),
  newest_record: v.optional(v.number()),
  /** The newest ones. */
  blocks: v.array(HeldBlock),
  samples: v.object({ sender_address: v.string(), block_height: v.number() }),
})
export type About = v.InferOutput<typeof About>

/**
 * A match of the directory, to be linked by kind. `id` is what names it: principal, rune id (the name
 * of a rune whose id is not known), height, transaction id.
 */
export const SearchHit = v.object({
  kind: v.picklist(['token', 'rune', 'block', 'transaction']),
  id: v.string(),
  title: v.string(),
  detail: v.string(),
})
export type SearchHit = v.InferOutput<typeof SearchHit>

export const SearchResults = v.object({ results: v.array(SearchHit) })
export type SearchResults = v.InferOutput<typeof SearchResults>

/** The nearest blocks below and above a height that hold activity here; missing when there is none. */
export const Neighbours = v.object({
  previous: v.optional(v.number()),
  next: v.optional(v.number()),
})
export type Neighbours = v.InferOutput<typeof Neighbours>

/**
 * The transactions of a block that hold activity. `offset` is the place of a transaction's first
 * record in the block's list, `total` how many it has.
 */
export const BlockTransactions = v.object({
  results: v.array(
    v.object({
      tx_id: hex,
      tx_index: v.optional(v.number()),
      offset: v.number(),
      total: v.number(),
    }),
  ),
})
export type BlockTransactions = v.InferOutput<typeof BlockTransactions>

/** Where a transaction stands: how many records of its block come before its first one. */
export const Place = v.object({ block_height: v.number(), offset: v.number() })
export type Place = v.InferOutput<typeof Place>

/** The other tokens that share a text with one: how many, and the first of them. */
export const SharedBy = v.object({
  total: v.number(),
  results: v.array(
    v.object({
      principal: v.string(),
      name: v.optional(v.string()),
      symbol: v.optional(v.string()),
    }),
  ),
})
export type SharedBy = v.InferOutput<typeof SharedBy>

/** Who else here uses a token's symbol or its name, in capitals or not. */
export const Namesakes = v.object({ symbol: SharedBy, name: SharedBy })
export type Namesakes = v.InferOutput<typeof Namesakes>
