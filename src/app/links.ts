import {
  type Block,
  blockText,
  parseBlock,
  parsePrincipal,
  parseTransactionId,
} from '../contract/identifiers.ts'
import { DEFAULT_PAGING, type Paging, parsePagingValue } from '../contract/paging.ts'

/** The addresses of the explorer's pages. Defaults are left out, so that one page has one address. */

/** `beside` is a locale shown next to `locale`; an empty `locale` is the token's default. */
export function tokenLink(principal: string, locale = '', beside = ''): string {
  const search = new URLSearchParams()
  if (locale !== '') search.set('locale', locale)
  if (beside !== '') search.set('beside', beside)
  const path = `/token/${encodeURIComponent(principal)}`
  return search.size === 0 ? path : `${path}?${search}`
}

export function transactionLink(txId: string, paging: Partial<Paging> = {}): string {
  return `/tx/${txId}${pagingSearch(paging)}`
}

export function blockLink(block: Block | number, paging: Partial<Paging> = {}): string {
  const text = typeof block === 'number' ? String(block) : blockText(block)
  return `/block/${text}${pagingSearch(paging)}`
}

export function searchLink(query: string): string {
  return `/search?${new URLSearchParams({ q: query })}`
}

/** The query string of a page of activity: '' for the first page of the usual size. */
export function pagingSearch({
  offset = 0,
  limit = DEFAULT_PAGING.limit,
}: Partial<Paging>): string {
  const search = new URLSearchParams()
  if (offset !== DEFAULT_PAGING.offset) search.set('offset', String(offset))
  if (limit !== DEFAULT_PAGING.limit) search.set('limit', String(limit))
  return search.size === 0 ? '' : `?${search}`
}

/**
 * The page that an address asks for: `requested` as it says, `paging` with as many records as a page
 * shows. What it cannot mean falls back to the default and is named in `refused`, to be told to the reader.
 */
export function readPaging(search: URLSearchParams) {
  const requested = { ...DEFAULT_PAGING }
  const refused: string[] = []
  for (const name of ['offset', 'limit'] as const) {
    const text = search.get(name)
    if (text === null) continue
    const value = parsePagingValue(name, text, Number.MAX_SAFE_INTEGER)
    if (value === undefined) refused.push(`${name}=${text}`)
    else requested[name] = value
  }
  const paging = { ...requested, limit: Math.min(requested.limit, MAX_PAGE_SIZE) }
  return { paging, requested, refused }
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

export const PAGE_SIZES = [20, 50, 100] as const

/** The most records that a page shows: rendering a thousand takes the service 400 ms. */
export const MAX_PAGE_SIZE = Math.max(...PAGE_SIZES)

/** The name of a record's place in its list, counted from 1, behind the `#` of an address. */
export function recordAnchor(position: number): string {
  return `record-${position}`
}

/** After how many records the page begins that holds the one at `position`. */
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

/** The address of a transaction's page that marks the records of one of its outputs there. */
export function outputLink(txId: string, output: number): string {
  return `${transactionLink(txId)}#output-${output}`
}

/**
 * The link to a record on the page of its list that has it, of the usual size: `#record-42` alone would
 * lead there too, but by way of the first page, and without scripts only to that one.
 */
export function recordLink(linkTo: (paging: Paging) => string, position: number): string {
  const { limit } = DEFAULT_PAGING
  const offset = offsetOf(position, limit)
  return `${linkTo({ offset, limit })}#${recordAnchor(position)}`
}

/** A rune id `840000:1` names the block of its etching; the first rune was never etched in one. */
export function runeBlock(runeId: string): number | undefined {
  const height = /^([0-9]{1,15}):[0-9]+$/.exec(runeId)?.[1]
  return height === undefined || Number(height) < FIRST_RUNE_BLOCK ? undefined : Number(height)
}

/** The block at which the runes protocol begins. */
export const FIRST_RUNE_BLOCK = 840_000

/**
 * The canonical path, with its query, of an address of ours that was written in another form:
 * identifiers with `0x`, in other letters or with an asset name, paths that other explorers use, pages
 * or records by number. Undefined where the address has that form already.
 */
export function canonicalPath(pathname: string, search: string): string | undefined {
  const [, place = '', id = '', more = ''] = pathname.split('/')
  const link = more === '' ? linkIn(place.toLowerCase(), decode(id)) : undefined
  if (link === undefined) return
  const canonical = link + (link.startsWith('/token/') ? search : withOffset(withViewName(search)))
  return canonical === pathname + search ? undefined : canonical
}

/** Views by their present names, for links from before these changed. */
function withViewName(search: string): string {
  return search
    .replace(/([?&]view=)picture(?=&|$)/, '$1charts')
    .replace(/([?&]view=)take(?=&|$)/, '$1download')
}

/**
 * A page that is named by its number or by a record on it, by the record that it begins after. The
 * pages that an address counts are as large as it says, even if fewer records of each are shown.
 */
function withOffset(search: string): string {
  const parameters = new URLSearchParams(search)
  const { paging, requested } = readPaging(parameters)
  const [page, record] = [readNumber(parameters, 'page'), readNumber(parameters, 'record')]
  if (record !== undefined) {
    const offset = offsetOf(record, paging.limit)
    return `${pagingSearch({ offset, limit: paging.limit })}#${recordAnchor(record)}`
  }
  if (page === undefined) return search
  const { limit } = requested
  return pagingSearch({ offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER), limit })
}

function readNumber(search: URLSearchParams, name: 'page' | 'record'): number | undefined {
  return parsePagingValue('limit', search.get(name) ?? '', Number.MAX_SAFE_INTEGER)
}

function linkIn(place: string, id: string): string | undefined {
  if (/^(token|ft)$/.test(place)) return linkToToken(id)
  if (/^(tx|txid|transaction)$/.test(place)) {
    const txId = parseTransactionId(id)
    return txId && transactionLink(txId)
  }
  const block = place === 'block' ? parseBlock(id) : undefined
  return block && blockLink(block)
}

/** Of a principal, also with an asset name behind it, its address in any case. */
export function linkToToken(text: string): string | undefined {
  const [address = '', ...name] = (text.split('::')[0] ?? '').split('.')
  const principal = parsePrincipal(`${address.toUpperCase()}.${name.join('.')}`)
  return principal && tokenLink(principal.principal)
}

/** The text behind `%` escapes; where these are broken, the text as it is. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // A stray % is not ours to judge: what is left of the text is tried as it is.
  }
}
