import type { Paging } from '../../contract/schemas/page.ts'
import {
  countRows,
  MAX_INTEGER,
  numberOf,
  type Row,
  type SqlValue,
} from '../../database/database.ts'
import {
  ADDRESS_MOVEMENTS,
  KIND_NAMES,
  KINDS,
  type KindName,
  kindOf,
  RUNE_MOVEMENTS,
  sumOfCounts,
} from '../../database/kinds.ts'
import { LIST, selectIn } from '../../database/rows.ts'
import { IS_SORTED_BY_AMOUNT } from '../../database/schema.ts'
import { badRequest } from '../http/httpProblem.ts'
import type { Index } from './indexReader.ts'
import { RUNE_LABEL } from './labels.ts'
import type { LocatedAddress, LocatedRune } from './locate.ts'
import { recordBoundsOf, type Span } from './spans.ts'

/**
 * A list of rows of the ledger: how many there are, and how to read a page of them, newest first. A row that is two
 * movements of its address is there twice, with `part` 1 and 0.
 */
export type LedgerList = {
  total: number
  read(paging: Paging): Promise<Row[]>
}

export const NO_ROWS: LedgerList = { total: 0, read: async () => [] }

/** The rune or the address whose rows a list has. */
export type LocatedOwner = LocatedRune | LocatedAddress

const MOVEMENTS = { rune: RUNE_MOVEMENTS, address: ADDRESS_MOVEMENTS } as const

/** Ids from `first` up to `end`: the records of a block or a transaction. */
export type Range = { first: number; end: number }

/** All records of a range. */
export function rangeList(index: Index, { first, end }: Range): LedgerList {
  return listOf(index, end - first, ({ offset, limit }) => ({
    sql: 'SELECT id FROM ledger WHERE id >= $1 AND id < $2',
    parameters: [Math.max(first, end - offset - limit), end - offset],
  }))
}

/** Newest first, or in the order of the chain. */
type Order = 'DESC' | 'ASC'

/** About a record `l`, with the first id and the one that follows the last as `$1` and `$2`. */
export type WhereClause = { where: string; parameters: SqlValue[] }

/** The condition that records are in a range and of some kinds. */
export function kindsInRange({ first, end }: Range, kinds: readonly KindName[]): WhereClause {
  return {
    where: `l.id >= $1 AND l.id < $2 AND l.kind IN (${numbersOf(kinds)})`,
    parameters: [first, end],
  }
}

type ConditionOptions = {
  /** The number of records, if it is known. */
  total?: number | undefined
  order?: Order
}

/** The records that match a condition. */
export async function conditionList(
  index: Index,
  { where, parameters }: WhereClause,
  { total, order = 'DESC' }: ConditionOptions = {},
): Promise<LedgerList> {
  const counted = total ?? (await countRows(index.query, `ledger l WHERE ${where}`, parameters))
  const next = parameters.length + 1
  const select = ({ offset, limit }: Paging) => ({
    sql: `SELECT l.id FROM ledger l WHERE ${where} ORDER BY l.id ${order} LIMIT $${next} OFFSET $${next + 1}`,
    parameters: [...parameters, limit, offset],
  })
  return listOf(index, counted, select, order)
}

/** All records of a rune or an address, or all its movements, by their dense positions. */
export async function positionList(
  index: Index,
  owner: LocatedOwner,
  rows: 'records' | 'movements',
  span: Span = {},
): Promise<LedgerList> {
  const { column, key, counts } = owner
  const position = `${column}_${rows === 'records' ? 'position' : 'movement'}`
  const kinds = rows === 'records' ? KIND_NAMES : MOVEMENTS[column]
  const { from, to } = await recordBoundsOf(index, span)
  const countBefore = (id: number) => countRowsBefore(index, owner, { kinds, position, id })
  const end = to === undefined ? sumOfCounts(counts, kinds) : await countBefore(to)
  const first = from === undefined ? 0 : Math.min(end, await countBefore(from))
  const pageOf = ({ offset, limit }: Paging) => {
    return { start: Math.max(first, end - offset - limit), stop: end - offset }
  }
  const list = listOf(index, end - first, (paging) => {
    const { start, stop } = pageOf(paging)
    // A row whose second part is on the page has the position before.
    const widened = position === 'address_movement' ? start - 1 : start
    return {
      sql: `SELECT id FROM ledger WHERE ${column} = $1 AND ${position} >= $2 AND ${position} < $3`,
      parameters: [key, widened, stop],
    }
  })
  if (position !== 'address_movement') return list
  return {
    ...list,
    async read(paging) {
      const { start, stop } = pageOf(paging)
      return (await list.read(paging)).flatMap((row) => {
        const place = numberOf(row, 'address_movement')
        const parts = isMixed(row) ? [1, 0] : [0]
        return parts
          .filter((part) => place + part >= start && place + part < stop)
          .map((part) => ({ ...row, part }))
      })
    },
  }
}

/** Whether it is two movements of its address. */
export function isMixed(row: Row): boolean {
  return kindOf(row) === 'mixed_receives'
}

/** How many positions a row of a kind takes. */
function widthOf(kind: KindName, kinds: readonly KindName[]): number {
  return kinds.filter((other) => other === kind).length
}

/** Positions count rows from the oldest: the position of the last row before an id, plus what it takes. */
export async function countRowsBefore(
  { query }: Index,
  owner: LocatedOwner,
  { id, ...rows }: PlaceOptions<number>,
): Promise<number> {
  const [row] = await query(selectNewestPlace(owner, { ...rows, id: '$2' }), [owner.key, id])
  return Number(row?.rows_before ?? 0)
}

type PlaceOptions<Id> = { kinds: readonly KindName[]; position: string; id: Id }

/** Selects how many positions the rows before an id take, nothing if there are none. The key of the owner is `$1`. */
export function selectNewestPlace(
  { column, counts }: LocatedOwner,
  { kinds, position, id }: PlaceOptions<string>,
): string {
  const counted = [...new Set(kinds)].filter((kind) => counts[kind] > 0)
  const looked = counted.length === 0 ? kinds.slice(0, 1) : counted
  // An index has the newest of each kind: only the newest of all is read in the table.
  const ids = looked.map(
    (kind) =>
      `SELECT max(id) AS id FROM ledger WHERE ${column} = $1 AND kind = ${KINDS[kind]} AND id < ${id}`,
  )
  const widths = looked.map((kind) => `WHEN ${KINDS[kind]} THEN ${widthOf(kind, kinds)}`).join(' ')
  return `SELECT ${position} + CASE kind ${widths} END AS rows_before FROM ledger
    WHERE id = (SELECT max(id) FROM (${ids.join(' UNION ALL ')}) AS newest)`
}

/** A filter skips rows one by one. */
const MAX_FILTER_OFFSET = 100_000

/** The rows of some kinds, or of an address and a rune: in the order of an index. A kind given twice has two parts. */
export async function kindsList(
  index: Index,
  owner: LocatedOwner & { rune?: number | undefined; total?: number | undefined },
  kinds: readonly KindName[],
  span: Span = {},
): Promise<LedgerList> {
  const { column, key, counts, rune } = owner
  const { from = 0, to = MAX_INTEGER } = await recordBoundsOf(index, span)
  const parameters = [key, from, to, ...(rune === undefined ? [] : [rune])]
  const owned = rune === undefined ? `${column} = $1` : `${column} = $1 AND rune = $4`
  const selects = kinds.map(
    (kind, place) =>
      `SELECT id, ${widthOf(kind, kinds.slice(0, place))} AS part FROM ledger
        WHERE ${owned} AND kind = ${KINDS[kind]} AND id >= $2 AND id < $3`,
  )
  const union = selects.join(' UNION ALL ')
  const isNarrowed = span.from !== undefined || span.to !== undefined
  const known = rune === undefined ? sumOfCounts(counts, kinds) : owner.total
  const total =
    isNarrowed || known === undefined
      ? await countRows(index.query, `(${union}) AS matching`, parameters)
      : known
  const next = parameters.length + 1
  return {
    total,
    async read({ offset, limit }) {
      if (offset >= total) return []
      expectInReach(offset)
      const parts = await index.query(
        `${union} ORDER BY id DESC, part DESC LIMIT $${next} OFFSET $${next + 1}`,
        [...parameters, limit, offset],
      )
      const ids = parts.map((row) => numberOf(row, 'id'))
      const rows = await readRows(index, [...new Set(ids)])
      const byId = new Map(rows.map((row) => [numberOf(row, 'id'), row]))
      return parts.flatMap(({ id, part = 0 }) => {
        const row = byId.get(Number(id))
        return row === undefined ? [] : [{ ...row, part }]
      })
    },
  }
}

/** The movements of a rune of some kinds, the largest amounts first, then the newest: in the order of an index. */
export function amountList(
  index: Index,
  { key, counts }: LocatedRune,
  kinds: readonly KindName[],
): LedgerList {
  const selects = kinds.map(
    (kind) => `SELECT id, length(amount) AS digits, amount FROM ledger
      WHERE rune = $1 AND kind = ${KINDS[kind]} AND ${IS_SORTED_BY_AMOUNT}`,
  )
  const sql = `${selects.join(' UNION ALL ')}
    ORDER BY digits DESC, amount DESC, id DESC LIMIT $2 OFFSET $3`
  const total = sumOfCounts(counts, kinds)
  return {
    total,
    async read({ offset, limit }) {
      if (offset >= total) return []
      if (offset > MAX_FILTER_OFFSET) throw badRequest(TOO_FAR)
      const rows = await index.query(sql, [key, limit, offset])
      return readRowsAs(
        index,
        rows.map((row) => numberOf(row, 'id')),
      )
    },
  }
}

/**
 * Of a list that is narrowed by from and to, and whose rows are skipped one by one.
 * @throws {HttpProblem} 400
 */
export function expectInReach(offset: number): void {
  if (offset > MAX_FILTER_OFFSET) throw badRequest(TOO_DEEP)
}

const TOO_FAR = `querystring/offset must be at most ${MAX_FILTER_OFFSET} in a list by amount`
const TOO_DEEP = `querystring/offset must be at most ${MAX_FILTER_OFFSET} in a filtered list; narrow the list with from and to`

/** The records of a rune whose address it is, or the movements of the rune and the address. */
export async function runeAddressList(
  index: Index,
  address: LocatedAddress,
  rune: number,
  { rows, span }: { rows: 'records' | 'movements'; span?: Span },
): Promise<LedgerList> {
  const [balance] = await index.query(
    `SELECT ${rows} FROM balances WHERE address = $1 AND rune = $2`,
    [address.key, rune],
  )
  if (balance === undefined) return NO_ROWS
  const owner = { ...address, rune, total: numberOf(balance, rows) }
  return kindsList(index, owner, rows === 'records' ? KIND_NAMES : ADDRESS_MOVEMENTS, span)
}

/** A list whose pages of ids `select` selects. */
function listOf(
  { query }: Index,
  total: number,
  select: (paging: Paging) => { sql: string; parameters: SqlValue[] },
  order: Order = 'DESC',
): LedgerList {
  return {
    total,
    async read(paging) {
      if (paging.offset >= total) return []
      const { sql, parameters } = select(paging)
      return query(`${ROWS} WHERE l.id IN (${sql}) ORDER BY l.id ${order}`, parameters)
    },
  }
}

/** The rows with these ids, in the order of the chain. */
async function readRows({ query }: Index, ids: number[]): Promise<Row[]> {
  const rows = await selectIn(query, `${ROWS} WHERE l.id IN (${LIST})`, ids)
  return rows.sort((one, two) => numberOf(one, 'id') - numberOf(two, 'id'))
}

/** The same in the order of the ids. */
export async function readRowsAs(index: Index, ids: number[]): Promise<Row[]> {
  const rows = await readRows(index, ids)
  const byId = new Map(rows.map((row) => [numberOf(row, 'id'), row]))
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
}

/** The columns of a ledger row `l` with what it refers to. */
const ROWS = `
  SELECT l.id, l.kind, l.amount, l.vout, l.fresh, l.change, l.address_movement, ${RUNE_LABEL},
         r.premine,
         t.txid, t.height, t.tx_index, t.first_record, t.records, t.flaw, b.hash, b.timestamp,
         a.address, x.address AS receiver
    FROM ledger l
    JOIN runes r ON r.id = l.rune
    JOIN txs t ON t.id = l.tx
    JOIN blocks b ON b.height = t.height
    LEFT JOIN addresses a ON a.id = l.address
    LEFT JOIN addresses x ON x.id = l.receiver`

function numbersOf(kinds: readonly KindName[]): number[] {
  return kinds.map((kind) => KINDS[kind])
}
