import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAppContext } from '../appContext.ts'
import { FAILURES } from '../errors/failures.ts'
import { quote } from '../ui/UntrustedText.tsx'
import { findKey, KEY_SENTENCES } from './findKey.ts'
import { parseQuery, readQuery } from './parseQuery.ts'
import { suggestPages, suggestSaved } from './Suggestions.tsx'
import { favourites, visits } from './savedLinks.ts'
import { searchQuery } from './searchResults.ts'

const TYPING_PAUSE_MS = 120

/**
 * Suggestions for a text: pages by its form, and what the service finds; for an empty text the saved pages. A text
 * with a key is not sent.
 */
export function useSuggestions(typed: string, isOpen: boolean) {
  const { origin } = useAppContext()
  const key = findKey(typed)
  const text = key === undefined ? readQuery(typed) : ''
  const { found, isSettled, error } = useFound(text, isOpen)
  const saved = suggestSaved(favourites.use(), visits.use())
  if (key !== undefined) return { groups: [], isSettled: true, message: messageOfKey(key) }
  if (text === '') return { groups: saved, isSettled: true }
  const groups = suggestPages(text, parseQuery(typed, origin), found)
  const nothing = error === null ? `Nothing matches ${quote(text)}.` : FAILURES[error.kind].title
  return { groups, found, isSettled, message: isSettled ? nothing : undefined }
}

function messageOfKey(key: keyof typeof KEY_SENTENCES): string {
  const { title, text } = KEY_SENTENCES[key]
  return `${title}. ${text} Cairn has not sent it.`
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

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(setPaused, TYPING_PAUSE_MS, text)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
