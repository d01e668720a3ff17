import { matchPath } from 'react-router-dom'
import { DIRECTORY_PATHS } from '../../contract/directory.ts'
import { parseBlock } from '../../contract/identifiers.ts'
import { PATHS } from '../../contract/paths.ts'
import { blockLink, readPaging, searchLink, tokenLink, transactionLink } from '../links.ts'
import type { KeptAnswer } from './keptAnswers.ts'

/** What can be opened without a connection: one thing, and which pages of it. */
export type KeptThing = {
  kind: 'token' | 'transaction' | 'block' | 'search'
  id: string
  /** When its newest page was read, in unix milliseconds. */
  readAt: number
  pages: KeptPage[]
}

/** A page and what tells it from others of the same thing: its first record or its locale. */
export type KeptPage = { to: string; offset?: number; locale?: string }

type Found = Pick<KeptThing, 'kind' | 'id'> & KeptPage

/** The pages that the answers belong to, by thing, in the answers' order. `service` is the address that they came from. */
export function findKeptThings(answers: KeptAnswer[], service: string): KeptThing[] {
  const things = new Map<string, KeptThing>()
  for (const { url, readAt } of answers) {
    if (!url.startsWith(service)) continue
    const found = pageOf(new URL(url.slice(service.length), 'https://page.invalid'))
    if (found === undefined) continue
    const { kind, id, ...page } = found
    const thing = things.get(`${kind} ${id}`) ?? { kind, id, readAt, pages: [] }
    thing.pages.push(page)
    things.set(`${kind} ${id}`, thing)
  }
  return [...things.values()].map((thing) => ({ ...thing, pages: thing.pages.sort(byPlace) }))
}

function pageOf({ pathname, searchParams }: URL): Found | undefined {
  const { principal } = matchPath(PATHS.token, pathname)?.params ?? {}
  if (principal !== undefined) {
    const locale = searchParams.get('locale') ?? undefined
    const to = tokenLink(principal, locale)
    return { kind: 'token', id: principal, to, ...(locale !== undefined && { locale }) }
  }
  const { paging } = readPaging(searchParams)
  const { tx_id } = matchPath(PATHS.transactionActivity, pathname)?.params ?? {}
  if (tx_id !== undefined) {
    const to = transactionLink(tx_id, paging)
    return { kind: 'transaction', id: tx_id, to, offset: paging.offset }
  }
  const { block: text = '' } = matchPath(PATHS.blockActivity, pathname)?.params ?? {}
  const block = parseBlock(text)
  if (block !== undefined) {
    return { kind: 'block', id: text, to: blockLink(block, paging), offset: paging.offset }
  }
  const query = pathname === DIRECTORY_PATHS.search ? searchParams.get('q') : null
  return query === null ? undefined : { kind: 'search', id: query, to: searchLink(query) }
}

function byPlace(a: KeptPage, b: KeptPage): number {
  return (a.offset ?? 0) - (b.offset ?? 0) || (a.locale ?? '').localeCompare(b.locale ?? '')
}
