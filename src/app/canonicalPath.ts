import {
  decodePercentEscapes,
  linkToAddress,
  linkToBlock,
  linkToOutput,
  linkToRuneId,
  linkToToken,
  linkToTransaction,
} from './links.ts'
import { changeSearch, readPaging } from './lists/paging.ts'
import { readWhole } from './ui/typedNumbers.ts'

/**
 * The canonical path and query of an address in another form: identifiers with `0x`, in another case or
 * with an asset name, paths that other explorers use, repeated slashes, a dot or a blank at the end, pages by
 * number. Undefined if it is canonical already.
 */
export function canonicalPath(pathname: string, search: string): string | undefined {
  const plain = plainPath(pathname)
  const [, page = '', id = '', more = ''] = plain.split('/')
  const link = more === '' ? LINKS.get(page.toLowerCase())?.(decodePercentEscapes(id)) : undefined
  // The router matches no path with a line break.
  const path = link ?? plain.replace(/%[01][0-9a-f]/gi, '%EF%BF%BD')
  const canonical = path + withOffset(search)
  return canonical === pathname + search ? undefined : canonical
}

/** Wallets join `https://host/` and `/tx/…`, and links end with the sentence that they stand in. */
function plainPath(pathname: string): string {
  const path = pathname.replace(/\/{2,}/g, '/').replace(/(?:\.|%20|%C2%A0)+$/i, '')
  return path === '' ? '/' : path
}

/** By page. The page of a rune looks a number or a name up, and redirects to the id. */
const LINKS = new Map([
  ['token', linkToToken],
  ['ft', linkToToken],
  ['tx', linkToTransaction],
  ['txid', linkToTransaction],
  ['transaction', linkToTransaction],
  ['output', linkToOutput],
  ['rune', linkToRuneId],
  ['address', (id: string) => linkToToken(id) ?? linkToAddress(id)],
  ['block', linkToBlock],
])

/** Replaces a page number by the offset of that page. */
function withOffset(search: string): string {
  const parameters = new URLSearchParams(search)
  const page = Number(readWhole(parameters.get('page') ?? '') || Number.NaN)
  if (!Number.isSafeInteger(page) || page < 1) return search
  const offset = Math.min((page - 1) * readPaging(parameters).paging.limit, Number.MAX_SAFE_INTEGER)
  return changeSearch(parameters, { page: undefined, offset }).replace(/^\?$/, '')
}
