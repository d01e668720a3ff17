import {
  MOVEMENT_TYPES,
  type Movement,
  type MovementType,
} from '../../contract/schemas/movement.ts'
import type { Paging } from '../../contract/schemas/page.ts'
import {
  hexOf,
  numberOf,
  optionalNumberOf,
  optionalTextOf,
  type Row,
  textOf,
} from '../../database/database.ts'
import { type KindName, kindOf } from '../../database/kinds.ts'
import { applyDivisibility } from './applyDivisibility.ts'
import type { Index } from './indexReader.ts'
import { runeLabelOf } from './labels.ts'
import type { LedgerList } from './ledger.ts'
import { placeOf } from './locate.ts'
import { readReceivers } from './receivers.ts'

/** A page of the movements in a list of records. */
export async function readMovementPage(index: Index, list: LedgerList, paging: Paging) {
  const { rows, ...page } = await readRowPage(list, paging)
  const receiversOf = await readReceivers(index, rows)
  const results = rows.map((row): Movement => {
    return { ...movementOf(row, index.isComplete), ...receiversOf(row) }
  })
  return { ...page, results }
}

/** A page of rows, and whether its first and last transaction have others beside it. */
export async function readRowPage(list: LedgerList, paging: Paging) {
  const before = paging.offset > 0 ? 1 : 0
  const wider = { offset: paging.offset - before, limit: paging.limit + before + 1 }
  const read = await list.read(wider)
  const rows = read.slice(before, before + paging.limit)
  const isSame = (one: Row | undefined, two: Row | undefined) =>
    one !== undefined && two !== undefined && one.first_record === two.first_record
  return {
    total: list.total,
    rows,
    continues: isSame(rows.at(-1), read[before + paging.limit]),
    continued: before === 1 && isSame(rows[0], read[0]),
  }
}

export const RUNE_KINDS: Record<MovementType, readonly KindName[]> = {
  transfer: ['transfers'],
  mint: ['mints'],
  burn: ['burns'],
  etching: ['etchings'],
  change: ['changes'],
}

/** The types of the kinds that are movements. */
export const MOVEMENT_TYPES_BY_KIND: ReadonlyMap<KindName, MovementType> = new Map(
  MOVEMENT_TYPES.flatMap((type) => RUNE_KINDS[type].map((kind) => [kind, type] as const)),
)

/** A row of the ledger as a movement of its rune. */
export function movementOf(row: Row, isComplete: boolean): Movement {
  const type = MOVEMENT_TYPES_BY_KIND.get(kindOf(row))
  if (type === undefined) throw new TypeError(`a record of kind ${kindOf(row)} is no movement`)
  const rune = runeLabelOf(row, isComplete)
  const raw = type === 'etching' ? premineOf(row) : optionalTextOf(row, 'amount')
  return {
    type,
    rune,
    amount: raw === undefined ? undefined : applyDivisibility(raw, rune.divisibility),
    from: optionalTextOf(row, 'address'),
    to: optionalTextOf(row, 'receiver'),
    output: receivingOutputOf(row),
    is_new: (type === 'burn' && row.fresh !== null) || undefined,
    flaw: optionalTextOf(row, 'flaw'),
    index: numberOf(row, 'id') - numberOf(row, 'first_record'),
    place: placeOf(row),
  }
}

function premineOf(row: Row): string | undefined {
  const premine = textOf(row, 'premine')
  return premine === '0' ? undefined : premine
}

export function receivingOutputOf(row: Row): string | undefined {
  const vout = optionalNumberOf(row, 'vout')
  return vout === undefined ? undefined : `${hexOf(row, 'txid')}:${vout}`
}
