import { matchPath } from 'react-router-dom'
import { blockListPath, DIRECTORY_PATHS } from '../../../contract/directory.ts'
import { parseBlock, parseRune } from '../../../contract/identifiers.ts'
import { DEFAULT_PAGING } from '../../../contract/paging.ts'
import { PATHS } from '../../../contract/paths.ts'
import { defaultRuneDirection, RUNE_ORDERS, runeListPath } from '../../../contract/runeList.ts'
import { DIRECTIONS, TOKEN_ORDERS, tokenListPath } from '../../../contract/tokenList.ts'
import {
  addressLink,
  blockLink,
  runeLink,
  searchLink,
  tokenLink,
  transactionLink,
} from '../../links.ts'
import { RESPONSES_CACHE } from '../../offline/retention.ts'
import { readPaging } from '../../pageSizes.ts'

/** What the service worker has cached. */
export type CacheContents = {
  responses: number
  /** The browser's estimate of everything that this origin stores. */
  bytes: number | undefined
  /** The pages that open offline, most recently read first. */
  pages: CachedPage[]
}

/** A page and the number of its responses: one for each page of a list and each locale. */
export type CachedPage = Page & { responses: number }

/** `id` is empty for the lists of everything. */
type Page = {
  kind: 'token' | 'transaction' | 'block' | 'search' | 'rune' | 'address' | List
  id: string
  to: string
}

type List = 'tokens' | 'runes' | 'blocks'

/** @param service the origin and path of the service, without a slash at the end. */
export async function readCache(service: string): Promise<CacheContents> {
  const urls = await listUrls()
  const pages = new Map<string, CachedPage>()
  for (const url of urls.reverse()) {
    const page = url.startsWith(service) ? pageOf(url.slice(service.length)) : undefined
    if (page === undefined) continue
    const key = `${page.kind} ${page.id}`
    const { to = page.to, responses = 0 } = pages.get(key) ?? {}
    pages.set(key, { ...page, to: isDefault(page) ? page.to : to, responses: responses + 1 })
  }
  const estimate = await navigator.storage?.estimate()
  return { responses: urls.length, bytes: estimate?.usage, pages: [...pages.values()] }
}

/** The URLs of the cached responses, in the order in which they were cached. */
async function listUrls(): Promise<string[]> {
  if (!('caches' in window) || !(await caches.has(RESPONSES_CACHE))) return []
  const requests = await (await caches.open(RESPONSES_CACHE)).keys()
  return requests.map(({ url }) => url)
}

/** Whether it is the first page of a list, or a token in its default locale. */
function isDefault({ to }: Page): boolean {
  return !to.includes('?')
}

function pageOf(pathAndQuery: string): Page | undefined {
  const { pathname, searchParams } = new URL(pathAndQuery, 'https://page.invalid')
  const idIn = (...paths: string[]) =>
    paths.flatMap((path) => Object.values(matchPath(path, pathname)?.params ?? {}))[0]
  const principal = idIn(PATHS.token)
  if (principal !== undefined) {
    const to = tokenLink(principal, searchParams.get('locale') ?? undefined)
    return { kind: 'token', id: principal, to }
  }
  const { paging } = readPaging(searchParams)
  const txId = idIn(PATHS.transactionActivity)
  if (txId !== undefined)
    return { kind: 'transaction', id: txId, to: transactionLink(txId, paging) }
  const text = idIn(PATHS.blockActivity) ?? ''
  const block = parseBlock(text)
  if (block !== undefined) return { kind: 'block', id: text, to: blockLink(block, paging) }
  const rune = parseRune(idIn(DIRECTORY_PATHS.rune, PATHS.etchingActivity, PATHS.holders) ?? '')
  // Numbers and names redirect to the id.
  if (rune?.kind === 'id') return { kind: 'rune', id: rune.id, to: runeLink(rune.id) }
  const address = idIn(PATHS.addressActivity, PATHS.balances) ?? deployerIn(pathname, searchParams)
  if (address !== undefined) return { kind: 'address', id: address, to: addressLink(address) }
  const query = pathname === DIRECTORY_PATHS.search ? searchParams.get('q') : null
  if (query !== null) return { kind: 'search', id: query, to: searchLink(query) }
  return listOf(pathAndQuery)
}

/** The page of a Stacks address requests its tokens, but unlike a list in no order. */
function deployerIn(pathname: string, search: URLSearchParams): string | undefined {
  if (pathname !== PATHS.tokens || search.has('order_by')) return
  return search.get('address') ?? undefined
}

/** A list has the same parameters in its page and in its response. */
function listOf(pathAndQuery: string): Page | undefined {
  const [pathname = '', search] = pathAndQuery.split('?')
  const found = LISTS.find(({ first }) => first.split('?')[0] === pathname)
  if (found === undefined || pathAndQuery === NEWEST_BLOCK) return
  const to = `/${found.kind}`
  return { kind: found.kind, id: '', to: pathAndQuery === found.first ? to : `${to}?${search}` }
}

/** The lists, and the path of the first page in the default order. */
const LISTS = [
  {
    kind: 'tokens',
    first: tokenListPath({ orderBy: TOKEN_ORDERS[0], order: DIRECTIONS[0] }, DEFAULT_PAGING),
  },
  {
    kind: 'runes',
    first: runeListPath(
      { orderBy: RUNE_ORDERS[0], order: defaultRuneDirection(RUNE_ORDERS[0]) },
      DEFAULT_PAGING,
    ),
  },
  { kind: 'blocks', first: blockListPath({}, DEFAULT_PAGING) },
] as const

/** Requested to look for new blocks. */
const NEWEST_BLOCK = blockListPath({}, { offset: 0, limit: 1 })
