import {
  type Database,
  type Databases,
  integerOf,
  optionalTextOf,
  type Query,
  type Row,
  type SqlValue,
  textOf,
} from '../database/database.ts'
import { inChunks, LIST } from '../database/inChunks.ts'
import { fold, runeDetail } from '../database/searchTerms.ts'
import type { Found } from './searchIdentifiers.ts'
import { similarTexts } from './similarTexts.ts'
import { IDENTITY_COLUMNS, IDENTITY_JOIN, identityRank, MAX_UNKNOWN } from './tokenIdentity.ts'

/** Characters that people write between the words of a rune's name. */
const SPACERS = /[\s•·∙●.#]/g

/** The distance between two ranks: larger than the length of any term. */
const RANK = 1000

/** A single letter matches most entries: of each kind, only the first are found. */
const MAX_MATCHES = 2000

/**
 * Tokens by name, symbol, words of those and principal. Of equally close ones, those whose name or symbol
 * is the query to the letter come first, then by `identityRank`.
 */
export async function searchTokens(database: Database, query: string): Promise<Found[]> {
  const text = fold(query)
  const named = await searchTerms(database.query, 'token', query)
  return merge([...named, ...(await searchPrincipals(database, text))])
}

export async function searchSimilarTokens({ query }: Database, text: string): Promise<Found[]> {
  return merge(readEntries(await inChunks(query, SIMILAR.token, similarTexts(text)), text))
}

/** Runes by id, number or the beginning of their name. An indexer's database has no directory. */
export async function searchRunes({ tokens, runes }: Databases, text: string): Promise<Found[]> {
  const term = text.replace(SPACERS, '')
  const listed = await searchTerms(tokens.query, 'rune', term)
  return merge([...listed, ...(await searchRuneTable(runes, term))])
}

export async function searchSimilarRunes(
  { tokens, runes }: Databases,
  text: string,
): Promise<Found[]> {
  const similar = similarTexts(text.replace(SPACERS, ''))
  const names = similar.map((name) => name.toUpperCase())
  const [listed, stored] = await Promise.all([
    inChunks(tokens.query, SIMILAR.rune, similar),
    inChunks(runes.query, `${RUNE_COLUMNS} WHERE name IN (${LIST})`, names),
  ])
  return merge([...readEntries(listed, text), ...stored.map(foundRune)])
}

/** Each hit once, the closest first. */
function merge(found: Found[]): Found[] {
  const ids = new Set<string>()
  return found
    .toSorted((one, other) => one.distance - other.distance)
    .filter(({ hit }) => !ids.has(hit.id) && ids.add(hit.id))
}

async function searchTerms(query: Query, kind: 'token' | 'rune', text: string): Promise<Found[]> {
  const term = fold(text)
  if (term === '') return []
  const condition = 'term >= $1 AND term < $2'
  const rows = await query(entriesSql(kind, condition), [term, `${term}\u{10ffff}`])
  return readEntries(rows, text)
}

/** Entries of the directory with the term that is closest to a query. */
function entriesSql(kind: 'token' | 'rune', condition: string): string {
  return `
    SELECT matched.kind, matched.id, matched.title, matched.detail, matched.distance,
           t.principal, t.name, t.symbol, CAST(t.decimals AS TEXT) AS decimals,
           CAST(t.total_supply AS TEXT) AS total_supply, ${IDENTITY_COLUMNS}
      FROM (SELECT kind, id, title, detail,
                   CAST(min(rank * ${RANK} + length(term)) AS TEXT) AS distance
              FROM (SELECT * FROM directory WHERE kind = '${kind}' AND ${condition}
                     ORDER BY term, id LIMIT ${MAX_MATCHES}) AS terms
             GROUP BY kind, id, title, detail) AS matched
      LEFT JOIN tokens t ON t.principal = matched.id ${IDENTITY_JOIN}
     ORDER BY matched.title, matched.id`
}

const SIMILAR = {
  token: entriesSql('token', `term IN (${LIST})`),
  rune: entriesSql('rune', `term IN (${LIST})`),
}

function readEntries(rows: Row[], text: string): Found[] {
  const term = fold(text)
  return rows
    .map((row) => ({
      ...foundEntry(row, term),
      caseRank: caseRank(row, text),
      rank: identityRank(row) + nameRank(row, term),
    }))
    .sort(
      (one, other) =>
        one.distance - other.distance ||
        one.caseRank - other.caseRank ||
        one.rank - other.rank ||
        one.hit.title.length - other.hit.title.length,
    )
}

/** Text without capitals is often typed for any case, so it ranks no token before others. */
function caseRank({ name, symbol }: Row, text: string): number {
  const isCased = text !== text.toLowerCase()
  return isCased && [name, symbol].some((it) => String(it ?? '').trim() === text.trim()) ? 0 : 1
}

/** Among equally close tokens, those with this name come before those with this symbol. */
function nameRank(row: Row, term: string): number {
  return fold(textOf(row, 'title')) === term ? 0 : MAX_UNKNOWN + 1
}

function foundEntry(row: Row, term: string): Found {
  const [id, title, detail] = [textOf(row, 'id'), textOf(row, 'title'), textOf(row, 'detail')]
  const distance = Number(row.distance)
  if (row.kind === 'token') {
    return { hit: { kind: 'token', id, title, detail, ...factsOf(row) }, distance }
  }
  // A rune without an id has no page: unless the term is its exact name, it ranks behind the others.
  const isBehind = !id.includes(':') && distance !== term.length
  const hit = { kind: 'rune', id, title, detail } as const
  return { hit, distance: distance + (isBehind ? RANK / 2 : 0) }
}

/** What tells tokens of the same name apart. JSON leaves out the undefined values. */
function factsOf(row: Row) {
  return {
    total_supply: optionalTextOf(row, 'total_supply'),
    decimals: integerOf(row, 'decimals'),
    has_document: Number(row.has_document) === 1,
  }
}

const MIN_ADDRESS_LENGTH = 28

/** Tokens whose principal begins with the text, in order of principal. Fewer letters begin most. */
async function searchPrincipals(database: Database, text: string): Promise<Found[]> {
  const [, address, name] = /^(s[0-9a-z]{3,40})(\.[0-9a-z_-]{0,40})?$/.exec(text) ?? []
  if (address === undefined) return []
  // With a contract name after an incomplete address, the query would scan many tokens.
  if (name !== undefined && address.length < MIN_ADDRESS_LENGTH) return []
  const begin = address.toUpperCase()
  const rows = await database.query(
    `SELECT principal, name, symbol FROM tokens
      WHERE principal >= $1 AND principal < $2 AND substr(lower(principal), 1, length($3)) = $3
      ORDER BY principal LIMIT ${MAX_MATCHES}`,
    [begin, `${begin}~`, text],
  )
  return rows.map((row) => {
    const id = textOf(row, 'principal')
    const title = optionalTextOf(row, 'name')?.trim() || id.split('.')[1] || id
    const detail = optionalTextOf(row, 'symbol') ?? ''
    return { hit: { kind: 'token', id, title, detail }, distance: RANK + id.length }
  })
}

async function searchRuneTable({ query }: Database, term: string): Promise<Found[]> {
  const [condition, parameters] = runeCondition(term)
  const sql = `${RUNE_COLUMNS} WHERE ${condition} ORDER BY name LIMIT ${MAX_MATCHES}`
  return (await query(sql, parameters)).map(foundRune)
}

const RUNE_COLUMNS = 'SELECT id, name, spaced_name, CAST(number AS TEXT) AS number FROM runes'

function runeCondition(term: string): [condition: string, parameters: SqlValue[]] {
  if (/^[a-z]{1,28}$/.test(term)) {
    return ['name >= $1 AND name < $2', [term.toUpperCase(), nameAfter(term)]]
  }
  return /^[0-9]{1,15}$/.test(term) ? ['number = $1', [Number(term)]] : ['id = $1', [term]]
}

function foundRune(row: Row): Found {
  const id = textOf(row, 'id')
  const detail = runeDetail(id, integerOf(row, 'number'))
  const hit = { kind: 'rune', id, title: textOf(row, 'spaced_name'), detail } as const
  return { hit, distance: textOf(row, 'name').length }
}

/** An upper bound of the names with this prefix. Names are A to Z, which every collation orders alike. */
export function nameAfter(begin: string): string {
  const letters = begin.toUpperCase().replace(/Z+$/, '')
  // No letter follows Z. This is longer than any name.
  if (letters === '') return 'ZZZZZZZZZZZZZZZZZZZZZZZZZZZZZ'
  return letters.slice(0, -1) + String.fromCharCode(letters.charCodeAt(letters.length - 1) + 1)
}
