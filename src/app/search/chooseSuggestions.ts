import type { SearchHit, SearchResults } from '../../contract/directory.ts'
import { searchLink } from '../links.ts'
import { hitLink } from './hitLink.ts'
import type { Kind } from './KindIcon.tsx'
import type { Meaning } from './parseQuery.ts'
import { plainName } from './plainName.ts'
import type { SavedLink } from './savedLinks.ts'

/**
 * A suggested page, by its name or, for a block, its height. `principal` distinguishes tokens of the same
 * name. `kind` is missing if the title of the group says it.
 */
export type Suggestion = {
  to: string
  icon: Kind
  kind?: string
  name: string | { height: number }
  detail?: string
  principal?: string
}
export type SuggestionGroup = { title: string; options: Suggestion[] }

/** Few tokens, so that a rune is visible below tokens that took its name. */
const MAX_HITS = { token: 3, rune: 5, block: 5, transaction: 5 } as const
const MAX_SAVED = { untyped: 6, typed: 3 }

type Saved = { starred: SavedLink[]; viewed: SavedLink[] }

type Found = {
  text: string
  meanings: Meaning[]
  hits: SearchHit[]
  saved: Saved
  /** The counts of the search, once it has loaded. */
  counts: Pick<SearchResults, 'total' | 'same_name'> | undefined
  formatCount: (count: number) => string
}

/**
 * The meanings of a text, exact matches, links saved on this device, and other matches, in groups. If several
 * tokens have this name, a link to all results, with a warning, comes before them.
 */
export function chooseSuggestions(found: Found): SuggestionGroup[] {
  const { text, meanings, hits, counts } = found
  const all = counts !== undefined && counts.same_name > 1 ? [allResults(found, counts)] : []
  const isOther = ({ to }: SavedLink) => all.every((it) => it.to !== to)
  const isShown = (link: SavedLink) => isAbout(link, text) && isOther(link)
  const saved = {
    starred: found.saved.starred.filter(isShown),
    viewed: found.saved.viewed.filter(isShown),
  }
  const exact = groupHits(hits.filter((hit) => isExactMatch(hit, text)))
  const others = groupHits(hits.filter((hit) => !isExactMatch(hit, text)))
  return withoutRepeats([
    { title: 'Go to', options: meanings.map(fromMeaning) },
    { title: 'Search', options: all },
    {
      title: 'Exact matches',
      options: exact.flatMap(([kind, options]) =>
        options.map((option) => ({ ...option, kind: KINDS[kind] })),
      ),
    },
    ...savedGroups(saved, MAX_SAVED.typed),
    // Kinds without an exact match first: a rune comes before more tokens.
    ...others
      .toSorted(([one], [other]) => rankOf(one, exact) - rankOf(other, exact))
      .map(([kind, options]) => ({ title: `${KINDS[kind]}s`, options })),
  ])
}

/** The saved links, for an empty text. */
export function groupSaved(saved: Saved): SuggestionGroup[] {
  return withoutRepeats(savedGroups(saved, MAX_SAVED.untyped))
}

function savedGroups({ starred, viewed }: Saved, max: number): SuggestionGroup[] {
  return [
    { title: 'Favourites', options: starred.slice(0, max).map(fromSaved) },
    { title: 'Recently viewed', options: viewed.slice(0, max).map(fromSaved) },
  ]
}

function allResults(
  { text, formatCount }: Pick<Found, 'text' | 'formatCount'>,
  { total, same_name }: Pick<SearchResults, 'total' | 'same_name'>,
): Suggestion {
  return {
    to: searchLink(text),
    icon: 'search',
    name: `All ${formatCount(total)} results.`,
    detail: `${formatCount(same_name)} tokens have this name or symbol: compare the contract principal.`,
  }
}

function rankOf(kind: SearchHit['kind'], exact: KindOfHits[]): number {
  return exact.some(([other]) => other === kind) ? 1 : 0
}

/** Whether the text is the name or the symbol of the hit. */
function isExactMatch({ title, detail }: SearchHit, text: string): boolean {
  return [title, detail].some((name) => plainName(name) === plainName(text))
}

function isAbout({ kind, title }: SavedLink, text: string): boolean {
  return `${kind} ${title}`.toLowerCase().includes(text.toLowerCase())
}

function fromSaved({ to, kind, title }: SavedLink): Suggestion {
  return { to, icon: 'page', kind, name: title }
}

function fromMeaning({ to, kind, name, detail }: Meaning): Suggestion {
  const shown = kind === 'block' && name.length < 64 ? { height: Number(name) } : name
  return { to, icon: kind, kind: KINDS[kind], name: shown, ...(detail !== undefined && { detail }) }
}

type KindOfHits = [kind: SearchHit['kind'], options: Suggestion[]]

/** Groups hits by kind. The kind of the best hit comes first. */
function groupHits(hits: SearchHit[]): KindOfHits[] {
  const kinds = [...new Set(hits.map(({ kind }) => kind))]
  return kinds.map((kind) => {
    const ofKind = hits.filter((hit) => hit.kind === kind)
    return [kind, ofKind.slice(0, MAX_HITS[kind]).map(fromHit)]
  })
}

function fromHit(hit: SearchHit): Suggestion {
  const { kind, id, title, detail } = hit
  const name = kind === 'block' ? { height: Number(id) } : title
  return { to: hitLink(hit), icon: kind, name, detail, ...(kind === 'token' && { principal: id }) }
}

const KINDS = {
  token: 'Token',
  rune: 'Rune',
  block: 'Block',
  transaction: 'Transaction',
  address: 'Address',
  page: 'Page',
} as const

/** Removes repeated pages and empty groups. */
function withoutRepeats(groups: SuggestionGroup[]): SuggestionGroup[] {
  const seen = new Set<string>()
  const isNew = ({ to }: Suggestion) => !seen.has(to) && seen.add(to)
  return groups
    .map(({ title, options }) => ({ title, options: options.filter(isNew) }))
    .filter(({ options }) => options.length > 0)
}
