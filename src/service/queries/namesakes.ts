import type { MatchingTokens, Namesakes } from '../../contract/directory.ts'
import { type Database, integerOf, optionalTextOf, type Row, textOf } from '../database/database.ts'
import { fold } from '../database/searchTerms.ts'
import { tokenProblem } from '../http/httpProblem.ts'
import { prefixHash } from '../tokenToWire.ts'
import { IDENTITY_COLUMNS, IDENTITY_JOIN, identityRank } from './tokenIdentity.ts'

const MAX_LISTED_NAMESAKES = 50
/** At most this many tokens with the same name are counted. */
const MAX_COMPARED = 10_000

/**
 * Other tokens with the same symbol or name as a token, ignoring case: those with the same name and symbol
 * first, then those that differ only in case, then those with one of the two; within these by `identityRank` and
 * principal.
 * @throws {HttpProblem} 404 if the contract is unknown.
 */
export async function readNamesakes(database: Database, principal: string): Promise<Namesakes> {
  const [token] = await database.query('SELECT name, symbol FROM tokens WHERE principal = $1', [
    principal,
  ])
  if (token === undefined) throw tokenProblem('contract-not-found')
  const readShared = (column: 'symbol' | 'name') =>
    readSharedBy(database, { principal, column, token })
  const [symbol, name] = await Promise.all([readShared('symbol'), readShared('name')])
  const { size } = new Set([...symbol, ...name].map((row) => textOf(row, 'principal')))
  return { total: size, symbol: firstOf(symbol), name: firstOf(name) }
}

type Shared = { principal: string; column: 'symbol' | 'name'; token: Row }

/**
 * Compares lower-case texts here, because `lower()` depends on the collation, and on SQLite only
 * knows A to Z. The candidates come from the directory, whose terms are folded.
 */
async function readSharedBy(
  database: Database,
  { principal, column, token }: Shared,
): Promise<Row[]> {
  const text = optionalTextOf(token, column) ?? ''
  const candidates = await database.query(CANDIDATES, [fold(text), principal])
  const lowerCase = text.toLowerCase()
  const sharing = candidates.filter(
    (row) => text !== '' && optionalTextOf(row, column)?.toLowerCase() === lowerCase,
  )
  return sharing.toSorted(
    (one, other) =>
      sharedRank(one, token) - sharedRank(other, token) || identityRank(one) - identityRank(other),
  )
}

function firstOf(ranked: Row[]): MatchingTokens {
  return { total: ranked.length, results: ranked.slice(0, MAX_LISTED_NAMESAKES).map(toNamesake) }
}

function sharedRank(row: Row, token: Row): number {
  const texts = (it: Row) => [optionalTextOf(it, 'name') ?? '', optionalTextOf(it, 'symbol') ?? '']
  const own = texts(token)
  if (texts(row).every((text, index) => text === own[index])) return 0
  const isSame = (text: string, index: number) => text.toLowerCase() === own[index]?.toLowerCase()
  return texts(row).every(isSame) ? 1 : 2
}

const CANDIDATES = `
  SELECT t.principal, t.name, t.symbol, CAST(t.decimals AS TEXT) AS decimals,
         CAST(t.total_supply AS TEXT) AS total_supply, t.token_uri, t.tx_id,
         CAST(t.read_at AS TEXT) AS read_at, ${IDENTITY_COLUMNS}
    FROM directory d JOIN tokens t ON t.principal = d.id ${IDENTITY_JOIN}
   WHERE d.kind = 'token' AND d.term = $1 AND d.rank = 0 AND t.principal <> $2
   ORDER BY t.principal LIMIT ${MAX_COMPARED}`

/** JSON leaves out the undefined values. */
function toNamesake(row: Row): MatchingTokens['results'][number] {
  const txId = optionalTextOf(row, 'tx_id')
  return {
    principal: textOf(row, 'principal'),
    name: optionalTextOf(row, 'name'),
    symbol: optionalTextOf(row, 'symbol'),
    decimals: integerOf(row, 'decimals'),
    total_supply: optionalTextOf(row, 'total_supply'),
    token_uri: optionalTextOf(row, 'token_uri'),
    has_document: Number(row.has_document) === 1,
    tx_id: txId && prefixHash(txId),
    // 0 for tokens of databases that did not record it.
    read_at: integerOf(row, 'read_at') || undefined,
  }
}
