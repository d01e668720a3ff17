import type { Database } from '../../database/database.ts'
import { fold } from '../../tokens/searchTerms.ts'
import { HttpProblem } from '../http/httpProblem.ts'
import type { ListedBy } from './readListedTokens.ts'
import { byContract, SELECT_SUMMARY, summaryOf, type TokenSummary } from './tokenSummary.ts'

const MAX_LISTED = 100

/**
 * The other tokens with the name or the symbol of a token as theirs, without case, accents and `$`, in the order of
 * their contracts.
 * @throws {HttpProblem} 404 if the contract is unknown.
 */
export async function readLookAlikes(
  { query }: Database,
  principal: string,
  listedBy: ListedBy | undefined,
) {
  const [row] = await query(`${SELECT_SUMMARY} WHERE t.principal = $1`, [principal])
  if (row === undefined) throw new HttpProblem('contract-not-found')
  const token = summaryOf(row)
  const rows = await query(
    `${SELECT_SUMMARY} WHERE t.principal IN
      (SELECT principal FROM token_terms WHERE term IN ($1, $2) AND rank = 0)`,
    [fold(token.name ?? ''), fold(token.symbol ?? '')],
  )
  const others = rows
    .map(summaryOf)
    .filter((other) => other.principal !== principal && sharedBy(token, other).length > 0)
    .sort(byContract)
  const position = others.filter((other) => byContract(other, token) < 0).length
  const results = others.slice(0, MAX_LISTED).map(({ foldedTitle, imageHash, ...other }) => ({
    ...other,
    listed_by: listedBy?.(other.principal)?.name,
    same: sharedBy(token, other),
    as: sharedBy(other, token),
    same_image: hasImageOf(token, { imageHash }) || undefined,
  }))
  const same_image = others.filter((other) => hasImageOf(token, other)).length
  return {
    total: others.length,
    same_image: same_image > 0 ? same_image : undefined,
    position,
    listed_by: listedBy?.(principal),
    results,
  }
}

type Illustrated = Pick<TokenSummary, 'imageHash'>

/** Whether the bytes of both images are the same, as their hosts sent them. */
function hasImageOf(token: Illustrated, other: Illustrated): boolean {
  return token.imageHash !== undefined && token.imageHash === other.imageHash
}

type Named = Pick<TokenSummary, 'name' | 'symbol'>

/** Which of the name and the symbol of a token another has as its own name or symbol. */
function sharedBy(token: Named, other: Named): ('name' | 'symbol')[] {
  const texts = [other.name, other.symbol].map((text) => fold(text ?? ''))
  return (['name', 'symbol'] as const).filter((field) => {
    const text = fold(token[field] ?? '')
    return text !== '' && texts.includes(text)
  })
}
