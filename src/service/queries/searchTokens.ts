import {
  type Database,
  integerOf,
  optionalTextOf,
  type Query,
  type Row,
  textOf,
} from '../database/database.ts'
import { inChunks, LIST } from '../database/inChunks.ts'
import { fold } from '../database/searchTerms.ts'
import type { Found } from './searchIdentifiers.ts'
import { similarTexts } from './similarTexts.ts'
import { IDENTITY_COLUMNS, IDENTITY_JOIN, identityRank, MAX_UNKNOWN } from './tokenIdentity.ts'

/** The distance between two ranks: larger than the length of any term. */
export const RANK = 1000

/** A single letter matches most entries: of each kind, only the first are found. */
export const MAX_MATCHES = 2000

/**
 * Tokens by name, symbol, words of those and principal. Of equally close ones, those whose name or symbol
 * is the query to the letter come first, then by `identityRank`.
 */
export async function searchTokens(database: Database, query: string): Promise<Found[]> {
  const text = fold(query)
  const named = await searchTerms(database.query, query)
  return merge([...named, ...(await searchPrincipals(database, text))])
}

export async function searchSimilarTokens({ query }: Database, text: string): Promise<Found[]> {
  return merge(readEntries(await inChunks(query, SIMILAR, similarTexts(text)), text))
}

/** Each hit once, the closest first. */
function merge(found: Found[]): Found[] {
  const ids = new Set<string>()
  return found
    .toSorted((one, other) => one.distance - other.distance)
    .filter(({ hit }) => !ids.has(hit.id) && ids.add(hit.id))
}

async function searchTerms(query: Query, text: string): Promise<Found[]> {
  const term = fold(text)
  if (term === '') return []
  const rows = await query(entriesSql('term >= $1 AND term < $2'), [term, `${term}\u{10ffff}`])
  return readEntries(rows, text)
}

/** Entries of the directory with the term that is closest to a query. */
function entriesSql(condition: string): string {
  return `
    SELECT matched.id, matched.title, matched.detail, matched.distance,
           t.principal, t.name, t.symbol, CAST(t.decimals AS TEXT) AS decimals,
           CAST(t.total_supply AS TEXT) AS total_supply, ${IDENTITY_COLUMNS}
      FROM (SELECT id, title, detail,
                   CAST(min(rank * ${RANK} + length(term)) AS TEXT) AS distance
              FROM (SELECT * FROM directory WHERE kind = 'token' AND ${condition}
                     ORDER BY term, id LIMIT ${MAX_MATCHES}) AS terms
             GROUP BY id, title, detail) AS matched
      LEFT JOIN tokens t ON t.principal = matched.id ${IDENTITY_JOIN}
     ORDER BY matched.title, matched.id`
}

const SIMILAR = entriesSql(`term IN (${LIST})`)

function readEntries(rows: Row[], text: string): Found[] {
  const term = fold(text)
  return rows
    .map((row) => ({
      ...foundToken(row),
      isNamed: [row.name, row.symbol].some((it) => fold(String(it ?? '')) === term),
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

function foundToken(row: Row): Found {
  const [id, title, detail] = [textOf(row, 'id'), textOf(row, 'title'), textOf(row, 'detail')]
  const hit = { kind: 'token', id, title, detail, ...factsOf(row) } as const
  return { hit, distance: Number(row.distance) }
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
