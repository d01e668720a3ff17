import * as v from 'valibot'

/**
 * The directory: what an instance of Cairn holds. It stands beside the contract under its own
 * prefix; services without it are explored without it.
 */
export const DIRECTORY_PATHS = {
  about: '/explorer/v1/about',
  search: '/explorer/v1/search',
  neighbours: '/explorer/v1/blocks/:height/neighbours',
} as const

export function searchPath(query: string): string {
  return `${DIRECTORY_PATHS.search}?${new URLSearchParams({ q: query })}`
}

/** One block that is held. `total` counts the records held, not those on chain. */
export const HeldBlock = v.object({
  block_height: v.number(),
  block_hash: v.string(),
  timestamp: v.number(),
  total: v.number(),
})
export type HeldBlock = v.InferOutput<typeof HeldBlock>

/** What this instance holds. `samples` names what was made up for demonstration. */
export const About = v.object({
  version: v.string(),
  source: v.string(),
  notes: v.array(v.string()),
  tokens: v.number(),
  runes: v.number(),
  records: v.number(),
  blocks: v.array(HeldBlock),
  samples: v.object({ sender_address: v.string(), block_height: v.number() }),
})
export type About = v.InferOutput<typeof About>

/** A match of the directory, to be linked by kind. */
export const SearchHit = v.object({
  kind: v.picklist(['token', 'rune']),
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
