import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SearchHit } from '../../contract/directory.ts'
import { useApi, useAppContext } from '../appContext.ts'
import { searchLink } from '../links.ts'
import { suggestQuery } from '../queries.ts'
import { BITCOIN_FORM, STACKS_FORM } from './addressForms.ts'
import { hitLink } from './hitLink.ts'
import type { Kind } from './KindIcon.tsx'
import { type Meaning, parseQuery } from './parseQuery.ts'
import { favourites, type SavedLink, visits } from './savedLinks.ts'

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

/** The pause in typing after which a request is sent. */
const TYPING_PAUSE_MS = 120
/** Per kind, so that a rune is visible beside tokens that took its name. */
const MAX_HITS = 5
const MAX_SAVED = { untyped: 6, typed: 3 }

type Suggestions = {
  groups: SuggestionGroup[]
  /** Whether everything has loaded. */
  isComplete: boolean
  /** Whether the directory has no match. */
  isUnknown: boolean
  /** Why the text, an address, leads to no page. */
  explanation?: string | undefined
}

/**
 * Suggestions for a text: pages by its form, exact matches, links saved on this device, and other matches
 * of the directory. For an empty text, the saved links.
 */
export function useSuggestions(typed: string): Suggestions {
  const { origin } = useAppContext()
  const text = typed.trim()
  const { hits, isComplete, isUnknown } = useHits(text)
  const meanings = parseQuery(text, origin)
  const explanation = useExplanation(meanings[0]?.name ?? text)
  const [starred, viewed] = [favourites.use(), visits.use()]
  if (text === '') {
    const groups = [
      { title: 'Favourites', options: starred.slice(0, MAX_SAVED.untyped).map(fromSaved) },
      { title: 'Recently viewed', options: viewed.slice(0, MAX_SAVED.untyped).map(fromSaved) },
    ]
    return { groups: withoutRepeats(groups), isComplete: true, isUnknown: false }
  }
  const saved = [...starred, ...viewed].filter((link) => isAbout(link, text))
  const groups = [
    { title: 'Go to', options: explanation === undefined ? meanings.map(fromMeaning) : [] },
    ...groupHits(
      hits.filter((hit) => isExactMatch(hit, text)),
      (kind) => `Matching ${kind}s`,
    ),
    { title: 'Stored on this device', options: saved.slice(0, MAX_SAVED.typed).map(fromSaved) },
    ...groupHits(
      hits.filter((hit) => !isExactMatch(hit, text)),
      (kind) => `${KINDS[kind]}s`,
    ),
  ]
  return { groups: withoutRepeats(groups), isComplete, isUnknown, explanation }
}

function useHits(text: string) {
  const queryClient = useQueryClient()
  const paused = usePaused(text)
  // A service without a directory gets only one request.
  const hasNoDirectory = queryClient
    .getQueryCache()
    .findAll({ queryKey: ['suggestions'] })
    .some(({ state }) => state.error?.kind === 'not-found')
  const { data, isFetching } = useQuery({
    ...suggestQuery(useApi(), paused),
    enabled: paused !== '' && !hasNoDirectory,
  })
  const isComplete = paused === text && !isFetching
  const hits = data?.value.results ?? []
  return {
    // While new hits load, show the previous ones that still match.
    hits: isComplete ? hits : hits.filter((hit) => isMatch(hit, text)),
    isComplete,
    isUnknown: isComplete && data?.value.results.length === 0,
  }
}

/** Why an address leads to no page. Its checksum is verified by code that loads when it is needed. */
function useExplanation(text: string): string | undefined {
  const { data } = useQuery({
    queryKey: ['explanation', text],
    queryFn: async () => {
      const { explainAddress } = await import('./explainAddress.ts')
      return explainAddress(text) ?? null
    },
    enabled: STACKS_FORM.test(text) || BITCOIN_FORM.test(text),
  })
  return data ?? undefined
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  // Timers are outside React.
  useEffect(() => {
    const timer = setTimeout(setPaused, TYPING_PAUSE_MS, text)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

function isMatch({ title, detail, id }: SearchHit, text: string): boolean {
  return plain(`${title} ${detail} ${id}`).includes(plain(text))
}

/** Whether the text is the name or the symbol of the hit. */
function isExactMatch({ title, detail }: SearchHit, text: string): boolean {
  return [title, detail].some((name) => plain(name) === plain(text))
}

/** In lower case, without spaces and the dots of rune names. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[\s•·∙●.]/g, '')
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
  const to = hitLink(hit) ?? searchLink(title)
  const name = kind === 'block' ? { height: Number(id) } : title
  return { to, icon: kind, name, detail, ...(kind === 'token' && { principal: id }) }
}

const KINDS = {
  token: 'Token',
  rune: 'Rune',
  block: 'Block',
  transaction: 'Transaction',
  address: 'Address',
  search: 'Search',
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
