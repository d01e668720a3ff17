import type { RowWriter } from './rowWriter.ts'

/**
 * What a search can lead to. `names` are what it is called, `others` what else it is called, and
 * `identifiers` what has no words.
 */
export type DirectoryEntry = {
  kind: 'token' | 'rune'
  id: string
  title: string
  detail: string
  names: string[]
  others: string[]
  identifiers: string[]
}

const MAX_COMPARED = 200

/**
 * A text as the directory compares it: without case, accents, the form of its letters, or the `$` that
 * some put before a symbol; not all of a long one, which no index of a PostgreSQL takes.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .trim()
    .replace(/^\$(?=.)/, '')
    .slice(0, MAX_COMPARED)
    .replace(/\p{Cs}/gu, '\ufffd')
}

/** What tells a rune from others: `#12 · 840000:3`, as far as it is known. */
export function runeDetail(
  id: string | null | undefined,
  number: number | null | undefined,
): string {
  return [typeof number === 'number' ? `#${number}` : '', id].filter(Boolean).join(' · ')
}

/** The names of a locale's language, in English and in its own words; none where nobody knows it. */
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

/** A writer of the directory: each text once, names before words of them and whatever else there is. */
export function directoryWriter(writer: RowWriter): (entry: DirectoryEntry) => Promise<void> {
  const insert = writer.into('directory', ['term', 'kind', 'id', 'rank', 'title', 'detail'])
  return async ({ names, others, identifiers, ...entry }) => {
    const words = [...names, ...others].flatMap((text) => text.split(/[^\p{L}\p{M}\p{N}]+/u))
    const ranks = new Map<string, number>()
    for (const text of [...words, ...others, ...identifiers]) ranks.set(fold(text), 1)
    for (const text of names) ranks.set(fold(text), 0)
    ranks.delete('')
    for (const [term, rank] of ranks) await insert({ ...entry, term, rank })
  }
}
