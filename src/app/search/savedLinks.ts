import * as v from 'valibot'
import { type StoredValue, storedValue } from '../ui/storedValue.ts'

/** A page that is saved on this device: its path and query, kind and title. */
export const SavedLink = v.object({
  to: v.pipe(v.string(), v.regex(/^\/(?!\/)/)),
  kind: v.string(),
  title: v.string(),
})
export type SavedLink = v.InferOutput<typeof SavedLink>

/** At most `max` links, newest first. */
type SavedLinks = StoredValue<SavedLink[]> & { max: number }

export const favourites = savedLinks('cairn.favourites', 100)
export const visits = savedLinks('cairn.visits', 20)

function savedLinks(key: string, max: number): SavedLinks {
  return { ...storedValue(key, v.array(SavedLink), []), max }
}

/** Saves a link as the newest, and removes older links to the same page. */
export function saveLink(links: SavedLinks, link: SavedLink): void {
  const others = links.read().filter(({ to }) => pageKeyOf(to) !== pageKeyOf(link.to))
  links.set([link, ...others].slice(0, links.max))
}

export function removeLink(links: SavedLinks, link: SavedLink): void {
  links.set(links.read().filter(({ to }) => pageKeyOf(to) !== pageKeyOf(link.to)))
}

/** Identifies a page. It ignores the query (locale, paging), except for searches and the tokens of an address. */
export function pageKeyOf(to: string): string {
  return /^\/(search|tokens)\b/.test(to) ? to : to.replace(/\?.*/, '')
}
