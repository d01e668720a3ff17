import { plainRuneName, RUNE_NAME } from '../../contract/identifiers.ts'
import type { SearchHit, SearchKind, SearchResults } from '../../contract/schemas/search.ts'
import { addressLink, blockLink, runeLink, tokenLink, transactionLink } from '../links.ts'
import { endpointQuery } from '../query.ts'
import { quote } from '../ui/UntrustedText.tsx'

/** How many matches of each kind the results and the suggestions read, tokens alike as one. */
export const MAX_OF_A_KIND = 8

/** The best matches of each kind, for the results and the suggestions. */
export function searchQuery(query: string) {
  const given = { q: query, limit: MAX_OF_A_KIND, look_alikes: 'first' as const }
  // Matches of another text must not stay while those of this one load.
  return { ...endpointQuery('search', given), placeholderData: () => undefined }
}

export const RESULT_KINDS = {
  rune: { one: 'Rune', many: 'Runes' },
  token: { one: 'Token', many: 'Tokens' },
  block: { one: 'Block', many: 'Blocks' },
  transaction: { one: 'Transaction', many: 'Transactions' },
  address: { one: 'Address', many: 'Addresses' },
} as const

export type HitGroup = {
  title: string
  note?: string
  hits: SearchHit[]
  /** Undefined for the best matches, which may be of several kinds. */
  ofKind?: { kind: SearchKind; total: number; has_more: boolean }
}

function similarTitle(kind: SearchKind, total: number): string {
  const { one, many } = RESULT_KINDS[kind]
  const which = total === 1 ? `this ${one}` : `one of these ${many}`
  return `Did you mean ${which.toLowerCase()}?`
}

/** Tokens that use a name or symbol, in the results one after the other: `hits` are those of them on this page. */
export type Cluster = {
  first: SearchHit
  name: string
  count: number
  sharedBy: 'name' | 'name or symbol'
  hits: SearchHit[]
}

/** Every other match is a cluster of its own. */
export function clustersOf(hits: SearchHit[]): Cluster[] {
  const clusters: Cluster[] = []
  for (const hit of hits) {
    const last = clusters.at(-1)
    const isFull = last !== undefined && last.count > 1 && last.hits.length >= last.count
    if (last !== undefined && !isFull && last.count > 1) last.hits.push(hit)
    else clusters.push(clusterOf(hit))
  }
  return clusters
}

export function clusterOf(first: SearchHit): Cluster {
  const { title, symbol, reason, same_name: count = 1 } = first
  const isExact = reason === 'name' || reason === 'symbol'
  const name = reason === 'symbol' ? (symbol ?? title) : title
  return { first, name, count, sharedBy: isExact ? 'name or symbol' : 'name', hits: [first] }
}

/** The best matches, then the others by kind. */
export function groupsOf(results: SearchResults, query: string): HitGroup[] {
  const best = bestHits(results)
  const others = otherHits(results, best).map(({ kind, total, has_more, results: hits }) => ({
    title: results.is_similar ? similarTitle(kind, total) : RESULT_KINDS[kind].many,
    ...(results.is_similar && { note: `nothing is called ${quote(query)}` }),
    hits,
    ofKind: { kind, total, has_more },
  }))
  if (best[0] === undefined) return others
  const title = best.length > 1 ? 'Best matches' : 'Best match'
  return [{ title, note: reasonText(best[0], query), hits: best }, ...others]
}

/**
 * What is exactly what was searched for, at most one of each kind. A name that several tokens use
 * identifies none of them.
 */
function bestHits({ groups }: SearchResults): SearchHit[] {
  const reason = groups[0]?.results[0]?.reason
  if (reason === undefined || !['identifier', 'name', 'symbol'].includes(reason)) return []
  return groups.flatMap(({ results: [first, second] }) =>
    first?.reason === reason && first.same_name === undefined && second?.reason !== reason
      ? [first]
      : [],
  )
}

/** The groups without their best matches, a kind with one after the others. */
function otherHits({ groups }: SearchResults, best: SearchHit[]) {
  const hasBest = ({ kind }: { kind: string }) => best.some((hit) => hit.kind === kind)
  return [...groups.filter((group) => !hasBest(group)), ...groups.filter(hasBest)]
    .map((group) => ({ ...group, results: group.results.filter((hit) => !best.includes(hit)) }))
    .filter(({ results }) => results.length > 0)
}

/** Why it is the best match: "name is exactly “dog”". */
function reasonText({ reason }: SearchHit, query: string): string {
  return reason === 'identifier'
    ? `identified by ${quote(query)}`
    : `${reason} is exactly ${quote(query)}`
}

/**
 * The page to show instead of the results: of the only match, or of the rune of exactly this name, unless tokens
 * use the name too. Undefined if there is a choice to make.
 */
export function onlyPage({ total, is_similar, groups }: SearchResults): string | undefined {
  if (is_similar) return
  const firsts = groups.flatMap(({ results }) => results[0] ?? [])
  if (total === 1) return firsts[0] && hitLink(firsts[0])
  const [named, ...others] = firsts.filter(({ reason }) => reason === 'name' || reason === 'symbol')
  const isOne = named?.reason === 'name' && others.length === 0
  return isOne && named.kind === 'rune' ? hitLink(named) : undefined
}

/** The name that a rune could have and none of the results has; undefined if the query can be no name. */
export function unusedName({ groups }: SearchResults, query: string): string | undefined {
  const isUsed = groups.some(
    ({ kind, results }) => kind === 'rune' && results[0]?.reason === 'name',
  )
  return RUNE_NAME.test(query) && !isUsed ? plainRuneName(query) : undefined
}

export function hitLink({ kind, id }: SearchHit): string {
  return LINKS[kind](id)
}

const LINKS = {
  rune: runeLink,
  token: tokenLink,
  block: (height: string) => blockLink(Number(height)),
  transaction: transactionLink,
  address: addressLink,
}
