import {
  SEARCH_KINDS,
  type SearchHit,
  type SearchOptions,
  type SearchResults,
} from '../../contract/directory.ts'
import type { Databases } from '../database/database.ts'
import { fold } from '../database/searchTerms.ts'
import { type Found, searchHashes, searchHeights } from './searchIdentifiers.ts'
import { searchRunes, searchSimilarRunes } from './searchRunes.ts'
import { searchSimilarTokens, searchTokens } from './searchTokens.ts'

/**
 * A page of the hits for a text of at most MAX_QUERY_LENGTH, best match first: exact names, then names
 * that begin with it, then words and identifiers that begin with it. If there are none, tokens and runes with a search
 * term that differs from it by one letter.
 */
export async function searchDirectory(
  databases: Databases,
  query: string,
  { kind, offset, limit }: SearchOptions,
): Promise<SearchResults> {
  const text = fold(query)
  const exact = await searchKinds(databases, query)
  const isSimilar = text !== '' && SEARCH_KINDS.every((it) => exact[it].length === 0)
  const found = isSimilar ? await searchSimilar(databases, text) : exact
  const hits = kind === undefined ? mix(found) : found[kind]
  return {
    limit,
    offset,
    total: hits.length,
    kinds: countKinds(found),
    same_name: found.token.filter(({ isNamed }) => isNamed).length,
    ...(isSimilar && hits.length > 0 && { is_similar: true }),
    results: hits.slice(offset, offset + limit).map(({ hit }) => hit),
  }
}

type FoundKinds = Record<SearchHit['kind'], Found[]>

async function searchKinds(databases: Databases, query: string): Promise<FoundKinds> {
  const { tokens, runes } = databases
  const text = fold(query)
  const [block, blockByHash, transaction, token, rune] = await Promise.all([
    searchHeights(runes, text),
    searchHashes(runes, 'block', text),
    searchHashes(runes, 'transaction', text),
    searchTokens(tokens, query),
    searchRunes(runes, text),
  ])
  return { block: [...block, ...blockByHash], transaction, token, rune }
}

async function searchSimilar(databases: Databases, text: string): Promise<FoundKinds> {
  const [token, rune] = await Promise.all([
    searchSimilarTokens(databases.tokens, text),
    searchSimilarRunes(databases.runes, text),
  ])
  return { block: [], transaction: [], token, rune }
}

/** How many hits of a kind come before those of others, however close they are. */
const SHARE = 10

/** All kinds in one list, so that a rune is found among any number of tokens that took its name. */
function mix(found: FoundKinds): Found[] {
  return SEARCH_KINDS.flatMap((kind) =>
    found[kind].map((it, index) => ({ ...it, turn: Math.floor(index / SHARE) })),
  ).sort((one, other) => one.turn - other.turn || one.distance - other.distance)
}

function countKinds(found: FoundKinds): SearchResults['kinds'] {
  const { token, rune, block, transaction } = found
  return {
    token: token.length,
    rune: rune.length,
    block: block.length,
    transaction: transaction.length,
  }
}
