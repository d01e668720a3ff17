import type { Database } from '../../database/database.ts'
import { tokenProblem } from '../http/httpProblem.ts'
import { fold } from './searchTerms.ts'
import { byCompleteness, factsOf, SELECT_FACTS, type TokenFacts } from './tokenFacts.ts'

const MAX_LISTED = 100

/**
 * The other tokens with the name or the symbol of a token, without case, accents and `$`. Their order does
 * not depend on which of them is asked about.
 * @throws {HttpProblem} 404 if the contract is unknown.
 */
export async function readLookAlikes({ query }: Database, principal: string) {
  const [row] = await query(`${SELECT_FACTS} WHERE t.principal = $1`, [principal])
  if (row === undefined) throw tokenProblem('contract-not-found')
  const token = factsOf(row)
  const rows = await query(
    `${SELECT_FACTS} WHERE t.principal IN
      (SELECT principal FROM token_terms WHERE term IN ($1, $2) AND rank = 0)`,
    [fold(token.name ?? ''), fold(token.symbol ?? '')],
  )
  const results = rows
    .map(factsOf)
    .filter((other) => other.principal !== principal && sharedBy(token, other).length > 0)
    .sort(byCompleteness)
    .map(({ foldedTitle, ...other }) => ({ ...other, same: sharedBy(token, other) }))
  return { total: results.length, results: results.slice(0, MAX_LISTED) }
}

type Named = Pick<TokenFacts, 'name' | 'symbol'>

function sharedBy(one: Named, other: Named): ('name' | 'symbol')[] {
  return (['name', 'symbol'] as const).filter((field) => {
    const text = fold(one[field] ?? '')
    return text !== '' && text === fold(other[field] ?? '')
  })
}
