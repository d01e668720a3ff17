import type { RuneIdentifier } from '../../contract/identifiers.ts'
import type { RuneDay } from '../../contract/schemas/rune.ts'
import { numberOf, type Row, textOf } from '../../database/database.ts'
import { applyDivisibility } from '../applyDivisibility.ts'
import type { Index } from './indexReader.ts'
import { expectRune } from './locate.ts'

const DAY_MS = 86_400_000

/**
 * What happened to a rune on each day with activity, oldest first.
 * @throws {HttpProblem} 404
 */
export async function readHistory(index: Index, rune: RuneIdentifier) {
  const { key, divisibility } = await expectRune(index, rune)
  const rows = await index.query('SELECT * FROM rune_days WHERE rune = $1 ORDER BY day', [key])
  return { results: rows.map((row) => dayOf(row, divisibility)) }
}

function dayOf(row: Row, divisibility: number): RuneDay {
  const amount = (column: string) => applyDivisibility(textOf(row, column), divisibility)
  return {
    date: new Date(numberOf(row, 'day') * DAY_MS).toISOString().slice(0, 10),
    movements: numberOf(row, 'movements'),
    mints: numberOf(row, 'mints'),
    minted: amount('minted'),
    transfers: numberOf(row, 'transfers'),
    transferred: amount('transferred'),
    burns: numberOf(row, 'burns'),
    burned: amount('burned'),
    holders: numberOf(row, 'holders'),
    supply: amount('supply'),
  }
}
