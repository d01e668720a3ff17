import * as v from 'valibot'
import { type Remembered, remembered } from '../ui/remembered.ts'

/** A page of ours that this device remembers: its address, of what kind it is, and what it is about. */
export const KeptLink = v.object({
  to: v.pipe(v.string(), v.regex(/^\/(?!\/)/)),
  kind: v.string(),
  title: v.string(),
})
export type KeptLink = v.InferOutput<typeof KeptLink>

/** Links with the newest first, and never more than `most`. */
export type KeptLinks = Remembered<KeptLink[]> & { most: number }

export const favourites = keptLinks('cairn.favourites', 100)
export const visits = keptLinks('cairn.visits', 20)

function keptLinks(key: string, most: number): KeptLinks {
  return { ...remembered(key, v.array(KeptLink), []), most }
}

/** Puts a link first, in place of one to the same page. */
export function keepLink(links: KeptLinks, link: KeptLink): void {
  const others = links.read().filter(({ to }) => pageOf(to) !== pageOf(link.to))
  links.set([link, ...others].slice(0, links.most))
}

export function dropLink(links: KeptLinks, link: KeptLink): void {
  links.set(links.read().filter(({ to }) => pageOf(to) !== pageOf(link.to)))
}

/** Of a list or a token every page and locale is one page; every search is its own. */
export function pageOf(to: string): string {
  return to.startsWith('/search') ? to : to.replace(/\?.*/, '')
}
