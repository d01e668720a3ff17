import { RUNE_SPACERS } from '../../contract/identifiers.ts'
import { type Database, integerOf, type Row, type SqlValue, textOf } from '../database/database.ts'
import { inChunks, LIST } from '../database/inChunks.ts'
import type { Found } from './searchIdentifiers.ts'
import { MAX_MATCHES, RANK } from './searchTokens.ts'
import { similarTexts } from './similarTexts.ts'

/**
 * Runes by id, number, the beginning of their name or of a word of it: the exact name first, then names
 * that begin with the text, then words.
 * @param text folded.
 */
export async function searchRunes({ query }: Database, text: string): Promise<Found[]> {
  const words = text.split(RUNE_SPACERS).filter((word) => word !== '')
  const term = words.join('')
  if (term === '') return []
  const [sql, parameters] = /^[a-z]{1,28}$/.test(term) ? byName(words) : byIdentifier(term)
  return (await query(sql, parameters)).map(foundRune)
}

/** Runes whose name differs from a folded text by one letter. */
export async function searchSimilarRunes({ query }: Database, text: string): Promise<Found[]> {
  const names = similarTexts(text.replace(RUNE_SPACERS, '')).map((name) => name.toUpperCase())
  const rows = await inChunks(query, `SELECT ${COLUMNS} FROM runes WHERE name IN (${LIST})`, names)
  return rows.map(foundRune).toSorted((one, other) => one.distance - other.distance)
}

const COLUMNS = 'id, name, spaced_name, CAST(number AS TEXT) AS number'

function byName(words: string[]): [sql: string, parameters: SqlValue[]] {
  const name = words.join('').toUpperCase()
  return [BY_NAME, [name, nameAfter(name), `%•${words.join('•').toUpperCase()}%`]]
}

/**
 * No index finds a word within a name, and an indexer's database gets no table of ours. So each search
 * reads the names of all runes once. There are some 200,000 of them.
 */
const BY_NAME = `
  SELECT ${COLUMNS}, CASE WHEN name >= $1 AND name < $2 THEN 0 ELSE 1 END AS rank
    FROM runes WHERE (name >= $1 AND name < $2) OR spaced_name LIKE $3
   ORDER BY rank, length(name), name, id LIMIT ${MAX_MATCHES}`

function byIdentifier(term: string): [sql: string, parameters: SqlValue[]] {
  const sql = `SELECT ${COLUMNS} FROM runes WHERE`
  return /^[0-9]{1,15}$/.test(term)
    ? [`${sql} number = $1`, [Number(term)]]
    : [`${sql} id = $1`, [term]]
}

function foundRune(row: Row): Found {
  const [id, number] = [textOf(row, 'id'), integerOf(row, 'number')]
  const detail = number === undefined ? id : `#${number} · ${id}`
  const hit = { kind: 'rune', id, title: textOf(row, 'spaced_name'), detail } as const
  return { hit, distance: Number(row.rank ?? 0) * RANK + textOf(row, 'name').length }
}

/** An upper bound of the names with this prefix. Names are A to Z, which every collation orders alike. */
export function nameAfter(begin: string): string {
  const letters = begin.toUpperCase().replace(/Z+$/, '')
  // No letter follows Z. This is longer than any name.
  if (letters === '') return 'ZZZZZZZZZZZZZZZZZZZZZZZZZZZZZ'
  return letters.slice(0, -1) + String.fromCharCode(letters.charCodeAt(letters.length - 1) + 1)
}
