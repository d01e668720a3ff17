import type { Namesakes, SharedBy } from '../../contract/directory.ts'
import { type Database, optionalTextOf, type Row, textOf } from '../database/database.ts'
import { tokenProblem } from '../http/problems.ts'

const MOST_NAMED = 20

/**
 * The other tokens with the symbol or the name of one, whatever their capitals; by principal.
 * @throws {Problem} 404 when the contract is unknown.
 */
export async function readNamesakes(database: Database, principal: string): Promise<Namesakes> {
  const [token] = await database.query('SELECT name, symbol FROM tokens WHERE principal = $1', [
    principal,
  ])
  if (token === undefined) throw tokenProblem('contract-not-found')
  const [symbol, name] = await Promise.all([
    readSharedBy(database, SAME_SYMBOL, [optionalTextOf(token, 'symbol') ?? '', principal]),
    readSharedBy(database, SAME_NAME, [optionalTextOf(token, 'name') ?? '', principal]),
  ])
  return { symbol, name }
}

const SAME_SYMBOL = `FROM tokens WHERE lower(symbol) = lower($1) AND symbol <> '' AND principal <> $2`
const SAME_NAME = `FROM tokens WHERE lower(name) = lower($1) AND name <> '' AND principal <> $2`

async function readSharedBy(
  database: Database,
  where: string,
  parameters: readonly [text: string, principal: string],
): Promise<SharedBy> {
  const [counted] = await database.query(
    `SELECT CAST(count(*) AS TEXT) AS total ${where}`,
    parameters,
  )
  const rows = await database.query(
    `SELECT principal, name, symbol ${where} ORDER BY principal LIMIT ${MOST_NAMED}`,
    parameters,
  )
  return { total: Number(counted?.total), results: rows.map(toNamesake) }
}

function toNamesake(row: Row): SharedBy['results'][number] {
  const [name, symbol] = [optionalTextOf(row, 'name'), optionalTextOf(row, 'symbol')]
  return {
    principal: textOf(row, 'principal'),
    ...(name !== undefined && { name }),
    ...(symbol !== undefined && { symbol }),
  }
}
