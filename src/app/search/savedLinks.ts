import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as v from 'valibot'
import { type StoredValue, storedValue } from '../ui/storedValue.ts'

/** A page that is saved on this device: its path and query, kind and title. */
const SavedLink = v.object({
  to: v.pipe(v.string(), v.regex(/^\/(?!\/)/)),
  kind: v.string(),
  title: v.string(),
})
export type SavedLink = v.InferOutput<typeof SavedLink>

type SavedLinks = StoredValue<SavedLink[]>

export const favourites = storedValue('cairn.favourites', v.array(SavedLink), [])
export const visits = storedValue('cairn.visits', v.array(SavedLink), [])

/** Saves a link as the newest, and removes older links to the same page. */
export function saveLink(links: SavedLinks, link: SavedLink): void {
  links.set([link, ...othersThan(link, links)].slice(0, MAX_LINKS))
}

const MAX_LINKS = 100

export function removeLink(links: SavedLinks, link: SavedLink): void {
  links.set(othersThan(link, links))
}

function othersThan(link: SavedLink, links: SavedLinks): SavedLink[] {
  return links.read().filter(({ to }) => pageKeyOf(to) !== pageKeyOf(link.to))
}

/** Identifies a page. It ignores the query (locale, paging), except for searches and the tokens of an address. */
export function pageKeyOf(to: string): string {
  return /^\/(search|tokens)\b/.test(to) ? to : to.replace(/\?.*/, '')
}

const MIN_VIEW_MS = 1000

type Page = { kind?: string; title: string; path?: string; status?: number }

export function useRecordVisit({ kind, title, path, status = 200 }: Page): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (kind === undefined || path === undefined || status >= 400) return
    const timer = setInterval(() => {
      if (queryClient.isFetching() > 0) return
      clearInterval(timer)
      saveLink(visits, { to: path, kind, title: title.slice(0, 200) })
    }, MIN_VIEW_MS)
    return () => clearInterval(timer)
  }, [queryClient, kind, path, title, status])
}
