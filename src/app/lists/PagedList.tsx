import type { QueryKey, UseQueryOptions, UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import type { Reply } from '../../contract/client.ts'
import { DEFAULT_PAGING, type Paging } from '../../contract/paging.ts'
import type { RequestError } from '../../contract/requestError.ts'
import { Failure } from '../errors/Failure.tsx'
import { StoredDataNotices } from '../errors/StoredDataNotices.tsx'
import { readPaging } from '../pageSizes.ts'
import { RawResponse } from '../sources/RawResponse.tsx'
import { capitalise } from '../ui/capitalise.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { IgnoredParameters } from './IgnoredParameters.tsx'
import { type ListPage, usePrefetchNextPage, useRangeAnnouncement } from './listHooks.ts'
import { Pager, type Unit } from './Pager.tsx'
import { PastTheEnd } from './PastTheEnd.tsx'

type Props<Page extends ListPage, Key extends QueryKey> = {
  unit: Unit
  list: UseQueryResult<Reply<Page>, RequestError>
  /** Parameters of the URL that were ignored, such as `order=up`. */
  refused: string[]
  linkTo: (paging: Paging) => string
  queryFor: (paging: Paging) => UseQueryOptions<Reply<Page>, RequestError, Reply<Page>, Key>
  /** What loads: "the activity of the block". By default the unit: "the tokens". */
  label?: string
  /** The start of the name of the downloaded response: "block-849250". By default the unit: "tokens". */
  name?: string
  /** Shown if the list has no entries. */
  empty: ReactNode
  /** Shown above the pager, if the page has entries. */
  summary?: ReactNode
  /** Shown below the pager, if the page has entries. */
  download?: ReactNode
  /** The entries of the page. */
  children: (page: Page) => ReactNode
}

/** A page of a list with its pager. Also shows loading, failures and pages without entries. */
export function PagedList<Page extends ListPage, Key extends QueryKey>(props: Props<Page, Key>) {
  const { unit, list, refused, linkTo, queryFor, empty, summary, download, children } = props
  const { label = `the ${unit}s`, name = `${unit}s` } = props
  const { paging } = readPaging(useSearchParams()[0])
  const { data: reply, error, isPlaceholderData } = list
  const shown = isPlaceholderData ? undefined : reply?.value
  usePrefetchNextPage(shown, paging.limit, queryFor)
  useRangeAnnouncement(shown, `${capitalise(unit)}s`)

  if (reply === undefined) {
    if (error === null) return <Skeleton lines={12} label={`Loading ${label}`} />
    return (
      <Failure error={error}>
        {error.kind === 'bad-request' && (
          <Link to={linkTo(DEFAULT_PAGING)} className="button">
            Show the first {DEFAULT_PAGING.limit} {unit}s
          </Link>
        )}
      </Failure>
    )
  }
  const page = reply.value
  const pager = { unit, page, requested: paging, linkTo }
  return (
    <div className="space-y-4">
      <StoredDataNotices query={list} />
      {refused.length > 0 && <IgnoredParameters refused={refused} />}
      {page.total === 0 && empty}
      {page.total > 0 && page.results.length === 0 && (
        <PastTheEnd unit={unit} page={page} linkTo={linkTo} />
      )}
      {page.results.length > 0 && (
        <>
          {summary}
          <Pager place="top" {...pager} />
          <div aria-busy={isPlaceholderData} className="transition-opacity aria-busy:opacity-50">
            {children(page)}
          </div>
          <Pager place="bottom" {...pager} />
          {download}
        </>
      )}
      <RawResponse reply={reply} filename={`${name}-from-${page.offset + 1}.json`} />
    </div>
  )
}
