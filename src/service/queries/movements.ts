import type { ValuesOf } from '../../contract/endpoint.ts'
import type { ParametersOf } from '../../contract/endpoints.ts'
import { type blockFilters, type movementFilters, NOBODY } from '../../contract/parameters.ts'
import type { MovementType } from '../../contract/schemas/movement.ts'
import type { Paging } from '../../contract/schemas/page.ts'
import { MAX_INTEGER } from '../../database/database.ts'
import { KINDS, type KindName, NEW_RECEIVES, RUNE_MOVEMENTS } from '../../database/kinds.ts'
import { IS_CENOTAPH } from '../../database/schema.ts'
import { MAX_DIVISIBILITY } from '../../database/sortableAmount.ts'
import { badRequest } from '../http/httpProblem.ts'
import { byAmount } from './flow.ts'
import type { Index } from './indexReader.ts'
import {
  amountList,
  conditionList,
  kindsInRange,
  kindsList,
  type LedgerList,
  NO_ROWS,
  positionList,
  type Range,
  readRowsAs,
  type WhereClause,
} from './ledger.ts'
import { expectRune, type LocatedBlock, locateAddress } from './locate.ts'
import { RUNE_KINDS, readMovementPage } from './movementPage.ts'
import { readPacked } from './packedRows.ts'

type Filters = ValuesOf<typeof movementFilters> & Pick<BlockFilters, 'cenotaphs'>
type BlockFilters = Partial<ValuesOf<typeof blockFilters>>

/** A page of the movements of a block. */
export async function readBlockMovements(
  index: Index,
  block: LocatedBlock,
  query: Filters & Paging & BlockFilters,
) {
  return readMovements(index, await narrow(index, block, query), query)
}

/** The records of a block from the first to the last transaction that the filters leave. */
async function narrow(
  { query }: Index,
  { first, end, firstTx, endTx }: LocatedBlock,
  { first_tx, last_tx, cenotaphs }: BlockFilters,
): Promise<Range> {
  if ([first_tx, last_tx, cenotaphs].every((filter) => filter === undefined)) return { first, end }
  const [row] = await query(
    `SELECT min(first_record) AS first, max(first_record + records) AS end_record FROM txs
      WHERE id >= $1 AND id < $2 AND tx_index >= $3 AND tx_index <= $4
        ${cenotaphs === undefined ? '' : `AND ${IS_CENOTAPH}`}`,
    [firstTx, endTx, first_tx ?? 0, last_tx ?? MAX_INTEGER],
  )
  return { first: Number(row?.first ?? 0), end: Number(row?.end_record ?? 0) }
}

/** A page of the movements of a range, in its order: a block, a part of it, or a transaction. */
export async function readMovements(
  index: Index,
  range: Range,
  { limit, offset, ...filters }: Filters & Paging,
) {
  const condition = await conditionOf(index, range, filters)
  const list =
    condition === undefined ? NO_ROWS : await filteredList(index, range, condition, filters)
  return readMovementPage(index, list, { limit, offset })
}

/**
 * A page of the movements of a rune, without change unless its type is asked for.
 * @throws {HttpProblem} 404
 */
export async function readRuneMovements(
  index: Index,
  { rune, type, from, to, order_by, ...paging }: ParametersOf<'runeMovements'>,
) {
  const owner = await expectRune(index, rune)
  if (order_by !== undefined) {
    if (from !== undefined || to !== undefined) throw badRequest(NO_SPAN)
    const list = amountList(index, owner, kindsByAmount(type))
    return { ...(await readMovementPage(index, list, paging)), isRanked: true }
  }
  const list =
    type === undefined
      ? await positionList(index, owner, 'movements', { from, to })
      : await kindsList(index, owner, RUNE_KINDS[type], { from, to })
  return readMovementPage(index, list, paging)
}

const NO_SPAN = 'querystring/order_by cannot be combined with from or to; omit one'
const NO_ORDER = 'querystring/order_by is for transfers and burns'

/** @throws {HttpProblem} 400 */
function kindsByAmount(type: MovementType | undefined): readonly KindName[] {
  if (type === undefined) return ['transfers', 'burns']
  if (type !== 'transfer' && type !== 'burn') throw badRequest(NO_ORDER)
  return RUNE_KINDS[type]
}

/** Undefined if no movement can match, because the rune or the address has none. */
async function conditionOf(
  index: Index,
  range: Range,
  { type, rune, address, giver, receiver, change, cenotaphs }: Filters,
): Promise<WhereClause | undefined> {
  const kinds = type === undefined ? kindsShown(change) : RUNE_KINDS[type]
  const { where, parameters } = kindsInRange(range, kinds)
  const conditions = [where]
  if (rune !== undefined) {
    conditions.push(`+l.rune = $${parameters.push((await expectRune(index, rune)).key)}`)
  }
  if (cenotaphs !== undefined) conditions.push(OF_CENOTAPHS)
  for (const [party, side] of [
    [address, 'either'],
    [giver, 'giver'],
    [receiver, 'receiver'],
  ] as const) {
    if (party === undefined) continue
    const located = party === NOBODY ? undefined : await locateAddress(index, party)
    if (party !== NOBODY && located === undefined) return
    conditions.push(
      located === undefined
        ? WITHOUT_ADDRESS[side]
        : partyCondition(side, `$${parameters.push(located.key)}`),
    )
  }
  return { where: conditions.join(' AND '), parameters }
}

/** Each row looks up its transaction. */
const OF_CENOTAPHS = `EXISTS (SELECT 1 FROM txs f WHERE f.id = l.tx AND ${IS_CENOTAPH})`

type Side = 'either' | 'giver' | 'receiver'

/** `own` is the parameter of an address. A mint or an etching is that of those who got the units. */
function partyCondition(side: Side, own: string): string {
  const gave = `l.address = ${own}`
  if (side === 'giver') return gave
  const got = `SELECT tx, rune FROM ledger
    WHERE address = ${own} AND kind IN (${NEW_KINDS}) AND id >= $1 AND id < $2`
  const received = `l.receiver = ${own}
    OR (l.kind IN (${MAKING_KINDS}) AND (l.tx, l.rune) IN (${got}))`
  return side === 'receiver' ? `(${received})` : `(${gave} OR ${received})`
}

/** Movements of units that had no address, or that have none now. */
const WITHOUT_ADDRESS: Record<Side, string> = {
  either: '(l.address IS NULL OR l.receiver IS NULL)',
  giver: `(l.address IS NULL AND l.kind IN (${[KINDS.transfers, KINDS.burns]}))`,
  receiver: `(l.receiver IS NULL AND l.kind = ${KINDS.transfers})`,
}

function kindsShown(change: 'show' | 'hide'): readonly KindName[] {
  return change === 'show' ? [...RUNE_MOVEMENTS, 'changes'] : RUNE_MOVEMENTS
}

/** Amounts and texts are compared with all that else matches: no index knows them. */
async function filteredList(
  index: Index,
  range: Range,
  condition: WhereClause,
  filters: Filters,
): Promise<LedgerList> {
  const { min, max, text, order_by, rune } = filters
  if (order_by !== undefined && rune === undefined) throw badRequest(NEEDS_RUNE)
  if ([min, max, text, order_by].every((filter) => filter === undefined)) {
    return conditionList(index, condition, { order: 'ASC' })
  }
  const [least, most] = [min, max].map((bound) =>
    bound === undefined ? undefined : unscaled(bound),
  )
  const found: { id: number; amount: bigint }[] = []
  await readPacked<Candidate>(index, range, {
    ...candidates(index, condition, text),
    take([id, divisibility, raw]) {
      const amount = BigInt(raw ?? 0) * 10n ** BigInt(MAX_DIVISIBILITY - divisibility)
      const isMatch =
        (least === undefined || amount >= least) && (most === undefined || amount <= most)
      if (isMatch) found.push({ id, amount })
    },
  })
  if (order_by !== undefined) found.sort(byAmount)
  const ids = found.map(({ id }) => id)
  return {
    total: ids.length,
    read: ({ offset, limit }) => readRowsAs(index, ids.slice(offset, offset + limit)),
  }
}

const NEEDS_RUNE =
  'querystring/order_by needs rune: amounts of different runes have no common scale'

type Candidate = [id: number, divisibility: number, amount: string | null]

/** The movements that match a condition, and a text in their rune, their addresses or their transaction. */
function candidates(
  { dialect }: Index,
  { where, parameters: [, , ...others] }: WhereClause,
  text: string | undefined,
) {
  const parameters = text === undefined ? others : [...others, likePattern(text)]
  const like = `LIKE $${parameters.length + 2} ESCAPE '!'`
  const texts = ['r.spaced_name', 'r.name', 'a.address', 'x.address'].map(
    (column) => `lower(${column})`,
  )
  const got = `l.kind IN (${MAKING_KINDS}) AND EXISTS (
    SELECT 1 FROM ledger g JOIN addresses ga ON ga.id = g.address
     WHERE g.id >= t.first_record AND g.id < t.first_record + t.records AND g.rune = l.rune
       AND g.kind IN (${NEW_KINDS}) AND lower(ga.address) ${like})`
  const own = [...texts, dialect.hex('t.txid')].map((it) => `${it} ${like}`)
  const matches = [...own, got].join(' OR ')
  return {
    columns: [
      'l.id',
      'r.divisibility',
      `CASE WHEN l.kind = ${KINDS.etchings} THEN r.premine ELSE l.amount END`,
    ],
    from: `ledger l JOIN runes r ON r.id = l.rune
      JOIN txs t ON t.id = l.tx
      LEFT JOIN addresses a ON a.id = l.address
      LEFT JOIN addresses x ON x.id = l.receiver
      WHERE ${where}${text === undefined ? '' : ` AND (${matches})`}`,
    parameters,
  }
}

/** The kinds of those who got new units, and of what made these. */
const NEW_KINDS = Object.values(NEW_RECEIVES)
  .flat()
  .map((kind) => KINDS[kind])
const MAKING_KINDS = [KINDS.mints, KINDS.etchings]

/** The pattern of texts that contain a text, in lower case. */
function likePattern(text: string): string {
  return `%${text.toLowerCase().replace(/[%_!]/g, '!$&')}%`
}

/** A decimal with at most 38 places, times 10^38. */
function unscaled(decimal: string): bigint {
  const [integer = '', fraction = ''] = decimal.split('.')
  return BigInt(integer + fraction.padEnd(MAX_DIVISIBILITY, '0'))
}
