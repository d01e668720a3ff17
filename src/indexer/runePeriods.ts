import { numberOf, type Row, textOf } from '../database/database.ts'
import { type KindName, RUNE_MOVEMENTS } from '../database/kinds.ts'
import type { runeBlocks, runeDays } from '../database/schema.ts'
import type { NewRow } from '../database/table.ts'
import type { LedgerRecord } from './effects.ts'
import type { RuneState } from './states.ts'

export const RUNE_MOVEMENT_KINDS = new Set<KindName>(RUNE_MOVEMENTS)

/** What happened to a rune on a day or in a block. */
export type PeriodState = {
  rune: Readonly<RuneState>
  movements: number
  mints: number
  minted: bigint
  transfers: number
  transferred: bigint
  burns: number
  burned: bigint
  holders: number
  supply: bigint
}
export type RuneDayState = PeriodState & { day: number }
export type RuneBlockState = PeriodState & { height: number }

/** Counts a record. Its holders and its supply follow from those of the rune. */
export function countRecord(period: PeriodState, record: LedgerRecord, kind: KindName): void {
  if (RUNE_MOVEMENT_KINDS.has(kind)) period.movements++
  if (record.operation === 'mint') {
    period.mints++
    period.minted += record.amount
  }
  if (record.operation === 'burn') {
    period.burns++
    period.burned += record.amount
  }
  if (record.operation === 'send' && kind === 'transfers') {
    period.transfers++
    period.transferred += record.amount
  }
}

export function readRuneDay(row: Row, rune: Readonly<RuneState>): RuneDayState {
  return {
    rune,
    day: numberOf(row, 'day'),
    movements: numberOf(row, 'movements'),
    mints: numberOf(row, 'mints'),
    minted: BigInt(textOf(row, 'minted')),
    transfers: numberOf(row, 'transfers'),
    transferred: BigInt(textOf(row, 'transferred')),
    burns: numberOf(row, 'burns'),
    burned: BigInt(textOf(row, 'burned')),
    holders: numberOf(row, 'holders'),
    supply: BigInt(textOf(row, 'supply')),
  }
}

export function runeDayRows(state: RuneDayState): NewRow<typeof runeDays>[] {
  return [{ day: state.day, ...periodColumns(state) }]
}

export function runeBlockRows(state: RuneBlockState): NewRow<typeof runeBlocks>[] {
  return [{ height: state.height, ...periodColumns(state) }]
}

function periodColumns(state: PeriodState) {
  return {
    rune: state.rune.id,
    movements: state.movements,
    mints: state.mints,
    minted: String(state.minted),
    transfers: state.transfers,
    transferred: String(state.transferred),
    burns: state.burns,
    burned: String(state.burned),
    holders: state.holders,
    supply: String(state.supply),
  }
}

/** A period before its first record. */
export function newPeriod(rune: Readonly<RuneState>): PeriodState {
  return {
    rune,
    movements: 0,
    mints: 0,
    minted: 0n,
    transfers: 0,
    transferred: 0n,
    burns: 0,
    burned: 0n,
    holders: rune.holders,
    supply: 0n,
  }
}
