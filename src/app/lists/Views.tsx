import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { EndpointQuery } from '../query.ts'
import type { Load } from '../source.ts'
import { Tabs } from '../ui/Tabs.tsx'
import { viewLink } from './paging.ts'

/** A part of a page, with a tab and a URL. */
type View<Page, Details> = {
  /** Its name in the URL; the first view has none. */
  view?: string
  name: string
  /** What its tab shows instead of the name. */
  title?: ReactNode
  /** How many entries it has, for its tab. */
  count?: (details: Details) => number | undefined
  /** Whether it has more than that. */
  hasMore?: (details: Details) => boolean | undefined
  /** Whether it has a tab only if it is open or `count` is above 0. */
  isRare?: boolean
  /** What the loader of the page loads for it; undefined if only the details, which are not there yet, can tell. */
  query?: (page: Page, details: Details | undefined) => AnyQuery | undefined
  content: (page: Page, details: Details) => ReactNode
}

/** A query, whatever it returns. */
type AnyQuery = Pick<EndpointQuery<unknown>, 'queryKey'>

export type ViewList<Page, Details> = readonly [View<Page, Details>, ...View<Page, Details>[]]

type WithQuery<Page, Details, Query> = Omit<View<Page, Details>, 'query' | 'content'> & {
  query: (page: Page) => Query
  content: (query: Query, page: Page, details: Details) => ReactNode
}

/** A view whose content gets its query, with the type of what that returns. */
export function queryView<Page, Details, Query extends AnyQuery>(
  view: WithQuery<Page, Details, Query>,
): View<Page, Details> {
  const { query, content } = view
  return { ...view, content: (page, details) => content(query(page), page, details) }
}

type WithView = { view: string | null }

/** The view that the URL names, else the first one. */
export function currentView<Page extends WithView, Details>(
  views: ViewList<Page, Details>,
  { view }: Page,
): View<Page, Details> {
  return views.find((candidate) => candidate.view === view) ?? views[0]
}

export async function loadView<Page extends WithView, Details>(
  load: Load,
  views: ViewList<Page, Details>,
  page: Page,
  details?: Details,
): Promise<void> {
  const query = currentView(views, page).query?.(page, details)
  if (query !== undefined) await load(query)
}

/** The path of what a view shows as JSON; undefined for the first view, which shows several things. */
export function viewPath<Page extends WithView, Details>(
  views: ViewList<Page, Details>,
  page: Page,
): string | undefined {
  const view = currentView(views, page)
  return view === views[0] ? undefined : view.query?.(page, undefined)?.queryKey[1]
}

type Props<Page, Details> = {
  label: string
  views: ViewList<Page, Details>
  page: Page
  details: Details
  /** The parameters that stay in its links, besides the page size. */
  keeps?: readonly string[]
}

/** Links to the views of a page, without filters and offset, and the current view. */
export function Views<Page extends WithView, Details>(props: Props<Page, Details>) {
  const { label, views, page, details, keeps = [] } = props
  const [search] = useSearchParams()
  const current = currentView(views, page)
  const tabs = views
    .map((view) => ({
      to: viewLink(search, view.view, keeps),
      name: view.name,
      title: view.title,
      count: view.count?.(details),
      hasMore: view.hasMore?.(details),
      isCurrent: view === current,
      isRare: view.isRare,
    }))
    .filter(({ isRare, isCurrent, count = 0 }) => !isRare || isCurrent || count > 0)
  return (
    <>
      <Tabs label={label} tabs={tabs} />
      {current.content(page, details)}
    </>
  )
}
