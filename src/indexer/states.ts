import type { RuneId, Terms } from '../bitcoin/runestone.ts'
import {
  numberOf,
  optionalCharacterOf,
  optionalNumberOf,
  optionalTextOf,
  type Row,
  textOf,
} from '../database/database.ts'
import {
  KIND_NAMES,
  type KindCounts,
  noCounts,
  RUNE_MOVEMENTS,
  readCounts,
  sumOfCounts,
} from '../database/kinds.ts'
import { MINT_STATES, type MintState } from '../database/mintStates.ts'
import type { addresses, balances, outputs, runeDays, runes } from '../database/schema.ts'
import {
  readSortableAmount,
  sortableAmount,
  sortableShownAmount,
} from '../database/sortableAmount.ts'
import type { NewRow } from '../database/table.ts'
import { readTerms } from '../database/terms.ts'

// The rows that a block changes, in memory, and how they are read and written. Counts are spread last: V8 makes
// an object that begins with a spread and has many more properties forty times as slowly.

export type AddressState = KindCounts & {
  id: number
  address: string
  /** How many runes it holds. */
  runes: number
  /** How many rows of `outputs` are its own and unspent. */
  outputs: number
}

export type RuneState = KindCounts & {
  id: number
  runeId: RuneId
  height: number
  txIndex: number
  tx: number | undefined
  name: string
  spacedName: string
  divisibility: number
  symbol: string | undefined
  isTurbo: boolean
  isCenotaph: boolean
  premine: bigint
  /** The address that paid for the commitment, if that is known. */
  payer: string | undefined
  terms: Terms | undefined
  minted: bigint
  mintCount: number
  /** The height of its block; -1 before the first. */
  newestMint: number
  burned: bigint
  holders: number
  /** What outputs without an address hold. */
  withoutAddress: bigint
  dayMovements: number
  mintState: MintState
  /** Billionths of the cap; -1 without a cap. */
  mintProgress: number
  nextStateAt: number | undefined
}

export type BalanceState = {
  address: number
  rune: Readonly<RuneState>
  amount: bigint
  records: number
  movements: number
}

/** An output, with the amount of each rune in the order of their ids. `owner` is its address. */
export type OutputState = {
  tx: number
  vout: number
  owner: Readonly<AddressState> | undefined
  amounts: { rune: Readonly<RuneState>; amount: bigint }[]
  spender: number | undefined
}

export type RuneDayState = {
  rune: Readonly<RuneState>
  day: number
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

export function readAddress(row: Row): AddressState {
  return {
    id: numberOf(row, 'id'),
    address: textOf(row, 'address'),
    runes: numberOf(row, 'runes'),
    outputs: numberOf(row, 'outputs'),
    ...readCounts(row),
  }
}

export function addressRows(state: AddressState): NewRow<typeof addresses>[] {
  return [{ ...state }]
}

export function readRune(row: Row): RuneState {
  const [height, txIndex] = [numberOf(row, 'height'), numberOf(row, 'tx_index')]
  return {
    id: numberOf(row, 'id'),
    runeId: `${height}:${txIndex}`,
    height,
    txIndex,
    tx: optionalNumberOf(row, 'tx'),
    name: textOf(row, 'name'),
    spacedName: textOf(row, 'spaced_name'),
    divisibility: numberOf(row, 'divisibility'),
    symbol: optionalCharacterOf(row, 'symbol'),
    isTurbo: row.turbo === 1,
    isCenotaph: row.cenotaph === 1,
    premine: BigInt(textOf(row, 'premine')),
    payer: optionalTextOf(row, 'payer'),
    terms: row.has_terms === 1 ? readTerms(row) : undefined,
    minted: BigInt(textOf(row, 'minted')),
    mintCount: numberOf(row, 'mint_count'),
    newestMint: numberOf(row, 'newest_mint'),
    burned: BigInt(textOf(row, 'burned')),
    holders: numberOf(row, 'holders'),
    withoutAddress: BigInt(textOf(row, 'without_address')),
    dayMovements: numberOf(row, 'day_movements'),
    mintState: readMintState(row),
    mintProgress: numberOf(row, 'mint_progress'),
    nextStateAt: optionalNumberOf(row, 'next_state_at'),
    ...readCounts(row),
  }
}

function readMintState(row: Row): MintState {
  const state = Object.values(MINT_STATES).find((value) => value === row.mint_state)
  if (state === undefined) throw new TypeError(`mint_state ${row.mint_state} is unknown`)
  return state
}

/** The figures of a rune before its first record. */
export function noFigures() {
  return {
    minted: 0n,
    mintCount: 0,
    newestMint: -1,
    burned: 0n,
    holders: 0,
    withoutAddress: 0n,
    dayMovements: 0,
    mintState: MINT_STATES.unmintable,
    mintProgress: -1,
    nextStateAt: undefined,
    ...noCounts(),
  }
}

export function runeRows(state: RuneState): NewRow<typeof runes>[] {
  const { terms } = state
  const digits = (value: bigint | undefined) => value?.toString()
  return [
    {
      id: state.id,
      height: state.height,
      tx_index: state.txIndex,
      tx: state.tx,
      name: state.name,
      spaced_name: state.spacedName,
      divisibility: state.divisibility,
      symbol: state.symbol?.codePointAt(0),
      turbo: state.isTurbo ? 1 : 0,
      cenotaph: state.isCenotaph ? 1 : 0,
      premine: String(state.premine),
      payer: state.payer,
      has_terms: terms === undefined ? 0 : 1,
      terms_amount: digits(terms?.amount),
      terms_cap: digits(terms?.cap),
      terms_height_start: digits(terms?.heightStart),
      terms_height_end: digits(terms?.heightEnd),
      terms_offset_start: digits(terms?.offsetStart),
      terms_offset_end: digits(terms?.offsetEnd),
      minted: String(state.minted),
      mint_count: state.mintCount,
      newest_mint: state.newestMint,
      burned: String(state.burned),
      holders: state.holders,
      without_address: String(state.withoutAddress),
      movements: sumOfCounts(state, RUNE_MOVEMENTS),
      day_movements: state.dayMovements,
      mint_state: state.mintState,
      mint_progress: state.mintProgress,
      next_state_at: state.nextStateAt,
      ...countsOf(state),
    },
  ]
}

/** Those of a rune that its etching sets for ever. */
export const ETCHED_COLUMNS = [
  'height',
  'tx_index',
  'tx',
  'name',
  'spaced_name',
  'divisibility',
  'symbol',
  'turbo',
  'cenotaph',
  'premine',
  'payer',
  'has_terms',
  'terms_amount',
  'terms_cap',
  'terms_height_start',
  'terms_height_end',
  'terms_offset_start',
  'terms_offset_end',
] as const

function countsOf(counts: KindCounts): KindCounts {
  const own = noCounts()
  for (const name of KIND_NAMES) own[name] = counts[name]
  return own
}

export function readBalance(row: Row, rune: Readonly<RuneState>): BalanceState {
  return {
    address: numberOf(row, 'address'),
    rune,
    amount: readSortableAmount(textOf(row, 'amount')),
    records: numberOf(row, 'records'),
    movements: numberOf(row, 'movements'),
  }
}

export function balanceRows(state: BalanceState): NewRow<typeof balances>[] {
  const { address, rune, records, movements } = state
  const amount = sortableAmount(state.amount)
  const shown_amount = sortableShownAmount(amount, rune.divisibility)
  return [{ address, rune: rune.id, amount, shown_amount, records, movements }]
}

export function outputRows({
  tx,
  vout,
  owner,
  amounts,
  spender,
}: OutputState): NewRow<typeof outputs>[] {
  return amounts.map(({ rune, amount }) => ({
    tx,
    vout,
    rune: rune.id,
    address: owner?.id,
    amount: String(amount),
    spender,
  }))
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
  return [
    {
      rune: state.rune.id,
      day: state.day,
      movements: state.movements,
      mints: state.mints,
      minted: String(state.minted),
      transfers: state.transfers,
      transferred: String(state.transferred),
      burns: state.burns,
      burned: String(state.burned),
      holders: state.holders,
      supply: String(state.supply),
    },
  ]
}
