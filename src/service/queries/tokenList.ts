import type { Paging } from '../../contract/paging.ts'
import type { TokenListOptions } from '../../contract/tokenList.ts'
import { type Database, type Row, textOf } from '../database/database.ts'
import { listedTokenToWire } from '../tokenToWire.ts'
import { tokenFields } from './token.ts'

/**
 * A page of the tokens that can be read, without the samples, and where they come from: partial if the
 * snapshot lacks facts of some, and the time when the oldest was read. Sorted by lower-case name or symbol without spaces around it, then by principal;
 * tokens without a name or symbol come last. `desc` is the exact reverse. Only A to Z have a lower
 * case, on both engines. The total and the page come from the same state of the data.
 */
export function readTokenList(
  { readTransaction }: Database,
  list: TokenListOptions,
  { offset, limit }: Paging,
) {
  return readTransaction(async (query) => {
    const { where, parameters } = filterOf(list)
    const [row] = await query(
      `SELECT CAST(count(*) AS TEXT) AS total FROM tokens WHERE ${where}`,
      parameters,
    )
    const total = Number(row?.total)
    const size = Math.max(0, Math.min(limit, total - offset))
    // Pages near the end are read from there, because skipping rows takes time.
    const isNearEnd = offset > total / 2
    const isDescending = (list.order === 'desc') !== isNearEnd
    const skip = isNearEnd ? total - offset - size : offset
    const sql = pageSql(list, { where, isDescending, parameters: parameters.length })
    const rows = size === 0 ? [] : await query(sql, [...parameters, size, skip])
    const results = (isNearEnd ? rows.toReversed() : rows).map(listedTokenOf)
    return { page: { limit, offset, total, results }, ...sourceOf(rows) }
  })
}

/** The condition that a list makes, and its parameters. */
function filterOf({ name, symbol, address, validMetadataOnly }: TokenListOptions) {
  const parameters: string[] = []
  const place = (text: string) => `$${parameters.push(text)}`
  const conditions = ["status = 'ready' AND source <> 'sample'"]
  if (name) {
    const pattern = `%${lowerCase(name).replace(/[\\%_]/g, '\\$&')}%`
    conditions.push(`lower(name) LIKE ${place(pattern)} ESCAPE '\\'`)
  }
  if (symbol) conditions.push(`${sortKey('symbol')} = ${place(lowerCase(symbol.trim()))}`)
  if (address) {
    // Every principal that begins with the address and a dot.
    conditions.push(`principal > ${place(`${address}.`)} AND principal < ${place(`${address}/`)}`)
  }
  if (validMetadataOnly) {
    conditions.push(`EXISTS (SELECT 1 FROM token_metadata m
      WHERE m.principal = tokens.principal AND m.locale = '' AND m.has_document = 1)`)
  }
  return { where: conditions.join(' AND '), parameters }
}

/** Names may begin with spaces, or have nothing else. The indexes of the tokens have the same expression. */
function sortKey(column: string): string {
  return `lower(nullif(trim(${column}), ''))`
}

/** The same as `lower()` in the database. */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

type Page = { where: string; isDescending: boolean; parameters: number }

function pageSql(
  { orderBy = 'name' }: TokenListOptions,
  { where, isDescending, parameters }: Page,
): string {
  const [nulls, ties] = isDescending ? ['DESC NULLS FIRST', 'DESC'] : ['ASC NULLS LAST', 'ASC']
  return `
    SELECT t.principal, t.name, t.symbol, CAST(t.decimals AS TEXT) AS decimals,
           CAST(t.total_supply AS TEXT) AS total_supply, t.token_uri, t.tx_id, t.sender_address,
           t.asset_identifier, t.source, CAST(t.read_at AS TEXT) AS read_at, m.token_description, m.image_uri, m.image_thumbnail_uri,
           m.image_canonical_uri
      FROM (SELECT principal FROM tokens WHERE ${where}
             ORDER BY ${sortKey(orderBy)} ${nulls}, principal ${ties}
             LIMIT $${parameters + 1} OFFSET $${parameters + 2}) AS page
      JOIN tokens t ON t.principal = page.principal
      LEFT JOIN token_metadata m ON m.principal = t.principal AND m.locale = ''
     ORDER BY ${sortKey(`t.${orderBy}`)} ${nulls}, t.principal ${ties}`
}

function listedTokenOf(row: Row) {
  const contract_principal = textOf(row, 'principal')
  return listedTokenToWire({ ...tokenFields(row, row), contract_principal })
}

function sourceOf(rows: Row[]) {
  const isPartial = rows.some(({ source }) => source === 'snapshot')
  return {
    coverage: isPartial ? ('partial' as const) : undefined,
    readAt: rows.length === 0 ? undefined : Math.min(...rows.map((row) => Number(row.read_at))),
  }
}
