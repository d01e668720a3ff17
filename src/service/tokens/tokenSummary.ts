import { webAddressesIn } from '../../contract/webAddress.ts'
import { optionalNumberOf, optionalTextOf, type Row, textOf } from '../../database/database.ts'
import { fold, titleOf } from '../../tokens/searchTerms.ts'
import { IMAGES } from './readToken.ts'

/** Selects what tells tokens of the same name apart: add a condition on `t`. */
export const SELECT_SUMMARY = `
  SELECT t.principal, t.name, t.symbol, t.decimals, t.total_supply, t.token_uri,
         coalesce(m.has_document, 0) AS has_document, s.hash AS image_hash, d.deployed_at
    FROM tokens t LEFT JOIN token_metadata m ON m.principal = t.principal AND m.locale = ''
    ${IMAGES}
    LEFT JOIN deployments d ON d.principal = t.principal`

export type TokenSummary = ReturnType<typeof summaryOf>

/** Of a row of SELECT_SUMMARY. Tokens with the same `foldedTitle` have the same name. */
export function summaryOf(row: Row) {
  const [principal, name] = [textOf(row, 'principal'), optionalTextOf(row, 'name')]
  const symbol = optionalTextOf(row, 'symbol')
  const webAddresses = webAddressesIn({ name, symbol })
  return {
    principal,
    name,
    foldedTitle: fold(titleOf(principal, name)),
    symbol,
    web_address: webAddresses.length > 0 ? webAddresses : undefined,
    decimals: optionalNumberOf(row, 'decimals'),
    total_supply: optionalTextOf(row, 'total_supply'),
    token_uri: optionalTextOf(row, 'token_uri'),
    has_document: row.has_document === 1,
    deployed_at: optionalNumberOf(row, 'deployed_at'),
    imageHash: optionalTextOf(row, 'image_hash'),
  }
}

/**
 * Compares tokens: those called like a web address last, those with a metadata document first, then those with a
 * supply, then by name and principal. The order does not say which of them is genuine.
 */
export function byCompleteness(one: TokenSummary, other: TokenSummary): number {
  return (
    Number(one.web_address !== undefined) - Number(other.web_address !== undefined) ||
    Number(other.has_document) - Number(one.has_document) ||
    Number(other.total_supply !== undefined) - Number(one.total_supply !== undefined) ||
    compare(one.foldedTitle, other.foldedTitle) ||
    compare(one.principal, other.principal)
  )
}

/** Says nothing about which one is genuine. Those called like a web address are last. */
export function byContract(one: TokenSummary, other: TokenSummary): number {
  return (
    Number(one.web_address !== undefined) - Number(other.web_address !== undefined) ||
    compare(one.principal, other.principal)
  )
}

/** By code units, so that the order does not depend on the machine's language. */
function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
