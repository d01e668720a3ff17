import type { NewRow } from './replaceRows.ts'

/**
 * A token that a search can find. Matches of `names` rank above matches of `others`, of `identifiers` and
 * of single words of `names` and `others`.
 */
type DirectoryEntry = {
  kind: 'token'
  id: string
  title: string
  detail: string
  names: string[]
  others: string[]
  identifiers: string[]
}

const MAX_TERM_LENGTH = 200

/**
 * Normalises a text for search: without case, accents, compatibility forms and the `$` that some put
 * before a symbol. Long texts are cut off, because a PostgreSQL index cannot hold them.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .trim()
    .replace(/^\$(?=.)/, '')
    .slice(0, MAX_TERM_LENGTH)
    .replace(/\p{Cs}/gu, '\ufffd')
}

/** The names of a locale's language in English and in that language; empty if it is unknown. */
export function languageNames(locale: string): string[] {
  try {
    return ['en', locale].flatMap(
      (language) =>
        new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(locale) ?? [],
    )
  } catch {
    return [] // RangeError: the tag is malformed.
  }
}

/** The directory rows of an entry: each term once, with its best rank. */
export function directoryRows({ names, others, identifiers, ...entry }: DirectoryEntry): NewRow[] {
  const words = [...names, ...others].flatMap((text) => text.split(/[^\p{L}\p{M}\p{N}]+/u))
  const ranks = new Map<string, number>()
  for (const text of [...words, ...others, ...identifiers]) ranks.set(fold(text), 1)
  for (const text of names) ranks.set(fold(text), 0)
  ranks.delete('')
  return [...ranks].map(([term, rank]) => ({ ...entry, term, rank }))
}
