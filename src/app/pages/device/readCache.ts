import { matchPath } from 'react-router-dom'
import { DIRECTORY_PATHS } from '../../../contract/directory.ts'
import { parseBlock } from '../../../contract/identifiers.ts'
import { PATHS } from '../../../contract/paths.ts'
import { blockLink, searchLink, tokenLink, transactionLink } from '../../links.ts'
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

type Page = { kind: 'token' | 'transaction' | 'block' | 'search'; id: string; to: string }

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
  const { principal } = matchPath(PATHS.token, pathname)?.params ?? {}
  if (principal !== undefined) {
    const to = tokenLink(principal, searchParams.get('locale') ?? undefined)
    return { kind: 'token', id: principal, to }
  }
  const { paging } = readPaging(searchParams)
  const { tx_id } = matchPath(PATHS.transactionActivity, pathname)?.params ?? {}
  if (tx_id !== undefined)
    return { kind: 'transaction', id: tx_id, to: transactionLink(tx_id, paging) }
  const { block: text = '' } = matchPath(PATHS.blockActivity, pathname)?.params ?? {}
  const block = parseBlock(text)
  if (block !== undefined) return { kind: 'block', id: text, to: blockLink(block, paging) }
  const query = pathname === DIRECTORY_PATHS.search ? searchParams.get('q') : null
  return query === null ? undefined : { kind: 'search', id: query, to: searchLink(query) }
}
