import type { NamesAlike } from '../../../contract/schemas/search.ts'

export type AlikeToken = NamesAlike['results'][number]
export type AlikeComparison = ReturnType<typeof compareTokens>

/** What most tokens of one name have, and which of them share a metadata document. */
export function compareTokens(rows: readonly AlikeToken[]) {
  /** How many have each document. */
  const sharing = countEach(rows.flatMap(({ token_uri }) => token_uri || []))
  const isShared = ({ token_uri = '' }: AlikeToken) => (sharing.get(token_uri) ?? 0) > 1
  const symbol = mostCommon(rows.map((row) => row.symbol))
  const decimals = mostCommon(rows.map((row) => row.decimals))
  const areShared = mostCommon(rows.map(isShared)) === true
  const isUnusual = {
    symbol: (row: AlikeToken) => symbol !== undefined && row.symbol !== symbol,
    decimals: (row: AlikeToken) => decimals !== undefined && row.decimals !== decimals,
    document: (row: AlikeToken) => areShared && !isShared(row),
  }
  return {
    sharing,
    isUnusual,
    hasUnusual: rows.some((row) => Object.values(isUnusual).some((isOwn) => isOwn(row))),
  }
}

/** What more than half of them have; undefined if nothing is. */
function mostCommon<Value>(values: readonly Value[]): Value | undefined {
  return [...countEach(values)].find(([, count]) => count * 2 > values.length)?.[0]
}

function countEach<Value>(values: readonly Value[]): Map<Value, number> {
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
