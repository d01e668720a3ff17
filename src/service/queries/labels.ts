import type { CoveredRunes } from '../../contract/schemas/chain.ts'
import type { RuneLabel } from '../../contract/schemas/runeLabel.ts'
import { numberOf, optionalCharacterOf, type Row, textOf } from '../../database/database.ts'
import { LIST, selectIn } from '../../database/rows.ts'
import type { Index } from './indexReader.ts'

/** The columns of a rune `r` that `runeLabelOf` reads. */
export const RUNE_LABEL = `
  r.id AS rune_key, r.height AS rune_height, r.tx_index AS rune_tx_index, r.name, r.spaced_name,
  r.symbol, r.divisibility`

/** How many names look like that of a rune `r`. */
export const LOOK_ALIKES =
  '(SELECT count(*) FROM rune_alike alike WHERE alike.rune = r.id) AS look_alikes'

/** A rune as lists show it. An index that begins late knows the number of the first rune only. */
export function runeLabelOf(row: Row, isComplete: boolean): RuneLabel {
  const key = numberOf(row, 'rune_key')
  const id = `${row.rune_height}:${row.rune_tx_index}`
  return {
    id,
    number: isComplete || id === FIRST_RUNE ? key : undefined,
    name: textOf(row, 'name'),
    spaced_name: textOf(row, 'spaced_name'),
    symbol: optionalCharacterOf(row, 'symbol'),
    divisibility: numberOf(row, 'divisibility'),
  }
}

/** A rune as the retired API names it. */
export function runeOf(row: Row, isComplete: boolean) {
  const { id, number, name, spaced_name } = runeLabelOf(row, isComplete)
  return { id, number, name, spaced_name }
}

/** Whether the index lacks the beginning of a rune, and so some of its supply. */
export function isOlder(row: Row, index: Index): boolean {
  return isBefore(numberOf(row, 'rune_height'), index)
}

/** Whether a height is before an index that begins late. */
export function isBefore(height: number | bigint, { isComplete, firstHeight }: Index): boolean {
  return !isComplete && height < firstHeight
}

const FIRST_RUNE = '1:0'

/** Which runes an index knows that begins late: on mainnet also the one that is part of the protocol. */
export function coveredRunes({
  isComplete,
  firstHeight,
  network,
}: Index): CoveredRunes | undefined {
  if (isComplete) return
  return { from: firstHeight, ...(network === 'main' && { also: 'UNCOMMON•GOODS' }) }
}

/** Reads the labels of runes. Returns a function from the id of a rune in the database to its label. */
export async function readLabels({ query, isComplete }: Index, keys: number[]) {
  const sql = `SELECT ${RUNE_LABEL} FROM runes r WHERE r.id IN (${LIST})`
  const rows = await selectIn(query, sql, keys)
  const labels = new Map(rows.map((row) => [row.rune_key, runeLabelOf(row, isComplete)]))
  return (key: number): RuneLabel => {
    const label = labels.get(key)
    if (label === undefined) throw new Error('a record has a rune')
    return label
  }
}

/** The addresses with these ids in the database. */
export async function readAddresses(
  { query }: Index,
  keys: (number | undefined)[],
): Promise<Map<number | undefined, string>> {
  const sql = `SELECT id, address FROM addresses WHERE id IN (${LIST})`
  const known = keys.filter((key) => key !== undefined)
  const rows = await selectIn(query, sql, known)
  return new Map(rows.map((row) => [numberOf(row, 'id'), textOf(row, 'address')]))
}
