import type { ValuesOf } from '../../contract/endpoint.ts'
import type { ENDPOINTS } from '../../contract/endpoints.ts'
import {
  countRows,
  type Database,
  numberOf,
  optionalNumberOf,
  type Query,
  type Row,
  type SqlValue,
  textOf,
} from '../../database/database.ts'
import type { ListedBy } from './readListedTokens.ts'
import { IMAGES, tokenFields } from './readToken.ts'
import { tokenToWire } from './tokenToWire.ts'

type TokenListOptions = ValuesOf<typeof ENDPOINTS.tokens.parameters>

type Listing = {
  origin: string
  listedBy: ListedBy | undefined
  /** Whether only tokens are listed whose transaction is known: clients of the token API tell tokens apart by it. */
  needsTransaction: boolean
}

/**
 * A page of the tokens that can be read, without the samples. Only A to Z have a lower case, on both
 * engines. The total and the page come from the same state of the data.
 */
export function readTokenList(
  { readTransaction }: Database,
  options: TokenListOptions,
  { origin, listedBy, needsTransaction }: Listing,
) {
  const { limit, offset } = options
  return readTransaction(async (query) => {
    const { where, parameters } = conditionOf(
      options,
      needsTransaction ? ['t.tx_id IS NOT NULL'] : [],
    )
    const total = await countRows(query, `tokens t WHERE ${where}`, parameters)
    const next = parameters.length + 1
    // Only the principals are sorted, because documents may embed images.
    const rows = await query(
      `WITH page AS (SELECT t.principal, ${sortKey('name')} AS name_key FROM tokens t WHERE ${where}
                      ORDER BY ${orderOf(options)} LIMIT $${next} OFFSET $${next + 1}),
            names AS (SELECT ${sortKey('name')} AS name_key, count(*) AS same_name FROM tokens t
                       WHERE ${LISTED} AND ${sortKey('name')} IN (SELECT name_key FROM page)
                       GROUP BY ${sortKey('name')})
       SELECT t.*, m.token_description, m.image_uri, m.image_thumbnail_uri, m.image_canonical_uri,
              m.has_document, s.hash AS image_hash, d.deployed_at, names.same_name
         FROM page JOIN tokens t ON t.principal = page.principal
         LEFT JOIN token_metadata m ON m.principal = t.principal AND m.locale = ''
         ${IMAGES}
         LEFT JOIN deployments d ON d.principal = t.principal
         LEFT JOIN names ON names.name_key = page.name_key
        ORDER BY ${orderOf(options)}`,
      [...parameters, limit, offset],
    )
    return { total, results: rows.map((row) => listedTokenOf(row, { origin, listedBy })) }
  })
}

/** The number of tokens in the unfiltered list, and of how many the supply and the metadata are known. */
export async function countTokens(query: Query) {
  const [row = {}] = await query(
    `SELECT count(*) AS total, count(t.total_supply) AS with_supply,
            count(CASE WHEN ${HAS_DOCUMENT} THEN 1 END) AS with_metadata
       FROM tokens t WHERE ${LISTED}`,
  )
  return {
    total: numberOf(row, 'total'),
    with_supply: numberOf(row, 'with_supply'),
    with_metadata: numberOf(row, 'with_metadata'),
  }
}

/** The condition that a token `t` can be read and is no sample. */
export const LISTED = "t.status = 'ready' AND t.source <> 'sample'"

function conditionOf(
  { name, symbol, address, valid_metadata_only }: TokenListOptions,
  others: string[],
) {
  const parameters: SqlValue[] = []
  const placeholder = (value: SqlValue) => `$${parameters.push(value)}`
  const conditions = [LISTED, ...others]
  if (name) {
    const pattern = `%${lowerCase(name).replace(/[\\%_]/g, '\\$&')}%`
    conditions.push(`lower(t.name) LIKE ${placeholder(pattern)} ESCAPE '\\'`)
  }
  if (symbol) conditions.push(`${sortKey('symbol')} = ${placeholder(lowerCase(symbol.trim()))}`)
  if (address) {
    // Every principal that begins with it: those before the next text of its length.
    const next =
      address.slice(0, -1) + String.fromCharCode(address.charCodeAt(address.length - 1) + 1)
    conditions.push(`t.principal >= ${placeholder(address)} AND t.principal < ${placeholder(next)}`)
  }
  if (valid_metadata_only === 'true') conditions.push(HAS_DOCUMENT)
  return { where: conditions.join(' AND '), parameters }
}

const HAS_DOCUMENT = `EXISTS (SELECT 1 FROM token_metadata m
  WHERE m.principal = t.principal AND m.locale = '' AND m.has_document = 1)`

/** Names may begin with spaces, or have nothing else. The indexes of the tokens have the same expression. */
function sortKey(column: 'name' | 'symbol'): string {
  return `lower(nullif(trim(t.${column}), ''))`
}

/** The same as `lower()` in the database. */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

type Order = 'asc' | 'desc'

/** What each list is sorted by, with the default order of each. */
const SORT_KEYS: Record<TokenListOptions['order_by'], [key: string, order: Order][]> = {
  name: [[sortKey('name'), 'asc']],
  symbol: [[sortKey('symbol'), 'asc']],
  completeness: [
    [HAS_DOCUMENT, 'desc'],
    ['(t.total_supply IS NOT NULL)', 'desc'],
    [sortKey('name'), 'asc'],
  ],
}

/** The other order of a list is its exact reverse. Tokens without a name or symbol come last in `asc`. */
function orderOf({ order_by, order }: TokenListOptions): string {
  const keys = SORT_KEYS[order_by]
  const isReversed = order !== undefined && order !== keys[0]?.[1]
  return [...keys, ['t.principal', 'asc'] as const]
    .map(([key, preset]) =>
      (preset === 'asc') !== isReversed ? `${key} ASC NULLS LAST` : `${key} DESC NULLS FIRST`,
    )
    .join(', ')
}

function listedTokenOf(row: Row, { origin, listedBy }: Pick<Listing, 'origin' | 'listedBy'>) {
  const { metadata, ...token } = tokenToWire(tokenFields(row, row, origin))
  const sameName = optionalNumberOf(row, 'same_name') ?? 1
  const principal = textOf(row, 'principal')
  return {
    ...token,
    contract_principal: principal,
    has_document: row.has_document === 1,
    deployed_at: optionalNumberOf(row, 'deployed_at'),
    listed_by: listedBy?.(principal)?.name,
    same_name: sameName > 1 ? sameName : undefined,
  }
}
