import type { Database } from '../../database/database.ts'
import { fold } from '../../tokens/searchTerms.ts'
import type { ListedBy } from './readListedTokens.ts'
import { SELECT_SUMMARY, summaryOf } from './tokenSummary.ts'

const MAX_LISTED = 100

/**
 * The tokens with a name or symbol, without case, accents and `$`: those with the name, those with the symbol only, then
 * those called like a web address, each in the order of their contracts.
 */
export async function readNamesAlike(
  { query }: Database,
  name: string,
  listedBy: ListedBy | undefined,
) {
  const folded = fold(name)
  const rows = await query(
    `${SELECT_SUMMARY} WHERE t.principal IN
      (SELECT principal FROM token_terms WHERE term = $1 AND rank = 0) ORDER BY t.principal`,
    [folded],
  )
  const found = rows
    .map(summaryOf)
    .map(({ foldedTitle, imageHash, ...token }) => ({
      ...token,
      listed_by: listedBy?.(token.principal)?.name,
      as: (['name', 'symbol'] as const).filter((field) => fold(token[field] ?? '') === folded),
    }))
    .filter((token) => folded !== '' && token.as.length > 0)
  const named = found.filter((token) => token.as.includes('name'))
  const isWebAddress = (token: (typeof found)[number]) => token.web_address !== undefined
  const groups = [
    named.filter((token) => !isWebAddress(token)),
    found.filter((token) => !named.includes(token) && !isWebAddress(token)),
    found.filter(isWebAddress),
  ]
  return {
    total: found.length,
    named: named.length,
    results: groups.flat().slice(0, MAX_LISTED),
  }
}
