import {
  parseBitcoinAddress,
  parseBlock,
  parseRune,
  parseTransactionId,
} from '../contract/identifiers.ts'
import { parsePagingValue } from '../contract/paging.ts'
import {
  addressLink,
  blockLink,
  decode,
  linkToToken,
  offsetOf,
  pagingSearch,
  recordAnchor,
  runeLink,
  transactionLink,
} from './links.ts'
import { readPaging } from './pageSizes.ts'
import { STACKS_FORM } from './search/addressForms.ts'
import { readWhole } from './ui/typedNumbers.ts'

/**
 * The canonical path and query of an address in another form: identifiers with `0x`, in another case or
 * with an asset name, paths that other explorers use, pages or records by number. Undefined if the
 * address is already canonical.
 */
export function canonicalPath(pathname: string, search: string): string | undefined {
  const [, page = '', id = '', more = ''] = pathname.split('/')
  const list = LISTS.test(pathname) ? pathname : undefined
  const link = more === '' ? (list ?? linkIn(page.toLowerCase(), decode(id))) : undefined
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
  if (page === undefined && record === undefined) return search
  for (const name of ['page', 'record', 'offset', 'limit']) parameters.delete(name)
  const others = parameters.size === 0 ? '' : `&${parameters}`
  const withOthers = (search: string) => (search + others).replace(/^&/, '?')
  if (record !== undefined) {
    const offset = offsetOf(record, paging.limit)
    const anchor = `#${recordAnchor(record)}`
    return withOthers(pagingSearch({ offset, limit: paging.limit })) + anchor
  }
  const { limit } = requested
  const offset = Math.min(((page ?? 1) - 1) * limit, Number.MAX_SAFE_INTEGER)
  return withOthers(pagingSearch({ offset, limit }))
}

/** Paths of lists whose entries have pages of their own. */
const LISTS = /^\/(tokens|runes|blocks|search)$/

function readNumber(search: URLSearchParams, name: 'page' | 'record'): number | undefined {
  return parsePagingValue('limit', readWhole(search.get(name) ?? ''), Number.MAX_SAFE_INTEGER)
}

function linkIn(page: string, id: string): string | undefined {
  if (/^(token|ft)$/.test(page)) return linkToToken(id)
  if (/^(tx|txid|transaction)$/.test(page)) {
    const txId = parseTransactionId(id)
    return txId && transactionLink(txId)
  }
  if (page === 'rune') {
    const rune = parseRune(id)
    // Its page looks a number or a name up, and redirects to the id.
    return rune?.kind === 'id' ? runeLink(rune.id) : undefined
  }
  if (page === 'address') return linkToToken(id) ?? linkToAddress(id)
  const block = page === 'block' ? parseBlock(id) : undefined
  return block && blockLink(block)
}

/** Stacks addresses are in capitals. */
function linkToAddress(id: string): string | undefined {
  if (STACKS_FORM.test(id)) return addressLink(id.toUpperCase())
  const address = parseBitcoinAddress(id)
  return address && addressLink(address)
}
