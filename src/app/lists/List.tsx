import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { Inbox, ListX } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Reply } from '../../contract/client.ts'
import type { RequestError } from '../../contract/requestError.ts'
import { Failure, useLastError } from '../errors/Failure.tsx'
import { StoredDataNotice } from '../errors/StoredDataNotice.tsx'
import { type EndpointQuery, queryOfPage } from '../query.ts'
import { announce } from '../ui/announcer.tsx'
import { ButtonLink, Notice } from '../ui/Notice.tsx'
import { Numeral, useFormatCount } from '../ui/numbers.tsx'
import { TableSkeleton } from '../ui/Skeleton.tsx'
import { type ListPage, Pager } from './Pager.tsx'
import { changeSearch, lastOffset } from './paging.ts'
import { Toolbar } from './Toolbar.tsx'

type Props<Page extends ListPage> = {
  list: UseQueryResult<Reply<Page>, RequestError>
  things: string
  empty: { title: ReactNode; text?: ReactNode; actions?: ReactNode }
  /** What is said if a filter names nothing that the service knows. */
  notFound?: { title: ReactNode; text: ReactNode; children?: ReactNode } | undefined
  children: (page: Page, isBusy: boolean) => ReactNode
}

/** The entries of a page of a list, its pager, and what is shown in their place. */
export function List<Page extends ListPage>(props: Props<Page>) {
  const { list, things, empty, notFound, children } = props
  const { data: reply, isPlaceholderData } = list
  const error = useLastError(list)
  useRangeAnnouncement(isPlaceholderData ? undefined : reply?.value, things)
  if (reply === undefined) {
    if (error === null) return <TableSkeleton />
    return <Failure error={error} {...(error.kind === 'not-found' && notFound)} />
  }
  const page = reply.value
  if (page.total === 0) {
    return (
      <>
        <StoredDataNotice query={list} />
        <Notice icon={<Inbox size={18} />} title={empty.title} actions={empty.actions}>
          {empty.text}
        </Notice>
      </>
    )
  }
  if (page.results.length === 0) return <PastTheEnd page={page} things={things} />
  return (
    <>
      <StoredDataNotice query={list} />
      {children(page, isPlaceholderData)}
      <Pager page={page} />
    </>
  )
}

/** Shown instead of a page that starts after the last entry of its list. */
function PastTheEnd({ page, things }: { page: ListPage; things: string }) {
  const { offset, total, has_more, limit } = page
  const [search] = useSearchParams()
  return (
    <Notice
      icon={<ListX size={18} />}
      title="This page is past the end of the list"
      actions={
        <>
          <ButtonLink to={changeSearch(search, { offset: lastOffset(total, limit) })}>
            Go to the last page
          </ButtonLink>
          <ButtonLink to={changeSearch(search, { offset: 0 })}>Go to the first page</ButtonLink>
        </>
      }
    >
      It would start at row <Numeral name="list.first" value={offset + 1} />, but the list has{' '}
      {has_more && 'only the first '}
      <Numeral name="list.total" value={total} /> {things}.
    </Notice>
  )
}

function useRangeAnnouncement(page: ListPage | undefined, things: string): void {
  const announced = useRef<string>(undefined)
  const format = useFormatCount()
  const { offset = 0, total = 0, has_more, results = [] } = page ?? {}
  const last = offset + results.length
  const text = `Rows ${format(offset + 1)} to ${format(last)} of ${has_more ? 'more than ' : ''}${format(total)} ${things}`
  useEffect(() => {
    if (last === offset) return
    if (announced.current !== undefined && announced.current !== text) announce(text)
    announced.current = text
  }, [offset, last, text])
}

type EndpointListProps<Page extends ListPage> = Omit<Props<Page>, 'list'> & {
  query: EndpointQuery<Page>
  toolbar?: Omit<
    ComponentProps<typeof Toolbar>,
    'page' | 'currentTotal' | 'readAt' | 'grouped' | 'exportPath' | 'exportTotal'
  >
  /** How many entries there are now, if new ones would move the rows: the reader chooses when to see them. */
  currentTotal?: number | undefined
  /** If its entries are groups of movements: the path of those, which are exported, and how many they are, if known. */
  grouped?: { path: string; movements: number | undefined }
}

export function EndpointList<Page extends ListPage>(props: EndpointListProps<Page>) {
  const { query, toolbar, currentTotal, grouped, ...listProps } = props
  const list = useList(query)
  return (
    <>
      <Toolbar
        {...toolbar}
        page={list.data?.value}
        currentTotal={list.isPlaceholderData ? undefined : currentTotal}
        readAt={list.dataUpdatedAt}
        grouped={grouped}
        exportPath={grouped?.path ?? query.queryKey[1]}
        exportTotal={grouped === undefined ? list.data?.value.total : grouped.movements}
      />
      <List list={list} {...listProps} />
    </>
  )
}

/** Reads a page of a list, and prefetches the next one with the query of its link. */
function useList<Page extends ListPage>(query: EndpointQuery<Page>) {
  const list = useQuery(query)
  const queryClient = useQueryClient()
  const page: ListPage | undefined = list.isPlaceholderData ? undefined : list.data?.value
  const next = page && page.results.length > 0 ? page.offset + page.limit : Number.POSITIVE_INFINITY
  const hasNext = page !== undefined && next < page.total
  const [, path] = query.queryKey
  // The requested page is painted first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `path` identifies the query.
  useEffect(() => {
    if (!hasNext) return
    const prefetch = () => void queryClient.prefetchQuery(queryOfPage(query, next))
    const timer = setTimeout(prefetch, 50)
    return () => clearTimeout(timer)
  }, [queryClient, hasNext, next, path])
  return list
}
