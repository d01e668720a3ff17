import type { Paging } from '../../contract/paging.ts'
import { MAX_INTEGER, numberOf, type Row, type SqlValue } from '../../database/database.ts'
import {
  ADDRESS_MOVEMENTS,
  KIND_NAMES,
  KINDS,
  type KindCounts,
  type KindName,
  RUNE_MOVEMENTS,
  sumOfCounts,
} from '../../database/kinds.ts'
import { badRequest } from '../http/httpProblem.ts'
import type { Index } from './indexReader.ts'
import { RUNE_LABEL } from './labels.ts'
import type { LocatedAddress, LocatedRune } from './locate.ts'

/** A list of rows of the ledger: how many there are, and the SQL that selects a page of ids, newest first. */
export type LedgerList = {
  total: number
  select(paging: Paging): { sql: string; parameters: SqlValue[] }
}

/** Whose rows a list has: those of a rune or of an address, in positions or in kinds. */
type Owner = {
  column: 'rune' | 'address'
  key: number
  counts: KindCounts
}

export function runeOwner({ key, counts }: LocatedRune): Owner {
  return { column: 'rune', key, counts }
}

export function addressOwner({ key, counts }: LocatedAddress): Owner {
  return { column: 'address', key, counts }
}

const MOVEMENTS = { rune: RUNE_MOVEMENTS, address: ADDRESS_MOVEMENTS } as const

/** The blocks that a list is narrowed to. */
export type Heights = { from?: number | undefined; to?: number | undefined }

/** Consecutive records: those of a block or a transaction. */
export function rangeList(first: number, end: number): LedgerList {
  return {
    total: end - first,
    select: ({ offset, limit }) => ({
      sql: 'SELECT id FROM ledger WHERE id >= $1 AND id < $2',
      parameters: [Math.max(first, end - offset - limit), end - offset],
    }),
  }
}

/** The records of some kinds among consecutive ones. */
export function kindsInRange(
  { first, end }: { first: number; end: number },
  kinds: readonly KindName[],
  total: number,
): LedgerList {
  return {
    total,
    select: ({ offset, limit }) => ({
      sql: `SELECT id FROM ledger WHERE id >= $1 AND id < $2 AND kind IN (${numbersOf(kinds)})
             ORDER BY id DESC LIMIT $3 OFFSET $4`,
      parameters: [first, end, limit, offset],
    }),
  }
}

/** All records of a rune or an address, or all its movements, by their dense positions. */
export async function positionList(
  index: Index,
  owner: Owner,
  rows: 'records' | 'movements',
  heights: Heights = {},
): Promise<LedgerList> {
  const { column, key, counts } = owner
  const position = `${column}_${rows === 'records' ? 'position' : 'movement'}`
  const kinds = rows === 'records' ? KIND_NAMES : MOVEMENTS[column]
  const { from, to } = await boundsOf(index, heights)
  const countBefore = (id: number) => countRowsBefore(index, owner, { kinds, position, id })
  const end = to === undefined ? sumOfCounts(counts, kinds) : await countBefore(to)
  const first = from === undefined ? 0 : Math.min(end, await countBefore(from))
  return {
    total: end - first,
    select: ({ offset, limit }) => ({
      sql: `SELECT id FROM ledger WHERE ${column} = $1 AND ${position} >= $2 AND ${position} < $3`,
      parameters: [key, Math.max(first, end - offset - limit), end - offset],
    }),
  }
}

/** Positions count rows from the oldest: the position of the last row before an id, plus one. */
async function countRowsBefore(
  { query }: Index,
  { column, key }: Owner,
  { kinds, position, id }: { kinds: readonly KindName[]; position: string; id: number },
): Promise<number> {
  const newest = numbersOf(kinds).map(
    (kind) =>
      `SELECT * FROM (SELECT ${position} AS place FROM ledger
        WHERE ${column} = $1 AND kind = ${kind} AND id < $2 ORDER BY id DESC LIMIT 1) AS k${kind}`,
  )
  const [row] = await query(
    `SELECT max(place) + 1 AS rows_before FROM (${newest.join(' UNION ALL ')}) AS newest`,
    [key, id],
  )
  return Number(row?.rows_before ?? 0)
}

/** The ids of the first record from `from` on, and of the first after `to`. */
async function boundsOf(index: Index, { from, to }: Heights) {
  return {
    from: from === undefined || from <= 0 ? undefined : await nextRecordAfter(index, from - 1),
    to: to === undefined || to >= index.tip.height ? undefined : await nextRecordAfter(index, to),
  }
}

async function nextRecordAfter({ query }: Index, height: number): Promise<number> {
  const [row] = await query(
    'SELECT next_record FROM blocks WHERE height <= $1 ORDER BY height DESC LIMIT 1',
    [Math.min(height, MAX_INTEGER)],
  )
  return row === undefined ? 0 : numberOf(row, 'next_record')
}

/** A filter skips rows one by one. */
const MAX_FILTER_OFFSET = 100_000

/** The rows of some kinds, or of an address and a rune: in the order of an index. */
export async function kindsList(
  index: Index,
  owner: Owner & { rune?: number | undefined; total?: number | undefined },
  kinds: readonly KindName[],
  heights: Heights = {},
): Promise<LedgerList> {
  const { column, key, counts, rune } = owner
  const { from = 0, to = MAX_INTEGER } = await boundsOf(index, heights)
  const condition = rune === undefined ? `${column} = $1` : `${column} = $1 AND rune = ${rune}`
  const selects = numbersOf(kinds).map(
    (kind) =>
      `SELECT id FROM ledger WHERE ${condition} AND kind = ${kind} AND id >= $2 AND id < $3`,
  )
  const isNarrowed = heights.from !== undefined || heights.to !== undefined
  const total = isNarrowed
    ? await countRows(index, selects, [key, from, to])
    : (owner.total ?? sumOfCounts(counts, kinds))
  return {
    total,
    select: ({ offset, limit }) => {
      if (offset > MAX_FILTER_OFFSET) throw badRequest(TOO_DEEP)
      return {
        sql: `${selects.join(' UNION ALL ')} ORDER BY id DESC LIMIT $4 OFFSET $5`,
        parameters: [key, from, to, limit, offset],
      }
    },
  }
}

const TOO_DEEP = `querystring/offset must be at most ${MAX_FILTER_OFFSET} in a filtered list; narrow the list with from and to, heights of blocks`

async function countRows(
  { query }: Index,
  selects: string[],
  parameters: SqlValue[],
): Promise<number> {
  const [row] = await query(
    `SELECT count(*) AS total FROM (${selects.join(' UNION ALL ')}) AS matching`,
    parameters,
  )
  return row === undefined ? 0 : numberOf(row, 'total')
}

/** The columns of a ledger row `l` with what it refers to. */
const ROWS = `
  SELECT l.id, l.kind, l.amount, l.vout, l.fresh, l.change, ${RUNE_LABEL},
         t.txid, t.height, t.tx_index, t.first_record, t.records, b.hash, b.timestamp,
         a.address, x.address AS receiver
    FROM ledger l
    JOIN runes r ON r.id = l.rune
    JOIN txs t ON t.id = l.tx
    JOIN blocks b ON b.height = t.height
    LEFT JOIN addresses a ON a.id = l.address
    LEFT JOIN addresses x ON x.id = l.receiver`

/** The rows of a page, newest first. */
export async function readRows({ query }: Index, list: LedgerList, paging: Paging): Promise<Row[]> {
  if (paging.offset >= list.total) return []
  const { sql, parameters } = list.select(paging)
  return query(`${ROWS} WHERE l.id IN (${sql}) ORDER BY l.id DESC`, parameters)
}

/** The rows with ids from `first` up to `end`, newest first. */
export async function readRange(index: Index, first: number, end: number): Promise<Row[]> {
  return index.query(`${ROWS} WHERE l.id >= $1 AND l.id < $2 ORDER BY l.id DESC`, [first, end])
}

function numbersOf(kinds: readonly KindName[]): number[] {
  return kinds.map((kind) => KINDS[kind])
}
