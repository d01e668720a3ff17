import type { SearchHit } from '../../contract/directory.ts'
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

/** Per kind, so that a rune is visible beside tokens that took its name. */
const MAX_HITS = 5
const MAX_SAVED = { untyped: 6, typed: 3 }

type Saved = { starred: SavedLink[]; viewed: SavedLink[] }

type Found = { text: string; meanings: Meaning[]; hits: SearchHit[]; saved: Saved }

/** The meanings of a text, exact matches, links saved on this device, and other matches, in groups. */
export function groupSuggestions({ text, meanings, hits, saved }: Found): SuggestionGroup[] {
  const links = [...saved.starred, ...saved.viewed].filter((link) => isAbout(link, text))
  return withoutRepeats([
    { title: 'Go to', options: meanings.map(fromMeaning) },
    ...groupHits(
      hits.filter((hit) => isExactMatch(hit, text)),
      (kind) => `Matching ${kind}s`,
    ),
    { title: 'Stored on this device', options: links.slice(0, MAX_SAVED.typed).map(fromSaved) },
    ...groupHits(
      hits.filter((hit) => !isExactMatch(hit, text)),
      (kind) => `${KINDS[kind]}s`,
    ),
  ])
}

/** The saved links, for an empty text. */
export function groupSaved({ starred, viewed }: Saved): SuggestionGroup[] {
  return withoutRepeats([
    { title: 'Favourites', options: starred.slice(0, MAX_SAVED.untyped).map(fromSaved) },
    { title: 'Recently viewed', options: viewed.slice(0, MAX_SAVED.untyped).map(fromSaved) },
  ])
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

/** Groups hits by kind. The kind of the best hit comes first. */
function groupHits(
  hits: SearchHit[],
  titleOf: (kind: SearchHit['kind']) => string,
): SuggestionGroup[] {
  const kinds = [...new Set(hits.map(({ kind }) => kind))]
  return kinds.map((kind) => ({
    title: titleOf(kind),
    options: hits
      .filter((hit) => hit.kind === kind)
      .slice(0, MAX_HITS)
      .map(fromHit),
  }))
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
