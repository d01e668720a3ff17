import * as v from 'valibot'
import { type Remembered, remembered } from '../ui/remembered.ts'

/** A page of ours that this device remembers: its address, of what kind it is, and what it is about. */
export const SavedLink = v.object({
  to: v.pipe(v.string(), v.regex(/^\/(?!\/)/)),
  kind: v.string(),
  title: v.string(),
})
export type SavedLink = v.InferOutput<typeof SavedLink>

/** Links, the newest first, and never more than `max`. */
export type SavedLinks = Remembered<SavedLink[]> & { max: number }

export const favourites = savedLinks('cairn.favourites', 100)
export const visits = savedLinks('cairn.visits', 20)

function savedLinks(key: string, max: number): SavedLinks {
  return { ...remembered(key, v.array(SavedLink), []), max }
}

/** Puts a link first, in place of one to the same page. */
export function saveLink(links: SavedLinks, link: SavedLink): void {
  const others = links.read().filter(({ to }) => pageOf(to) !== pageOf(link.to))
  links.set([link, ...others].slice(0, links.max))
}

export function removeLink(links: SavedLinks, link: SavedLink): void {
  links.set(links.read().filter(({ to }) => pageOf(to) !== pageOf(link.to)))
}

/** Of a list or a token every page and locale is one page; every search is its own. */
export function pageOf(to: string): string {
  return to.startsWith('/search') ? to : to.replace(/\?.*/, '')
}
