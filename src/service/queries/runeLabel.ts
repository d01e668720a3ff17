import type { RuneLabel } from '../../contract/schemas/rune.ts'
import { numberOf, optionalTextOf, type Row, textOf } from '../../database/database.ts'

/** The columns of a rune `r` that `runeLabelOf` reads. */
export const RUNE_LABEL = `
  r.id AS rune_key, r.height AS rune_height, r.tx_index AS rune_tx_index, r.name, r.spaced_name,
  r.symbol, r.divisibility`

/** A rune as lists show it. An index that begins late knows the number of the first rune only. */
export function runeLabelOf(row: Row, isComplete: boolean): RuneLabel {
  const key = numberOf(row, 'rune_key')
  const id = `${row.rune_height}:${row.rune_tx_index}`
  return {
    id,
    number: isComplete || id === FIRST_RUNE ? key : undefined,
    name: textOf(row, 'name'),
    spaced_name: textOf(row, 'spaced_name'),
    symbol: optionalTextOf(row, 'symbol'),
    divisibility: numberOf(row, 'divisibility'),
  }
}

export const FIRST_RUNE = '1:0'
