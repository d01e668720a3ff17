import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SearchHit } from '../../contract/directory.ts'
import { useApi, useAppContext } from '../appContext.ts'
import { suggestQuery } from '../queries/search.ts'
import { useFormatCount } from '../ui/numbers.tsx'
import { BITCOIN_FORM, STACKS_FORM } from './addressForms.ts'
import type { SuggestionGroup } from './chooseSuggestions.ts'
import { plainName } from './plainName.ts'
import { favourites, visits } from './savedLinks.ts'

/** The pause in typing after which a request is sent. */
const TYPING_PAUSE_MS = 120
/** The functions that load when the reader opens the box. */
type Code = Pick<typeof import('./chooseSuggestions.ts'), 'groupSaved' | 'chooseSuggestions'> &
  Pick<typeof import('./parseQuery.ts'), 'parseQuery'>

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
export function useSuggestions(typed: string, code: Code | undefined): Suggestions {
  const { origin } = useAppContext()
  const text = typed.trim()
  const { hits, counts, isComplete, isUnknown } = useHits(text)
  const meanings = code?.parseQuery(text, origin) ?? []
  const formatCount = useFormatCount()
  const explanation = useExplanation(meanings[0]?.name ?? text)
  const saved = { starred: favourites.use(), viewed: visits.use() }
  const groups =
    text === ''
      ? code?.groupSaved(saved)
      : code?.chooseSuggestions({
          text,
          hits,
          counts,
          saved,
          formatCount,
          meanings: explanation ? [] : meanings,
        })
  return {
    groups: groups ?? [],
    isComplete: text === '' || isComplete,
    isUnknown: text !== '' && isUnknown,
    explanation,
  }
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
    counts: isComplete ? data?.value : undefined,
    isComplete,
    isUnknown: isComplete && data?.value.results.length === 0,
  }
}

/** Why an address has no page. Its checksum is verified by code that loads when it is needed. */
function useExplanation(text: string): string | undefined {
  const { data } = useQuery({
    queryKey: ['explanation', text],
    queryFn: async () => {
      const { checkAddress } = await import('./checkAddress.ts')
      return checkAddress(text) ?? null
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
  return plainName(`${title} ${detail} ${id}`).includes(plainName(text))
}
