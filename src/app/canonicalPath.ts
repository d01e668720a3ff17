import {
  parseBitcoinAddress,
  parseBlock,
  parseOutput,
  parseRune,
  parseTransactionId,
  STACKS_FORM,
} from '../contract/identifiers.ts'
import {
  addressLink,
  blockLink,
  decode,
  linkToToken,
  outputLink,
  runeLink,
  transactionLink,
} from './links.ts'
import { changeSearch, readPaging } from './lists/paging.ts'
import { readWhole } from './ui/typedNumbers.ts'

/**
 * The canonical path and query of an address in another form: identifiers with `0x`, in another case or
 * with an asset name, paths that other explorers use, pages by number. Undefined if it is canonical already.
 */
export function canonicalPath(pathname: string, search: string): string | undefined {
  const [, page = '', id = '', more = ''] = pathname.split('/')
  const link = more === '' ? linkIn(page.toLowerCase(), decode(id)) : undefined
  // The router matches no path with a line break.
  const path = link ?? pathname.replace(/%[01][0-9a-f]/gi, '%EF%BF%BD')
  const canonical = path + withOffset(search)
  return canonical === pathname + search ? undefined : canonical
}

/** Replaces a page number by the offset of that page. */
function withOffset(search: string): string {
  const parameters = new URLSearchParams(search)
  const page = Number(readWhole(parameters.get('page') ?? '') || Number.NaN)
  if (!Number.isSafeInteger(page) || page < 1) return search
  const offset = Math.min((page - 1) * readPaging(parameters).paging.limit, Number.MAX_SAFE_INTEGER)
  return changeSearch(parameters, { page: undefined, offset }).replace(/^\?$/, '')
}

function linkIn(page: string, id: string): string | undefined {
  if (/^(token|ft)$/.test(page)) return linkToToken(id)
  if (/^(tx|txid|transaction)$/.test(page))
    return orUndefined(parseTransactionId(id), transactionLink)
  if (page === 'output') return orUndefined(parseOutput(id)?.text, outputLink)
  if (page === 'rune') {
    const rune = parseRune(id)
    // Its page looks a number or a name up, and redirects to the id.
    return rune?.kind === 'id' ? runeLink(rune.text) : undefined
  }
  if (page === 'address') return linkToToken(id) ?? linkToAddress(id)
  return page === 'block' ? orUndefined(parseBlock(id), blockLink) : undefined
}

function orUndefined<Value>(value: Value | undefined, link: (value: Value) => string) {
  return value === undefined ? undefined : link(value)
}

/** Stacks addresses are in capitals. */
function linkToAddress(id: string): string | undefined {
  if (STACKS_FORM.exec(id)?.[1] === id) return addressLink(id.toUpperCase())
  return orUndefined(parseBitcoinAddress(id), addressLink)
}
