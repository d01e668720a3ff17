import type { Row } from '../database/database.ts'

/**
 * Ranks tokens of the same name: lower comes first. Those with a metadata document come before others,
 * then those with a supply or an image; those that call themselves a test or a mock come after all others, and
 * samples last. The rank says nothing about whether a token is genuine.
 * @param row with the columns of IDENTITY_COLUMNS, from tokens `t` and the default document `m`.
 */
export function identityRank(row: Row): number {
  const unknown = UNKNOWN_WEIGHTS.reduce(
    (sum, [column, weight]) => sum + (Number(row[column]) === 0 ? weight : 0),
    0,
  )
  return unknown + (isMock(row) ? 20 : 0) + (row.source === 'sample' ? 100 : 0)
}

/** A document weighs more than the rest together, because any contract can state a supply. */
const UNKNOWN_WEIGHTS: [column: string, weight: number][] = [
  ['has_document', 3],
  ['has_supply', 1],
  ['has_image', 1],
]
export const MAX_UNKNOWN = UNKNOWN_WEIGHTS.reduce((sum, [, weight]) => sum + weight, 0)

/** To select besides `t.principal`, `t.name` and `t.symbol`. */
export const IDENTITY_COLUMNS = `
  t.source,
  CASE WHEN m.has_document = 1 THEN 1 ELSE 0 END AS has_document,
  CASE WHEN t.total_supply IS NULL THEN 0 ELSE 1 END AS has_supply,
  CASE WHEN coalesce(m.image_uri, m.image_thumbnail_uri, m.image_canonical_uri, m.image) IS NULL
       THEN 0 ELSE 1 END AS has_image`

/** Joins what IDENTITY_COLUMNS needs to tokens `t`. */
export const IDENTITY_JOIN =
  "LEFT JOIN token_metadata m ON m.principal = t.principal AND m.locale = ''"

const MOCK = /(?<![a-z])(?:test|mock|fake|dummy|demo|example)/i

/** Whether a word of its names begins with a word for tests: `sbtc-mock`, `TestToken`, but not `latest`. */
function isMock({ principal, name, symbol }: Row): boolean {
  const [, contractName] = String(principal).split('.')
  return [contractName, name, symbol].some((text) =>
    MOCK.test(String(text ?? '').replace(/([a-z])([A-Z])/g, '$1 $2')),
  )
}
