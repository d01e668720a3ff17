import type {
  About,
  BlockTransactions,
  HeldBlock,
  Neighbours,
  Place,
  SearchHit,
  SearchResults,
} from '../contract/directory.ts'
import {
  type Database,
  type Databases,
  integerOf,
  optionalTextOf,
  type Row,
  textOf,
} from './database/database.ts'
import { locateTransaction, NEWEST_FIRST } from './outlines.ts'
import { notFound } from './problems.ts'
import { fold, runeDetail } from './snapshot/directoryTerms.ts'
import { SAMPLES } from './snapshot/samples.ts'

const MOST_BLOCKS = 50
const MOST_HITS = 20
/** Of blocks and of transactions: who begins to type an identifier rarely wants more. */
const MOST_IDENTIFIED = 5

const NOTES = [
  'A block here is not complete: it holds the records that follow from its own transactions. Transfers of runes whose balances were created in other blocks are missing, so a total counts the records held, not those on chain.',
  'One airdrop of 4,444 records in block 840,656 and a few mints lack amounts or their position in the block, because the source did not hold them.',
  'Most tokens have on-chain facts only: name, symbol, decimals, asset and token URI as they were at deployment.',
]

const SOURCES = [
  'Rune activity and runes: raw Bitcoin blocks, decoded from their runestones.',
  'Tokens: the sources of their contracts on Stacks, and recorded answers of a public token API.',
  'Samples: made by Cairn, and labelled.',
]

/**
 * What is held, read at most as often as it can be in a hundredth of the time: it takes a walk over
 * the newest blocks, and counts.
 */
export function createAboutReader(databases: Databases, version: string): () => Promise<About> {
  let known: { about: About; until: number } | undefined
  return async () => {
    if (known !== undefined && Date.now() < known.until) return known.about
    const began = Date.now()
    const about = await readAbout(databases, version)
    known = { about, until: Date.now() + 100 * (Date.now() - began) }
    return about
  }
}

async function readAbout({ tokens, runes }: Databases, version: string): Promise<About> {
  const [heldTokens, heldRunes, records] = await Promise.all([
    tokens.count('tokens'),
    runes.count('runes'),
    runes.count('ledger'),
  ])
  const isSnapshot = await holdsSamples(runes)
  return {
    version,
    ...(isSnapshot
      ? { source: 'snapshot', sources: SOURCES, is_complete: false, notes: NOTES }
      : { source: 'database', notes: records.isExact ? [] : [ESTIMATED] }),
    tokens: heldTokens.total,
    runes: heldRunes.total,
    ...(records.isExact && { transactions: await countTransactions(runes) }),
    records: records.total,
    ...(await readEnds(runes)),
    blocks: await readNewestBlocks(runes),
    samples: SAMPLES,
  }
}

const ESTIMATED =
  'The ledger is too large to be counted often: the number of records is an estimate.'

async function holdsSamples(runes: Database): Promise<boolean> {
  const rows = await runes.query('SELECT 1 AS held FROM ledger WHERE block_height = $1 LIMIT 1', [
    SAMPLES.block_height,
  ])
  return rows.length > 0
}

async function countTransactions(runes: Database): Promise<number> {
  const [row] = await runes.query(
    'SELECT CAST(count(DISTINCT tx_id) AS TEXT) AS total FROM ledger',
    [],
  )
  return Number(row?.total)
}

/** The heights between which records are held, and the time of the newest. */
async function readEnds(runes: Database): Promise<Partial<About>> {
  const [ends] = await runes.query(
    `SELECT CAST((SELECT min(block_height) FROM ledger WHERE block_height < $1) AS TEXT) AS lowest,
            CAST((SELECT max(block_height) FROM ledger WHERE block_height < $1) AS TEXT) AS highest,
            CAST((SELECT timestamp FROM ledger WHERE block_height < $1
                   ORDER BY block_height DESC LIMIT 1) AS TEXT) AS newest_record`,
    [SAMPLES.block_height],
  )
  if (ends === undefined) throw new Error('values without a table are one row')
  return {
    lowest_block_height: integerOf(ends, 'lowest'),
    highest_block_height: integerOf(ends, 'highest'),
    newest_record: integerOf(ends, 'newest_record'),
  }
}

async function readNewestBlocks(runes: Database): Promise<HeldBlock[]> {
  const blocks = await runes.query(
    `SELECT CAST(block_height AS TEXT) AS block_height, min(block_hash) AS block_hash,
            CAST(min(timestamp) AS TEXT) AS timestamp, CAST(count(*) AS TEXT) AS total
       FROM ledger GROUP BY ledger.block_height ORDER BY ledger.block_height DESC LIMIT ${MOST_BLOCKS}`,
    [],
  )
  return blocks.map((row) => ({
    block_height: Number(row.block_height),
    block_hash: textOf(row, 'block_hash'),
    timestamp: Number(row.timestamp),
    total: Number(row.total),
  }))
}

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

/** The nearest blocks below and above `height` that hold activity. */
export async function readNeighbours(database: Database, height: number): Promise<Neighbours> {
  const [row] = await database.query(
    `SELECT CAST((SELECT max(block_height) FROM ledger WHERE block_height < $1) AS TEXT) AS previous,
            CAST((SELECT min(block_height) FROM ledger WHERE block_height > $1) AS TEXT) AS next`,
    [height],
  )
  const [previous, next] =
    row === undefined ? [] : [integerOf(row, 'previous'), integerOf(row, 'next')]
  return { ...(previous !== undefined && { previous }), ...(next !== undefined && { next }) }
}

/** The transactions of a block that hold activity, by where they first stand in its list. */
export async function readBlockTransactions(
  database: Database,
  height: number,
): Promise<BlockTransactions> {
  const rows = await database.query(
    `SELECT tx_id, CAST(min(tx_index) AS TEXT) AS tx_index, CAST(count(*) AS TEXT) AS total,
            CAST(min(position) AS TEXT) AS "offset"
       FROM (SELECT tx_id, tx_index, row_number() OVER (ORDER BY ${NEWEST_FIRST}) - 1 AS position
               FROM ledger WHERE block_height = $1) AS listed
      GROUP BY tx_id ORDER BY min(position)`,
    [height],
  )
  return {
    results: rows.map((row) => {
      const txIndex = Number(row.tx_index)
      return {
        tx_id: textOf(row, 'tx_id'),
        ...(txIndex !== -1 && { tx_index: txIndex }),
        offset: Number(row.offset),
        total: Number(row.total),
      }
    }),
  }
}

/**
 * The place of a transaction in the list of its block.
 * @throws {Problem} 404 when no record of it is held.
 */
export async function readPlace(database: Database, txId: string): Promise<Place> {
  const scope = await locateTransaction(database, txId)
  if (scope === undefined) throw notFound(`no record of transaction ${txId} is held here`)
  const { height, txIndex } = scope
  // The cast keeps an engine from the index by transaction, in which thousands would be sorted.
  const [row] = await database.query(
    `SELECT CAST(count(*) AS TEXT) AS "offset"
       FROM ledger
       JOIN (SELECT event_index FROM ledger
              WHERE block_height = $1 AND tx_index = $2 AND CAST(tx_id AS TEXT) = $3
              ORDER BY ${NEWEST_FIRST} LIMIT 1) AS first
         ON (tx_index, ledger.event_index, tx_id) > ($2, first.event_index, $3)
      WHERE block_height = $1`,
    [height, txIndex, txId],
  )
  return { block_height: height, offset: Number(row?.offset) }
}
