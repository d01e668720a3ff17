import type Libsql from 'libsql'
import { inserter } from './inserter.ts'

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

/**
 * A text as the directory compares it: without case, accents, the form of its letters, or the `$` that
 * some put before a symbol.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .trim()
    .replace(/^\$(?=.)/, '')
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
export function directoryInserter(connection: Libsql.Database): (entry: DirectoryEntry) => void {
  const insert = inserter(connection, 'directory', [
    'term',
    'kind',
    'id',
    'rank',
    'title',
    'detail',
  ])
  return ({ names, others, identifiers, ...entry }) => {
    const words = [...names, ...others].flatMap((text) => text.split(/[^\p{L}\p{M}\p{N}]+/u))
    const ranks = new Map<string, number>()
    for (const text of [...words, ...others, ...identifiers]) ranks.set(fold(text), 1)
    for (const text of names) ranks.set(fold(text), 0)
    ranks.delete('')
    for (const [term, rank] of ranks) insert({ ...entry, term, rank })
  }
}
