import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { Activity, useSyncExternalStore } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import type { ActivityPage } from '../../contract/activity.ts'
import type { Reply } from '../../contract/client.ts'
import { DEFAULT_PAGING, type Paging } from '../../contract/paging.ts'
import type { RequestError } from '../../contract/requestError.ts'
import { checkLedger } from '../analysis/engine/checkLedger.ts'
import type { Subject } from '../analysis/engine/subject.ts'
import { LazyAnalysis } from '../analysis/LazyAnalysis.tsx'
import { ViewLinks, viewsOf } from '../analysis/ViewLinks.tsx'
import { Failure, NotRenewed, ReadBefore } from '../errors/Failure.tsx'
import { IgnoredParameters } from '../lists/IgnoredParameters.tsx'
import { useNextPage, useRangeAnnouncement } from '../lists/listHooks.ts'
import { Pager } from '../lists/Pager.tsx'
import { MAX_PAGE_SIZE, readPaging } from '../pageSizes.ts'
import type { blockActivityQuery } from '../queries.ts'
import { RawResponse } from '../RawResponse.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Count, Numeral } from '../ui/numbers.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { UntrustedText } from '../ui/UntrustedText.tsx'
import { ActivityTable } from './ActivityTable.tsx'
import { recordsOf, summarise } from './activitySummary.ts'
import { findLinkTarget, LinkedRecords } from './LinkedRecords.tsx'
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

/** A page of records with its pager. Also shows loading, failures and pages without records. */
export function ActivityList(props: Props) {
  const { subject, name, activity, linkTo, queryFor, unfiltered } = props
  const [search] = useSearchParams()
  const { paging, requested, refused } = readPaging(search)
  const queryClient = useQueryClient()
  const { data: reply, error, isPlaceholderData, refetch } = activity
  const current = isPlaceholderData ? undefined : reply?.value
  const nextPage = useNextPage(current, paging.limit, queryFor)
  useRangeAnnouncement(current, 'Records')
  const hash = useHash()

  if (search.has('view')) {
    const total = reply?.value.total
    return (
      <LazyAnalysis
        subject={subject}
        path={unfiltered ?? linkTo(DEFAULT_PAGING)}
        total={total}
        search={search}
      />
    )
  }
  if (reply === undefined) {
    return error ? (
      <Failure error={error}>
        {error.kind === 'bad-request' && (
          <Link to={linkTo(DEFAULT_PAGING)} className="button">
            Show the first {DEFAULT_PAGING.limit} records
          </Link>
        )}
      </Failure>
    ) : (
      <Skeleton lines={12} label={`Loading the activity of the ${subject.kind}`} />
    )
  }

  const page = reply.value
  const path = unfiltered ?? linkTo(DEFAULT_PAGING)
  const previousOffset = page.offset - page.limit
  const previousPage = queryClient.getQueryData(
    queryFor({ offset: previousOffset, limit: paging.limit }).queryKey,
  )?.value
  const target = isPlaceholderData ? undefined : findLinkTarget(hash, subject.kind, page)
  return (
    <div className="space-y-4">
      {error && <NotRenewed error={error} />}
      {reply.readAt !== undefined && <ReadBefore readAt={reply.readAt} onRetry={refetch} />}
      {refused.length > 0 && <IgnoredParameters refused={refused} />}
      {page.results.length === 0 && (
        <NoRecords subject={subject} page={page} linkTo={linkTo} unfiltered={unfiltered} />
      )}
      {page.results.length > 0 && (
        <>
          {target && <LinkedRecords target={target} page={page} paging={paging} linkTo={linkTo} />}
          <Summary
            reply={reply}
            path={path}
            canCheck={unfiltered === undefined && viewsOf(subject).includes('check')}
          />
          <ViewLinks
            subject={subject}
            path={path}
            total={page.total}
            {...(unfiltered !== undefined && { search })}
          />
          <PageSizeNote page={page} requested={requested.limit} path={path} />
          <Pager place="top" page={page} requested={paging} linkTo={linkTo} />
          <div aria-busy={isPlaceholderData} className="transition-opacity aria-busy:opacity-50">
            {/* The pages on either side are rendered hidden, so that turning to them is instant. */}
            {[page, previousPage, nextPage?.value].map(
              (shown) =>
                shown && (
                  <Activity key={shown.offset} mode={shown === page ? 'visible' : 'hidden'}>
                    <ActivityTable
                      page={shown}
                      subject={subject}
                      marked={shown === page ? target?.positions : undefined}
                    />
                  </Activity>
                ),
            )}
          </div>
          <Pager place="bottom" page={page} requested={paging} linkTo={linkTo} />
        </>
      )}
      <RawResponse reply={reply} filename={`${name}-from-${page.offset + 1}.json`} />
    </div>
  )
}

type PageSizeNoteProps = { page: ActivityPage; requested: number; path: string }

/** Shown if the URL requests more records than fit on a page. Links to the views of all records. */
function PageSizeNote({ page, requested, path }: PageSizeNoteProps) {
  const isWhole = page.offset + page.results.length >= page.total
  if (requested <= MAX_PAGE_SIZE || isWhole) return null
  return (
    <p>
      Pages show at most {MAX_PAGE_SIZE} records. Showing <Numeral value={page.results.length} /> of
      the <Numeral value={requested} /> requested. To see all <Numeral value={page.total} />,{' '}
      <Link to={`${path}?view=records`} className="link">
        filter and group
      </Link>{' '}
      or{' '}
      <Link to={`${path}?view=download`} className="link">
        download
      </Link>{' '}
      them.
    </p>
  )
}

type SummaryProps = { reply: Reply<ActivityPage>; path: string; canCheck: boolean }

function Summary({ reply, path, canCheck }: SummaryProps) {
  const { value: page, coverage } = reply
  const withoutAmount = recordsOf(page).filter(
    ({ amount, operation }) => amount === undefined && operation !== 'etching',
  ).length
  const unreadable = page.results.filter(({ kind }) => kind === 'unreadable').length
  const isWhole = unreadable === 0 && page.results.length === page.total
  return (
    <>
      <p>
        <strong className="text-lg">
          <Count value={page.total} one="record" />
        </strong>
        {isWhole && ': '}
        {isWhole && <UntrustedText text={summarise(page)} />}
        <span className="text-muted">
          {page.total > 1 && ', newest first'}
          {!isWhole && unreadable < page.results.length && (
            <>
              {' · on this page '}
              <UntrustedText text={summarise(page)} />
            </>
          )}
        </span>
        {isWhole && canCheck && coverage !== 'partial' && <Verdict page={page} path={path} />}
      </p>
      {coverage === 'partial' && (
        <p className="text-sm">
          <strong>Incomplete.</strong>{' '}
          <span className="text-muted">
            The service lacks some records of this list. The number counts those that it has.
          </span>
        </p>
      )}
      {withoutAmount > 0 && (
        <p className="text-sm text-muted">
          The service gives no amount for{' '}
          {withoutAmount === 1 ? 'one record' : `${withoutAmount} records`} on this page.
        </p>
      )}
      {unreadable > 0 && (
        <Notice
          tone="warning"
          title={`${unreadable} of ${page.results.length} ${page.results.length === 1 ? 'record' : 'records'} on this page could not be read`}
        >
          <p>Each row gives the reason. Its details show the raw record.</p>
        </Notice>
      )}
    </>
  )
}

/** The result of the check, for a list that fits on one page. Links to the check. */
function Verdict({ page, path }: { page: ActivityPage; path: string }) {
  const [worst] = checkLedger(page.results.map((row, index) => ({ position: index + 1, row })))
  if (worst === undefined) return null
  return (
    <>
      {' · '}
      <Link to={`${path}?view=check`} className="link">
        {VERDICTS[worst.kind]}
      </Link>
    </>
  )
}

const VERDICTS = {
  unbalanced: 'not balanced',
  unknown: 'balance cannot be checked',
  balanced: 'balanced',
} as const

/** The URL's hash. It is '' until the page is hydrated, because browsers do not send it. */
function useHash(): string {
  const { hash } = useLocation()
  return useSyncExternalStore(
    subscribe,
    () => hash,
    () => '',
  )
}

/** Nothing to subscribe to: the router renders again when the URL changes. */
function subscribe(): () => void {
  return () => {}
}
