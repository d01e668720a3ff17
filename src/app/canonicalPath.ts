import { parseBlock, parseTransactionId } from '../contract/identifiers.ts'
import { parsePagingValue } from '../contract/paging.ts'
import {
  blockLink,
  decode,
  linkToToken,
  offsetOf,
  pagingSearch,
  recordAnchor,
  transactionLink,
} from './links.ts'
import { readPaging } from './pageSizes.ts'

/**
 * The canonical path and query of an address in another form: identifiers with `0x`, in another case or
 * with an asset name, paths that other explorers use, pages or records by number. Undefined if the
 * address is already canonical.
 */
export function canonicalPath(pathname: string, search: string): string | undefined {
  const [, page = '', id = '', more = ''] = pathname.split('/')
  if (LISTS.test(pathname)) return withListOffset(pathname, search)
  const link = more === '' ? linkIn(page.toLowerCase(), decode(id)) : undefined
  if (link === undefined) return
  const canonical = link + (link.startsWith('/token/') ? search : withOffset(withViewName(search)))
  return canonical === pathname + search ? undefined : canonical
}

/** Replaces former names of views, for old links. */
function withViewName(search: string): string {
  return search
    .replace(/([?&]view=)picture(?=&|$)/, '$1charts')
    .replace(/([?&]view=)take(?=&|$)/, '$1download')
}

/**
 * Replaces a page number or a record number by the offset of its page. Page numbers count pages of the
 * requested size, even if a page shows fewer records.
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

/** Paths of lists whose entries have pages of their own. */
const LISTS = /^\/(tokens|runes|blocks|search)$/

/** Replaces a page number by the offset of its page. Undefined if there is none. */
function withListOffset(pathname: string, search: string): string | undefined {
  const parameters = new URLSearchParams(search)
  const page = readNumber(parameters, 'page')
  if (page === undefined) return
  const { limit } = readPaging(parameters).requested
  const offset = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER)
  for (const name of ['page', 'offset', 'limit']) parameters.delete(name)
  for (const [name, value] of new URLSearchParams(pagingSearch({ offset, limit }))) {
    parameters.set(name, value)
  }
  return parameters.size === 0 ? pathname : `${pathname}?${parameters}`
}

function readNumber(search: URLSearchParams, name: 'page' | 'record'): number | undefined {
  return parsePagingValue('limit', search.get(name) ?? '', Number.MAX_SAFE_INTEGER)
}

function linkIn(page: string, id: string): string | undefined {
  if (/^(token|ft)$/.test(page)) return linkToToken(id)
  if (/^(tx|txid|transaction)$/.test(page)) {
    const txId = parseTransactionId(id)
    return txId && transactionLink(txId)
  }
  const block = page === 'block' ? parseBlock(id) : undefined
  return block && blockLink(block)
}
