import { MAX_TEXT_LENGTH } from '../../contract/parameters.ts'
import type { SearchHit, SearchResults } from '../../contract/schemas/search.ts'
import { endpointQuery } from '../query.ts'
import { quote } from '../ui/UntrustedText.tsx'

/** The best matches of each kind, for the results and the suggestions. */
export function searchQuery(query: string) {
  // Matches of another text must not stay while those of this one load.
  return { ...endpointQuery('search', { q: query, limit: '8' }), placeholderData: () => undefined }
}

export function readQuery(text: string): string {
  return text.trim().slice(0, MAX_TEXT_LENGTH)
}

/**
 * What is exactly what was searched for, at most one of each kind. A name that several tokens use
 * identifies none of them.
 */
export function bestHits({ groups }: SearchResults): SearchHit[] {
  const reason = groups[0]?.results[0]?.reason
  if (reason === undefined || !['identifier', 'name', 'symbol'].includes(reason)) return []
  return groups.flatMap(({ results: [first, second] }) =>
    first?.reason === reason && first.same_name === undefined && second?.reason !== reason
      ? [first]
      : [],
  )
}

/** The groups without their best matches, a kind with one after the others. */
export function otherHits({ groups }: SearchResults, best: SearchHit[]) {
  const hasBest = ({ kind }: { kind: string }) => best.some((hit) => hit.kind === kind)
  return [...groups.filter((group) => !hasBest(group)), ...groups.filter(hasBest)]
    .map((group) => ({ ...group, results: group.results.filter((hit) => !best.includes(hit)) }))
    .filter(({ results }) => results.length > 0)
}

/**
 * The match whose page to show instead of the results: the only one, or the rune of exactly this name, unless
 * tokens use the name too. Undefined if there is a choice to make.
 */
export function onlyHit({ total, is_similar, groups }: SearchResults): SearchHit | undefined {
  if (is_similar) return
  const firsts = groups.flatMap(({ results }) => results[0] ?? [])
  if (total === 1) return firsts[0]
  const [named, ...others] = firsts.filter(({ reason }) => reason === 'name' || reason === 'symbol')
  return named?.kind === 'rune' && others.length === 0 ? named : undefined
}

/** Why it is the best match: "name and symbol are exactly “dog”". */
export function reasonText({ reason, title, symbol }: SearchHit, query: string): string {
  if (reason === 'identifier') return `identified by ${quote(query)}`
  const isBoth = reason === 'name' && symbol?.toLowerCase() === title.toLowerCase()
  return `${isBoth ? 'name and symbol are' : `${reason} is`} exactly ${quote(query)}`
}
