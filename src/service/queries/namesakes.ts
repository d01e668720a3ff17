import type { Namesakes, SharedBy } from '../../contract/directory.ts'
import { type Database, optionalTextOf, type Row, textOf } from '../database/database.ts'
import { fold } from '../database/directoryTerms.ts'
import { tokenProblem } from '../http/problems.ts'

const MAX_NAMED = 20
/** More tokens of one name than this are not counted. */
const MAX_COMPARED = 10_000

/**
 * The other tokens with the symbol or the name of one, whatever their capitals; by principal.
 * @throws {HttpProblem} 404 when the contract is unknown.
 */
export async function readNamesakes(database: Database, principal: string): Promise<Namesakes> {
  const [token] = await database.query('SELECT name, symbol FROM tokens WHERE principal = $1', [
    principal,
  ])
  if (token === undefined) throw tokenProblem('contract-not-found')
  const readShared = (column: 'symbol' | 'name') =>
    readSharedBy(database, { principal, column, text: optionalTextOf(token, column) ?? '' })
  const [symbol, name] = await Promise.all([readShared('symbol'), readShared('name')])
  return { symbol, name }
}

type Shared = { principal: string; column: 'symbol' | 'name'; text: string }

/**
 * An engine's `lower()` knows the letters of its own collation, on SQLite only A to Z. So the tokens
 * that are called alike come from the directory, whose terms are folded, and are compared here.
 */
async function readSharedBy(
  database: Database,
  { principal, column, text }: Shared,
): Promise<SharedBy> {
  const candidates = await database.query(CALLED_ALIKE, [fold(text), principal])
  const lowerCase = text.toLowerCase()
  const sharing = candidates.filter(
    (row) => text !== '' && optionalTextOf(row, column)?.toLowerCase() === lowerCase,
  )
  return { total: sharing.length, results: sharing.slice(0, MAX_NAMED).map(toNamesake) }
}

const CALLED_ALIKE = `
  SELECT t.principal, t.name, t.symbol
    FROM directory d JOIN tokens t ON t.principal = d.id
   WHERE d.kind = 'token' AND d.term = $1 AND d.rank = 0 AND t.principal <> $2
   ORDER BY t.principal LIMIT ${MAX_COMPARED}`

function toNamesake(row: Row): SharedBy['results'][number] {
  const [name, symbol] = [optionalTextOf(row, 'name'), optionalTextOf(row, 'symbol')]
  return {
    principal: textOf(row, 'principal'),
    ...(name !== undefined && { name }),
    ...(symbol !== undefined && { symbol }),
  }
}
