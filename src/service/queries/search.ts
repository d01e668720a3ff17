import type { SearchHit, SearchResults } from '../../contract/directory.ts'
import {
  type Database,
  type Databases,
  integerOf,
  optionalTextOf,
  textOf,
} from '../database/database.ts'
import { fold, runeDetail } from '../database/searchTerms.ts'
import { locateBlock, locateBlockBelow, locateTransaction } from './activityScope.ts'

const MAX_HITS = 20
/** For blocks and for transactions: readers who type the start of an identifier rarely want more. */
const MAX_IDENTIFIED = 5

/** A hit, and the distance of its matching text from the query: less is closer. */
type Found = { hit: SearchHit; distance: number }

/**
 * At most twenty hits for a text of at most MAX_QUERY_LENGTH, best match first: exact names, then names
 * that begin with it, then words and identifiers that begin with it. Each kind has a share of the hits,
 * so that a rune is found among any number of tokens that took its name.
 */
export async function searchDirectory(databases: Databases, query: string): Promise<SearchResults> {
  const { tokens, runes } = databases
  const text = fold(query)
  const kinds = await Promise.all([
    searchHeights(runes, text),
    searchHashes(runes, 'block', text),
    searchHashes(runes, 'transaction', text),
    searchTokens(tokens, text),
    searchRunes(databases, text),
  ])
  const share = MAX_HITS / 2
  const found = [
    ...kinds.flatMap((kind) => kind.slice(0, share)),
    ...kinds.flatMap((kind) => kind.slice(share)),
  ].slice(0, MAX_HITS)
  return { results: found.toSorted((a, b) => a.distance - b.distance).map(({ hit }) => hit) }
}

/** Characters that people write between the words of a rune's name. */
const SPACERS = /[\s•·∙●.#]/g

/** The distance between two ranks: larger than the length of any term. */
const RANK = 1000

async function searchTokens(database: Database, text: string): Promise<Found[]> {
  const named = await searchTerms(database, 'token', text)
  const ids = new Set(named.map(({ hit }) => hit.id))
  const byPrincipal = await searchPrincipals(database, text)
  return [...named, ...byPrincipal.filter(({ hit }) => !ids.has(hit.id))]
}

const MIN_ADDRESS_LENGTH = 28

/** Tokens whose principal begins with the text, in order of principal. */
async function searchPrincipals(database: Database, text: string): Promise<Found[]> {
  const [, address, name] = /^(s[0-9a-z]{0,40})(\.[0-9a-z_-]{0,40})?$/.exec(text) ?? []
  if (address === undefined) return []
  // With a contract name after an incomplete address, the query would scan many tokens.
  if (name !== undefined && address.length < MIN_ADDRESS_LENGTH) return []
  const begin = address.toUpperCase()
  const rows = await database.query(
    `SELECT principal, name, symbol FROM tokens
      WHERE principal >= $1 AND principal < $2 AND substr(lower(principal), 1, length($3)) = $3
      ORDER BY principal LIMIT ${MAX_HITS}`,
    [begin, `${begin}~`, text],
  )
  return rows.map((row) => {
    const id = textOf(row, 'principal')
    const title = optionalTextOf(row, 'name')?.trim() || id.split('.')[1] || id
    const detail = optionalTextOf(row, 'symbol') ?? ''
    return { hit: { kind: 'token', id, title, detail }, distance: RANK + id.length }
  })
}

async function searchRunes({ tokens, runes }: Databases, text: string): Promise<Found[]> {
  const term = text.replace(SPACERS, '')
  const listed = await searchTerms(tokens, 'rune', term)
  const ids = new Set(listed.map(({ hit }) => hit.id))
  const stored = await searchRuneTable(runes, term)
  return [...listed, ...stored.filter(({ hit }) => !ids.has(hit.id))]
}

/** Runes by id, number or the beginning of their name. An indexer's database has no directory. */
async function searchRuneTable(runes: Database, term: string): Promise<Found[]> {
  const [where, parameters] = /^[a-z]{1,28}$/.test(term)
    ? ['name >= $1 AND name < $2 ORDER BY name', [term.toUpperCase(), nameAfter(term)]]
    : /^[0-9]{1,15}$/.test(term)
      ? ['number = $1 ORDER BY name', [Number(term)]]
      : ['id = $1 ORDER BY name', [term]]
  const rows = await runes.query(
    `SELECT id, name, spaced_name, CAST(number AS TEXT) AS number FROM runes WHERE ${where} LIMIT ${MAX_HITS}`,
    parameters,
  )
  return rows.map((row) => {
    const id = textOf(row, 'id')
    const detail = runeDetail(id, integerOf(row, 'number'))
    const distance = (where.startsWith('name') ? 0 : RANK) + textOf(row, 'name').length
    return { hit: { kind: 'rune', id, title: textOf(row, 'spaced_name'), detail }, distance }
  })
}

/** An upper bound of the names with this prefix. Names are A to Z, which every collation orders alike. */
function nameAfter(begin: string): string {
  const letters = begin.toUpperCase().replace(/Z+$/, '')
  // No letter follows Z. This is longer than any name.
  if (letters === '') return 'ZZZZZZZZZZZZZZZZZZZZZZZZZZZZZ'
  return letters.slice(0, -1) + String.fromCharCode(letters.charCodeAt(letters.length - 1) + 1)
}

const MAX_RANKED_TERMS = 5000

async function searchTerms(
  database: Database,
  kind: 'token' | 'rune',
  term: string,
): Promise<Found[]> {
  if (term === '') return []
  // A rune without an id has no page: unless the term is its exact name, it ranks behind the others.
  // A single letter matches most entries, so only the first terms are ranked.
  const rows = await database.query(
    `SELECT id, title, detail, CAST(min(distance) AS TEXT) AS distance
       FROM (SELECT id, title, detail, rank * ${RANK} + length(term)
                    + CASE WHEN kind = 'rune' AND id NOT LIKE '%:%' AND term <> $1
                           THEN ${RANK / 2} ELSE 0 END AS distance
               FROM directory WHERE kind = $2 AND term >= $1 AND term < $3
              ORDER BY term, id LIMIT ${MAX_RANKED_TERMS}) AS matched
      GROUP BY id, title, detail
      ORDER BY min(distance), lower(title) <> $1, length(title), title, id
      LIMIT ${MAX_HITS}`,
    [term, kind, `${term}\u{10ffff}`],
  )
  return rows.map((row) => ({
    hit: {
      kind,
      id: textOf(row, 'id'),
      title: textOf(row, 'title'),
      detail: textOf(row, 'detail'),
    },
    distance: Number(row.distance),
  }))
}

/** Blocks whose height begins with the digits: shortest heights first, then newest blocks. */
async function searchHeights({ query }: Database, text: string): Promise<Found[]> {
  const digits = text.replace(/(?<=[0-9])[ ,._'’](?=[0-9]{3}(?![0-9]))/g, '')
  if (!/^[1-9][0-9]{0,8}$/.test(digits)) return []
  const found: Found[] = []
  for (let width = 1; digits.length + String(width).length <= 10; width *= 10) {
    const lowest = Number(digits) * width
    let above = lowest + width
    while (found.length < MAX_IDENTIFIED) {
      const block = await locateBlockBelow(query, above)
      if (block === undefined || block.height < lowest) break
      found.push({ hit: blockHit(block), distance: String(block.height).length })
      above = block.height
    }
  }
  return found
}

const MAX_HOPS = 1000

/**
 * Blocks or transactions whose hash begins with the digits. If the middle of the hash was cut out, its
 * end is compared too, among the first MAX_HOPS matches.
 */
async function searchHashes(
  database: Database,
  kind: 'block' | 'transaction',
  text: string,
): Promise<Found[]> {
  const [, begin, end = ''] =
    /^(?:0x)?([0-9a-f]{4,64})(?:\.{2,3}([0-9a-f]{4,64}))?$/.exec(text) ?? []
  if (begin === undefined) return []
  const column = kind === 'block' ? 'block_hash' : 'tx_id'
  const hops = end === '' ? MAX_IDENTIFIED : MAX_HOPS
  const rows = await database.query(hopsOver(column), [begin, `${begin}g`, hops, `%${end}`])
  const hits = rows.map((row) => hitOf(database, kind, textOf(row, 'hash')))
  return (await Promise.all(hits))
    .filter((hit) => hit !== undefined)
    .map((hit) => ({ hit, distance: HASH_LENGTH }))
}

const HASH_LENGTH = 64

async function hitOf(
  { query }: Database,
  kind: 'block' | 'transaction',
  hash: string,
): Promise<SearchHit | undefined> {
  if (kind === 'block') {
    const block = await locateBlock(query, { kind: 'hash', hash })
    return block && blockHit(block)
  }
  const transaction = await locateTransaction(query, hash)
  if (transaction === undefined) return
  const detail = `in block ${transaction.height.toLocaleString('en')}`
  return { kind, id: hash, title: hash, detail }
}

/** Uses one index seek per hash, because a transaction may have thousands of records. */
function hopsOver(column: 'block_hash' | 'tx_id'): string {
  return `WITH RECURSIVE hashes(hash, hops) AS (
      SELECT min(${column}), 1 FROM ledger WHERE ${column} >= $1 AND ${column} < $2
      UNION ALL
      SELECT (SELECT min(${column}) FROM ledger WHERE ${column} > hash AND ${column} < $2), hops + 1
        FROM hashes WHERE hash IS NOT NULL AND hops < $3
    )
    SELECT hash FROM hashes WHERE hash LIKE $4 ORDER BY hash LIMIT ${MAX_IDENTIFIED}`
}

function blockHit({ height, hash }: { height: number; hash: string }): SearchHit {
  return { kind: 'block', id: String(height), title: String(height), detail: hash }
}
