import type { RuneId, Terms } from '../bitcoin/runestone.ts'
import { type BalanceSizes, readBalanceSizes, writeBalanceSizes } from '../database/balanceSizes.ts'
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
import type { addresses, balances, outputs, runes } from '../database/schema.ts'
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
  balanceSizes: BalanceSizes
  /** The heights of the blocks that reached it first. */
  holders100At: number | undefined
  holders1000At: number | undefined
  holders10000At: number | undefined
  halfMintedAt: number | undefined
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
    balanceSizes: readBalanceSizes(textOf(row, 'balance_sizes')),
    holders100At: optionalNumberOf(row, 'holders_100_at'),
    holders1000At: optionalNumberOf(row, 'holders_1000_at'),
    holders10000At: optionalNumberOf(row, 'holders_10000_at'),
    halfMintedAt: optionalNumberOf(row, 'half_minted_at'),
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
    balanceSizes: new Map(),
    holders100At: undefined,
    holders1000At: undefined,
    holders10000At: undefined,
    halfMintedAt: undefined,
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
      balance_sizes: writeBalanceSizes(state.balanceSizes),
      holders_100_at: state.holders100At,
      holders_1000_at: state.holders1000At,
      holders_10000_at: state.holders10000At,
      half_minted_at: state.halfMintedAt,
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
