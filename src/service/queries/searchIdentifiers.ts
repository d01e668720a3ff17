import type { SearchHit } from '../../contract/directory.ts'
import { type Database, textOf } from '../database/database.ts'
import { locateBlock, locateBlockBelow, locateTransaction } from './activityScope.ts'

/**
 * A hit, and the distance of its matching text from the query: less is closer. `isNamed`: a token whose
 * name or symbol is the query.
 */
export type Found = { hit: SearchHit; distance: number; isNamed?: boolean }

/** For blocks and for transactions: readers who type the start of an identifier rarely want more. */
const MAX_IDENTIFIED = 5

/** Blocks whose height begins with the digits: shortest heights first, then newest blocks. */
export async function searchHeights({ query }: Database, text: string): Promise<Found[]> {
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
export async function searchHashes(
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
