import type { QueryKey, UseQueryOptions, UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Reply } from '../../contract/client.ts'
import type { Paging } from '../../contract/paging.ts'
import type { RequestError } from '../../contract/requestError.ts'
import { Failure, NotRenewed, ReadBefore } from '../errors/Failure.tsx'
import { readPaging } from '../pageSizes.ts'
import { RawResponse } from '../RawResponse.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { IgnoredParameters } from './IgnoredParameters.tsx'
import { type ListPage, useNextPage, useRangeAnnouncement } from './listHooks.ts'
import { Pager, type Unit } from './Pager.tsx'
import { PastTheEnd } from './PastTheEnd.tsx'

type Props<Page extends ListPage, Key extends QueryKey> = {
  unit: Unit
  list: UseQueryResult<Reply<Page>, RequestError>
  /** Parameters of the URL that were ignored, such as `order=up`. */
  refused: string[]
  linkTo: (paging: Paging) => string
  queryFor: (paging: Paging) => UseQueryOptions<Reply<Page>, RequestError, Reply<Page>, Key>
  /** Shown if the list has no entries. */
  empty: ReactNode
  children: (page: Page) => ReactNode
}

/** A page of a list with its pager. Also shows loading, failures and pages without entries. */
export function PagedList<Page extends ListPage, Key extends QueryKey>(props: Props<Page, Key>) {
  const { unit, list, refused, linkTo, queryFor, empty, children } = props
  const { paging } = readPaging(useSearchParams()[0])
  const { data: reply, error, isPlaceholderData, refetch } = list
  const shown = isPlaceholderData ? undefined : reply?.value
  useNextPage(shown, paging.limit, queryFor)
  useRangeAnnouncement(shown, `${unit.slice(0, 1).toUpperCase()}${unit.slice(1)}s`)

  if (reply === undefined) {
    if (error) return <Failure error={error} />
    return <Skeleton lines={12} label={`Loading the ${unit}s`} />
  }
  const page = reply.value
  const pager = { unit, page, requested: paging, linkTo }
  return (
    <div className="space-y-4">
      {error && <NotRenewed error={error} />}
      {reply.readAt !== undefined && <ReadBefore readAt={reply.readAt} onRetry={refetch} />}
      {refused.length > 0 && <IgnoredParameters refused={refused} />}
      {page.total === 0 && empty}
      {page.total > 0 && page.results.length === 0 && (
        <PastTheEnd unit={unit} page={page} linkTo={linkTo} />
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
      <RawResponse reply={reply} filename={`${unit}s-from-${page.offset + 1}.json`} />
    </div>
  )
}
