import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { BITCOIN_FORM, STACKS_FORM } from '../../contract/identifiers.ts'
import { useAppContext } from '../appContext.ts'
import { FAILURES } from '../errors/failures.ts'
import { quote } from '../ui/UntrustedText.tsx'
import { parseQuery } from './parseQuery.ts'
import { partsOf } from './SearchRow.tsx'
import { suggestPages, suggestSaved } from './Suggestions.tsx'
import { favourites, visits } from './savedLinks.ts'
import { readQuery, searchQuery } from './searchResults.ts'

const TYPING_PAUSE_MS = 120

/** Suggestions for a text: pages by its form, and what the service finds; for an empty text the saved pages. */
export function useSuggestions(typed: string, isOpen: boolean) {
  const { origin } = useAppContext()
  const text = readQuery(typed)
  const { found, isSettled, error } = useFound(text, isOpen)
  const links = parseQuery(typed, origin)
  const id = links[0] === undefined ? text : partsOf(links[0])[1]
  const explanation = useExplanation(isOpen ? id : '')
  const saved = suggestSaved(favourites.use(), visits.use())
  const nothing = error === null ? `Nothing matches ${quote(text)}.` : FAILURES[error.kind].title
  return {
    groups: text === '' ? saved : suggestPages(text, explanation === undefined ? links : [], found),
    total: found?.total,
    isSettled: text === '' || isSettled,
    message: explanation ?? (text !== '' && isSettled ? nothing : undefined),
  }
}

function useFound(text: string, isOpen: boolean) {
  const paused = usePaused(text)
  const { data, error, isFetching } = useQuery({
    ...searchQuery(paused),
    placeholderData: keepPreviousData,
    enabled: isOpen && paused !== '',
  })
  return { found: data?.value, error, isSettled: paused === text && !isFetching }
}

/** What is wrong with an address. The code that verifies its checksum loads when it is needed. */
function useExplanation(text: string): string | undefined {
  const address = STACKS_FORM.exec(text)?.[1] ?? (BITCOIN_FORM.test(text) ? text : undefined)
  const { data } = useQuery({
    queryKey: ['mistake in address', address],
    queryFn: async () => {
      const { explainAddress } = await import('../../bitcoin/addresses.ts')
      return explainAddress(address ?? '') ?? null
    },
    enabled: address !== undefined,
  })
  return data ? `${data.reason}.` : undefined
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(setPaused, TYPING_PAUSE_MS, text)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
