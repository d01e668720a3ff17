import type { UseQueryResult } from '@tanstack/react-query'
import { Activity, type ReactNode, useMemo } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import type { ActivityPage } from '../../contract/activity.ts'
import type { Reply } from '../../contract/client.ts'
import { DEFAULT_PAGING, type Paging } from '../../contract/paging.ts'
import type { RequestError } from '../../contract/requestError.ts'
import { findChange } from '../analysis/engine/findChange.ts'
import { readable } from '../analysis/engine/listRecord.ts'
import type { Subject } from '../analysis/engine/subject.ts'
import { LazyAnalysis } from '../analysis/LazyAnalysis.tsx'
import { MAX_ANALYSED_RECORDS, ViewLinks, viewsOf } from '../analysis/ViewLinks.tsx'
import { useNeighbour } from '../lists/listHooks.ts'
import { PagedList } from '../lists/PagedList.tsx'
import { MAX_PAGE_SIZE, readPaging } from '../pageSizes.ts'
import type { blockActivityQuery } from '../queries/activity.ts'
import { Numeral } from '../ui/numbers.tsx'
import { useIsHydrated } from '../ui/useIsHydrated.ts'
import { ActivityTable } from './ActivityTable.tsx'
import { findLinkTarget, LinkedRecords } from './LinkedRecords.tsx'
import { ListSummary } from './ListSummary.tsx'
import { NoRecords } from './NoRecords.tsx'

type Props = {
  subject: Subject
  /** The start of the name of downloaded files: "block-849250". */
  name: string
  activity: UseQueryResult<Reply<ActivityPage>, RequestError>
  linkTo: (paging: Paging) => string
  queryFor: (paging: Paging) => ReturnType<typeof blockActivityQuery>
  /** The path of the whole list, if the service filters it. */
  unfiltered?: string | undefined
}

/** A page of records with its pager, or the view of all records that the URL names. */
export function ActivityList(props: Props) {
  const { subject, activity, linkTo, unfiltered } = props
  const [search] = useSearchParams()
  if (!search.has('view')) return <Records {...props} />
  return (
    <LazyAnalysis
      subject={subject}
      path={unfiltered ?? linkTo(DEFAULT_PAGING)}
      total={activity.data?.value.total}
      isIncomplete={activity.data?.coverage === 'partial'}
      search={search}
    />
  )
}

function Records(props: Props) {
  const { subject, name, activity, linkTo, queryFor, unfiltered } = props
  const [search] = useSearchParams()
  const { paging, refused } = readPaging(search)
  // Receives alone do not tell change from other units.
  const tellsChange = search.get('op') !== 'receive'
  const location = useLocation()
  // The service never receives it.
  const hash = useIsHydrated() ? location.hash : ''
  const page = activity.data?.value
  const target =
    page && !activity.isPlaceholderData ? findLinkTarget(hash, subject.kind, page) : undefined
  return (
    <PagedList
      unit="record"
      label={`the activity of the ${subject.kind}`}
      name={name}
      list={activity}
      refused={refused}
      linkTo={linkTo}
      queryFor={queryFor}
      empty={
        <NoRecords
          subject={subject}
          unfiltered={unfiltered}
          isPartial={activity.data?.coverage === 'partial'}
        />
      }
      summary={
        <>
          {page && target && (
            <LinkedRecords target={target} page={page} paging={paging} linkTo={linkTo} />
          )}
          {activity.data && <AboveRecords {...props} reply={activity.data} />}
        </>
      }
    >
      {(page) => (
        <WithNeighbours page={page} subject={subject} queryFor={queryFor}>
          {(shown, change) => (
            <ActivityTable
              page={shown}
              subject={subject}
              change={tellsChange ? change : undefined}
              marked={shown === page ? target?.positions : undefined}
            />
          )}
        </WithNeighbours>
      )}
    </PagedList>
  )
}

type AboveRecordsProps = Pick<Props, 'subject' | 'linkTo' | 'unfiltered'> & {
  reply: Reply<ActivityPage>
}

function AboveRecords({ subject, linkTo, unfiltered, reply }: AboveRecordsProps) {
  const [search] = useSearchParams()
  const path = unfiltered ?? linkTo(DEFAULT_PAGING)
  const canCheck = unfiltered === undefined && viewsOf(subject).includes('check')
  return (
    <>
      <ListSummary reply={reply} subject={subject.kind} path={path} canCheck={canCheck} />
      <ViewLinks
        subject={subject}
        path={path}
        total={reply.value.total}
        isIncomplete={reply.coverage === 'partial'}
        {...(unfiltered !== undefined && { search })}
      />
      <PageSizeNote page={reply.value} path={path} />
    </>
  )
}

type PageSizeNoteProps = { page: ActivityPage; path: string }

/** Shown if the URL requests more records than fit on a page. Links to the views of all records. */
function PageSizeNote({ page, path }: PageSizeNoteProps) {
  const requested = readPaging(useSearchParams()[0]).requested.limit
  const isWhole = page.offset + page.results.length >= page.total
  if (requested <= MAX_PAGE_SIZE || isWhole) return null
  return (
    <p>
      Pages show at most {MAX_PAGE_SIZE} records. Showing <Numeral value={page.results.length} /> of
      the <Numeral value={requested} /> requested.
      {page.total <= MAX_ANALYSED_RECORDS && (
        <>
          {' '}
          To see all <Numeral value={page.total} />, open{' '}
          <Link to={`${path}?view=records`} className="link">
            Filter and group
          </Link>{' '}
          or{' '}
          <Link to={`${path}?view=download`} className="link">
            Download
          </Link>
          .
        </>
      )}
    </p>
  )
}

type WithNeighboursProps = Pick<Props, 'subject' | 'queryFor'> & {
  page: ActivityPage
  children: (page: ActivityPage, change: ReadonlySet<number> | undefined) => ReactNode
}

/** Renders a page. Those before and after it, if cached, are rendered hidden: turning to them is instant. */
function WithNeighbours({ page, subject, queryFor, children }: WithNeighboursProps) {
  const { limit } = readPaging(useSearchParams()[0]).paging
  const { offset } = page
  // Change at the top of a page is only known from the page before it.
  const needsPrevious = subject.kind === 'address' && offset >= page.limit
  const previous = useNeighbour(
    { offset: offset - page.limit, limit },
    { queryFor, enabled: needsPrevious },
  )
  const next = useNeighbour({ offset: offset + page.limit, limit }, { queryFor, enabled: false })
  const [before, after] = [previous?.value, next?.value]
  const cached = useMemo(
    () => [before, page, after].filter((it) => it !== undefined),
    [before, page, after],
  )
  const address = subject.kind === 'address' ? subject.address : undefined
  // The same set for as long as the pages are the same: the tables are not rendered again.
  const change = useMemo(
    () => (address === undefined ? undefined : findChangeOf(cached, address)),
    [cached, address],
  )
  return cached.map((shown) => (
    <Activity key={shown.offset} mode={shown === page ? 'visible' : 'hidden'}>
      {children(shown, change)}
    </Activity>
  ))
}

/** The positions of change on adjacent pages of the activity of an address. */
function findChangeOf(pages: ActivityPage[], address: string): ReadonlySet<number> {
  const records = pages.flatMap(({ offset, results }) =>
    readable(results.map((row, index) => ({ position: offset + index + 1, row }))),
  )
  return findChange(records, address)
}
