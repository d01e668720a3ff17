import type { SearchHit, SearchResults } from '../../contract/directory.ts'
import {
  type Database,
  type Databases,
  integerOf,
  optionalTextOf,
  type Row,
  textOf,
} from '../database/database.ts'
import { fold, runeDetail } from '../snapshot/directoryTerms.ts'

const MOST_HITS = 20
/** Of blocks and of transactions: who begins to type an identifier rarely wants more. */
const MOST_IDENTIFIED = 5

/** A hit, and how far the text is from what it found: less is closer. */
type Found = { hit: SearchHit; distance: number }

/**
 * What a text may mean, the closest first, at most twenty: what is called so, then what begins so,
 * then what has a word or an identifier that begins so. Of blocks and transactions only those held.
 * No kind crowds out the others: a rune is found among any number of tokens that took its name.
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
  const share = MOST_HITS / 2
  const found = [
    ...kinds.flatMap((kind) => kind.slice(0, share)),
    ...kinds.flatMap((kind) => kind.slice(share)),
  ].slice(0, MOST_HITS)
  return { results: found.toSorted((a, b) => a.distance - b.distance).map(({ hit }) => hit) }
}

/** What people write between the words of a rune's name. */
const SPACERS = /[\s•·∙●.#]/g

/** Beyond any distance within a rank: no term is as long. */
const RANK = 1000

async function searchTokens(database: Database, text: string): Promise<Found[]> {
  const named = await searchTerms(database, 'token', text)
  const ids = new Set(named.map(({ hit }) => hit.id))
  const owned = await searchPrincipals(database, text)
  return [...named, ...owned.filter(({ hit }) => !ids.has(hit.id))]
}

/** Tokens whose principal begins so, in its order: there are thousands that begin with two letters. */
async function searchPrincipals(database: Database, text: string): Promise<Found[]> {
  const [, address] = /^(s[0-9a-z]{0,40})(\.[0-9a-z_-]*)?$/.exec(text) ?? []
  if (address === undefined) return []
  const begin = address.toUpperCase()
  const rows = await database.query(
    `SELECT principal, name, symbol FROM tokens
      WHERE principal >= $1 AND principal < $2 AND lower(principal) LIKE $3
      ORDER BY principal LIMIT ${MOST_HITS}`,
    [begin, `${begin}~`, `${text}%`],
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
  const held = await searchRuneTable(runes, term)
  return [...listed, ...held.filter(({ hit }) => !ids.has(hit.id))]
}

/** Runes by their id, their number or the beginning of their name: an indexer fills no directory. */
async function searchRuneTable(runes: Database, term: string): Promise<Found[]> {
  const [where, parameters] = /^[a-z]{1,28}$/.test(term)
    ? ['name >= $1 AND name < $2 ORDER BY name', [term.toUpperCase(), nameAfter(term)]]
    : /^[0-9]{1,15}$/.test(term)
      ? ['number = $1 ORDER BY name', [Number(term)]]
      : ['id = $1 ORDER BY name', [term]]
  const rows = await runes.query(
    `SELECT id, name, spaced_name, CAST(number AS TEXT) AS number FROM runes WHERE ${where} LIMIT ${MOST_HITS}`,
    parameters,
  )
  return rows.map((row) => {
    const id = textOf(row, 'id')
    const detail = runeDetail(id, integerOf(row, 'number'))
    const distance = (where.startsWith('name') ? 0 : RANK) + textOf(row, 'name').length
    return { hit: { kind: 'rune', id, title: textOf(row, 'spaced_name'), detail }, distance }
  })
}

/** The first name after all that begin so. Names are A to Z, which every collation orders alike. */
function nameAfter(begin: string): string {
  const letters = begin.toUpperCase().replace(/Z+$/, '')
  // After all names that begin with Z come none: no name has a letter like this one.
  if (letters === '') return 'ZZZZZZZZZZZZZZZZZZZZZZZZZZZZZ'
  return letters.slice(0, -1) + String.fromCharCode(letters.charCodeAt(letters.length - 1) + 1)
}

async function searchTerms(
  database: Database,
  kind: 'token' | 'rune',
  term: string,
): Promise<Found[]> {
  if (term === '') return []
  // A rune that only begins so and has no id, and so no page, stands behind those that have one.
  const rows = await database.query(
    `SELECT id, title, detail, CAST(min(distance) AS TEXT) AS distance
       FROM (SELECT id, title, detail, rank * ${RANK} + length(term)
                    + CASE WHEN kind = 'rune' AND id NOT LIKE '%:%' AND term <> $1
                           THEN ${RANK / 2} ELSE 0 END AS distance
               FROM directory WHERE kind = $2 AND term >= $1 AND term < $3) AS matched
      GROUP BY id, title, detail
      ORDER BY min(distance), lower(title) <> $1, length(title), title, id
      LIMIT ${MOST_HITS}`,
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

/** Blocks whose height begins with the digits, the shortest first, then the newest. */
async function searchHeights(database: Database, text: string): Promise<Found[]> {
  const digits = text.replace(/(?<=[0-9])[ ,._'’](?=[0-9]{3}(?![0-9]))/g, '')
  if (!/^[1-9][0-9]{0,8}$/.test(digits)) return []
  const found: Found[] = []
  for (let width = 1; digits.length + String(width).length <= 10; width *= 10) {
    const lowest = Number(digits) * width
    let above = lowest + width
    while (found.length < MOST_IDENTIFIED) {
      const [row] = await database.query(
        `SELECT CAST(block_height AS TEXT) AS block_height, block_hash FROM ledger
          WHERE block_height >= $1 AND block_height < $2
          ORDER BY ledger.block_height DESC LIMIT 1`,
        [lowest, above],
      )
      if (row === undefined) break
      found.push({ hit: blockHit(row), distance: textOf(row, 'block_height').length })
      above = Number(row.block_height)
    }
  }
  return found
}

/**
 * Blocks or transactions whose hash begins with the digits; also by a hash that was shortened in its
 * middle. One seek for each: a transaction has thousands of records.
 */
async function searchHashes(
  database: Database,
  kind: 'block' | 'transaction',
  text: string,
): Promise<Found[]> {
  const [, begin, end = ''] = /^(?:0x)?([0-9a-f]{4,64})(?:\.{2,3}([0-9a-f]{4,}))?$/.exec(text) ?? []
  if (begin === undefined) return []
  const column = kind === 'block' ? 'block_hash' : 'tx_id'
  const found: Found[] = []
  let after = begin
  while (found.length < MOST_IDENTIFIED) {
    const [row] = await database.query(
      `SELECT ${column} AS hash, block_hash, CAST(block_height AS TEXT) AS block_height FROM ledger
        WHERE ${column} >= $1 AND ${column} < $2 AND ${column} LIKE $3
        ORDER BY ${column} LIMIT 1`,
      [after, `${begin}g`, `%${end}`],
    )
    if (row === undefined) break
    const hash = textOf(row, 'hash')
    const detail = `in block ${Number(row.block_height).toLocaleString('en')}`
    const hit = kind === 'block' ? blockHit(row) : { kind, id: hash, title: hash, detail }
    found.push({ hit, distance: hash.length })
    after = `${hash}0`
  }
  return found
}

function blockHit(row: Row): SearchHit {
  const height = textOf(row, 'block_height')
  return { kind: 'block', id: height, title: height, detail: textOf(row, 'block_hash') }
}
