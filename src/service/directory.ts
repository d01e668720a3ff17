import type { About, Neighbours, SearchHit, SearchResults } from '../contract/directory.ts'
import { type Database, integerOf, type Row, textOf } from './database/database.ts'
import { SAMPLES } from './snapshot/samples.ts'

const MOST_BLOCKS = 50

const NOTES = [
  'A block here is not complete: it holds the records that follow from its own transactions. Transfers of runes whose balances were created in other blocks are missing, so a total counts the records held, not those on chain.',
  'One airdrop of 4,444 records in block 840,656 and a few mints lack amounts or their position in the block, because the source did not hold them.',
  'Most tokens have on-chain facts only: name, symbol, decimals, asset and token URI as they were at deployment.',
]

/** Counts and the newest blocks held. Costs a walk over the index, so the caller keeps the answer. */
export async function readAbout(database: Database, version: string): Promise<About> {
  const [counts] = await database.query(
    `SELECT CAST((SELECT count(*) FROM tokens) AS TEXT) AS tokens,
            CAST((SELECT count(*) FROM runes) AS TEXT) AS runes,
            CAST((SELECT count(*) FROM ledger) AS TEXT) AS records`,
    [],
  )
  if (counts === undefined) throw new Error('counting yields one row')
  const blocks = await database.query(
    `SELECT CAST(block_height AS TEXT) AS block_height, min(block_hash) AS block_hash,
            CAST(min(timestamp) AS TEXT) AS timestamp, CAST(count(*) AS TEXT) AS total
       FROM ledger GROUP BY ledger.block_height ORDER BY ledger.block_height DESC LIMIT ${MOST_BLOCKS}`,
    [],
  )
  return {
    version,
    source: 'snapshot',
    notes: NOTES,
    tokens: Number(counts.tokens),
    runes: Number(counts.runes),
    records: Number(counts.records),
    blocks: blocks.map((row) => ({
      block_height: Number(row.block_height),
      block_hash: textOf(row, 'block_hash'),
      timestamp: Number(row.timestamp),
      total: Number(row.total),
    })),
    samples: SAMPLES,
  }
}

/**
 * Tokens and runes by the beginning of their name or symbol, then of a word of those, of the contract
 * or the address: at most ten of each, the closest first.
 */
export async function searchDirectory(database: Database, query: string): Promise<SearchResults> {
  const term = query.trim().toLowerCase().slice(0, 200)
  if (term === '') return { results: [] }
  const [tokens, runes] = await Promise.all([
    searchKind(database, 'token', term),
    searchKind(database, 'rune', term),
  ])
  return {
    results: [...tokens, ...runes].toSorted((a, b) => closeness(a) - closeness(b)).map(toHit),
  }
}

function searchKind(database: Database, kind: SearchHit['kind'], term: string): Promise<Row[]> {
  return database.query(
    `SELECT kind, id, title, detail,
            CAST(min(rank * 1000 + length(term)) AS TEXT) AS closeness
       FROM directory WHERE kind = $1 AND term >= $2 AND term < $3
      GROUP BY kind, id, title, detail
      ORDER BY min(rank * 1000 + length(term)), length(title), title, id LIMIT 10`,
    [kind, term, `${term}\u{10ffff}`],
  )
}

function closeness(row: Row): number {
  return Number(row.closeness)
}

function toHit(row: Row): SearchHit {
  return {
    kind: row.kind === 'rune' ? 'rune' : 'token',
    id: textOf(row, 'id'),
    title: textOf(row, 'title'),
    detail: textOf(row, 'detail'),
  }
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
