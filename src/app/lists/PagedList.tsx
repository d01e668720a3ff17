import type { FetchQueryOptions, QueryKey, UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import type { Reply } from '../../contract/client.ts'
import type { Paging } from '../../contract/paging.ts'
import type { RequestError } from '../../contract/requestError.ts'
import { IgnoredParameters } from '../activity/IgnoredParameters.tsx'
import { lastOffset, Pager } from '../activity/Pager.tsx'
import { Failure, NotRenewed, ReadBefore } from '../errors/Failure.tsx'
import { readPaging } from '../pageSizes.ts'
import { RawResponse } from '../RawResponse.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Numeral } from '../ui/numbers.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { type ListPage, useNextPagePrefetch, useRangeAnnouncement } from './listHooks.ts'

type Props<Page extends ListPage, Key extends QueryKey> = {
  /** What an entry is called: "Token". */
  noun: string
  list: UseQueryResult<Reply<Page>, RequestError>
  /** Parameters of the URL that were ignored, such as `order=up`. */
  refused: string[]
  linkTo: (paging: Paging) => string
  queryFor: (paging: Paging) => FetchQueryOptions<Reply<Page>, RequestError, Reply<Page>, Key>
  /** Shown if the list has no entries. */
  empty: ReactNode
  children: (page: Page) => ReactNode
}

/** A page of a list with its pager. Also shows loading, failures and pages without entries. */
export function PagedList<Page extends ListPage, Key extends QueryKey>(props: Props<Page, Key>) {
  const { noun, list, refused, linkTo, queryFor, empty, children } = props
  const { paging } = readPaging(useSearchParams()[0])
  const { data: reply, error, isPlaceholderData, refetch } = list
  const shown = isPlaceholderData ? undefined : reply?.value
  useNextPagePrefetch(shown, paging.limit, queryFor)
  useRangeAnnouncement(shown, `${noun}s`)

  if (reply === undefined) {
    if (error) return <Failure error={error} />
    return <Skeleton lines={12} label={`Loading the ${noun.toLowerCase()}s`} />
  }
  const page = reply.value
  const pager = { noun, page, requested: paging, linkTo }
  return (
    <div className="space-y-4">
      {error && <NotRenewed error={error} />}
      {reply.readAt !== undefined && <ReadBefore readAt={reply.readAt} onRetry={refetch} />}
      {refused.length > 0 && <IgnoredParameters refused={refused} />}
      {page.total === 0 && empty}
      {page.total > 0 && page.results.length === 0 && (
        <PastTheEnd noun={noun} page={page} linkTo={linkTo} />
      )}
      {page.results.length > 0 && (
        <>
          <Pager place="top" {...pager} />
          <div aria-busy={isPlaceholderData} className="transition-opacity aria-busy:opacity-50">
            {children(page)}
          </div>
          <Pager place="bottom" {...pager} />
        </>
      )}
      <RawResponse reply={reply} filename={`${noun.toLowerCase()}s-from-${page.offset + 1}.json`} />
    </div>
  )
}

type PastTheEndProps = { noun: string; page: ListPage; linkTo: (paging: Paging) => string }

function PastTheEnd({ noun, page: { total, limit }, linkTo }: PastTheEndProps) {
  return (
    <Notice tone="warning" title="This page is past the end of the list">
      <p>
        The list has only <Numeral value={total} /> {noun.toLowerCase()}
        {total === 1 ? '' : 's'}. It may have been longer when the link was made.
      </p>
      <p className="flex flex-wrap gap-2">
        <Link to={linkTo({ offset: lastOffset(total, limit), limit })} className="button">
          Go to the last page
        </Link>
        <Link to={linkTo({ offset: 0, limit })} className="button">
          Go to the first page
        </Link>
      </p>
    </Notice>
  )
}
