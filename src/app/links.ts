import type { Operation } from '../contract/activity.ts'
import type { BlockListOptions, SearchOptions } from '../contract/directory.ts'
import { type Block, blockText, parsePrincipal } from '../contract/identifiers.ts'
import { DEFAULT_PAGING, type Paging } from '../contract/paging.ts'
import { defaultRuneDirection, RUNE_ORDERS, type RuneListOptions } from '../contract/runeList.ts'
import { DIRECTIONS, TOKEN_ORDERS, type TokenListOptions } from '../contract/tokenList.ts'

/** Links to the explorer's pages. They omit defaults, so that each page has one address. */

/** The section of the home page about the data of the service. */
export const HOLDINGS_ANCHOR = 'holdings'
export const HOLDINGS_LINK = `/#${HOLDINGS_ANCHOR}`

/** `beside` is a locale shown next to `locale`; an empty `locale` is the token's default. */
export function tokenLink(principal: string, locale = '', beside = ''): string {
  const search = new URLSearchParams()
  if (locale !== '') search.set('locale', locale)
  if (beside !== '') search.set('beside', beside)
  const path = `/token/${encodeUntrusted(principal)}`
  return search.size === 0 ? path : `${path}?${search}`
}

export function transactionLink(txId: string, paging: Partial<Paging> = {}): string {
  return `/tx/${txId}${pagingSearch(paging)}`
}

export function blockLink(block: Block | number, paging: Partial<Paging> = {}): string {
  const text = typeof block === 'number' ? String(block) : blockText(block)
  return `/block/${text}${pagingSearch(paging)}`
}

/** A tab of a rune's or an address's page, what its list shows, and the page of the list. */
type ListLink = Partial<Paging> & {
  view?: string | undefined
  operation?: Operation | undefined
  /** The id of a rune, on the page of an address. */
  rune?: string | undefined
}

/** `rune` is an id, or a number or name, which redirect to the id. */
export function runeLink(rune: string, list: ListLink = {}): string {
  return `/rune/${encodeUntrusted(rune).replaceAll('%3A', ':')}${listSearch(list)}`
}

export function addressLink(address: string, list: ListLink = {}): string {
  return `/address/${encodeUntrusted(address)}${listSearch(list)}`
}

function listSearch({ view, operation, rune, ...paging }: ListLink): string {
  const search = new URLSearchParams(pagingSearch(paging))
  if (view !== undefined) search.set('view', view)
  if (operation !== undefined) search.set('op', operation)
  if (rune !== undefined) search.set('rune', rune)
  // A colon needs no escaping, and ids are easier to read with it.
  return search.size === 0 ? '' : `?${search}`.replaceAll('%3A', ':')
}

export function searchLink(query: string, options: Partial<SearchOptions> = {}): string {
  const { kind, ...paging } = options
  return listLink('/search', { q: query, kind }, paging)
}

/** A list of tokens. */
export function tokensLink(options: TokenListOptions = {}, paging: Partial<Paging> = {}): string {
  const { name, symbol, address, validMetadataOnly, orderBy, order } = options
  const filters = {
    name,
    symbol,
    address,
    valid_metadata_only: validMetadataOnly ? 'true' : undefined,
    order_by: orderBy === TOKEN_ORDERS[0] ? undefined : orderBy,
    order: order === DIRECTIONS[0] ? undefined : order,
  }
  return listLink('/tokens', filters, paging)
}

/** A list of runes. */
export function runesLink(options: RuneListOptions = {}, paging: Partial<Paging> = {}): string {
  const { name, mintable, orderBy, order } = options
  const filters = {
    name,
    mintable: mintable ? 'true' : undefined,
    order_by: orderBy === RUNE_ORDERS[0] ? undefined : orderBy,
    order: order === defaultRuneDirection(orderBy) ? undefined : order,
  }
  return listLink('/runes', filters, paging)
}

/** A list of blocks. */
export function blocksLink(
  { before }: BlockListOptions = {},
  paging: Partial<Paging> = {},
): string {
  return listLink('/blocks', { before: before?.toString() }, paging)
}

type Filters = Record<string, string | undefined>

function listLink(path: string, filters: Filters, paging: Partial<Paging>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value) search.set(name, value)
  for (const [name, value] of new URLSearchParams(pagingSearch(paging))) search.set(name, value)
  return search.size === 0 ? path : `${path}?${search}`
}

/** The query string of a page of activity: '' for the first page of the default size. */
export function pagingSearch({
  offset = 0,
  limit = DEFAULT_PAGING.limit,
}: Partial<Paging>): string {
  const search = new URLSearchParams()
  if (offset !== DEFAULT_PAGING.offset) search.set('offset', String(offset))
  if (limit !== DEFAULT_PAGING.limit) search.set('limit', String(limit))
  return search.size === 0 ? '' : `?${search}`
}

/** The query parameters of a page of activity and of its views. */
export const ACTIVITY_PARAMETERS = [
  'offset',
  'limit',
  'view',
  'op',
  'rune',
  'address',
  'min',
  'max',
  'output',
  'text',
  'sort',
  'group',
] as const

/** The fragment of a record at a position in its list, counted from 1. */
export function recordAnchor(position: number): string {
  return `record-${position}`
}

/** The offset of the page that has the record at `position`. */
export function offsetOf(position: number, limit: number): number {
  return Math.floor((position - 1) / limit) * limit
}

/** The position that `#record-42` names, or undefined. */
export function readRecordAnchor(hash: string): number | undefined {
  const position = /^#record-([1-9][0-9]{0,15})$/.exec(hash)?.[1]
  return position === undefined ? undefined : Number(position)
}

/** The output that `#output-1` names on the page of its transaction, or undefined. */
export function readOutputAnchor(hash: string): number | undefined {
  const output = /^#output-([0-9]{1,10})$/.exec(hash)?.[1]
  return output === undefined ? undefined : Number(output)
}

/** The link to a transaction's page that highlights the records of one output. */
export function outputLink(txId: string, output: number): string {
  return `${transactionLink(txId)}#output-${output}`
}

/**
 * The link to a record on its page of the list, at the default page size. `#record-42` alone would load
 * the first page before the right one, and without scripts only the first. Without a position, the link to
 * the list.
 */
export function recordLink(
  linkTo: (paging: Paging) => string,
  position: number | undefined,
): string {
  if (position === undefined) return linkTo(DEFAULT_PAGING)
  const { limit } = DEFAULT_PAGING
  const offset = offsetOf(position, limit)
  return `${linkTo({ offset, limit })}#${recordAnchor(position)}`
}

/** The etching block in a rune id such as `840000:1`; undefined for the first rune, which has none. */
export function runeBlock(runeId: string): number | undefined {
  const height = /^([0-9]{1,15}):[0-9]+$/.exec(runeId)?.[1]
  return height === undefined || Number(height) < FIRST_RUNE_BLOCK ? undefined : Number(height)
}

/** The first block of the runes protocol. */
export const FIRST_RUNE_BLOCK = 840_000

/** The link to the token of a principal, in any case and with or without an asset name. */
export function linkToToken(text: string): string | undefined {
  const [address = '', ...name] = (text.split('::')[0] ?? '').split('.')
  const principal = parsePrincipal(`${address.toUpperCase()}.${name.join('.')}`)
  return principal && tokenLink(principal.principal)
}

/** `encodeURIComponent` throws for half of a surrogate pair. */
export function encodeUntrusted(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
}

/** Decodes `%` escapes; returns the text unchanged if one is malformed. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // URIError: a malformed escape.
  }
}
