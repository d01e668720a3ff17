import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import type { ActivityPage } from '../../contract/activity.ts'
import type { Reply } from '../../contract/client.ts'
import { DEFAULT_PAGING, type Paging } from '../../contract/paging.ts'
import type { RequestError } from '../../contract/requestError.ts'
import { checkLedger } from '../analysis/engine/checkLedger.ts'
import type { Subject } from '../analysis/engine/subject.ts'
import { LazyAnalysis } from '../analysis/LazyAnalysis.tsx'
import { ViewLinks } from '../analysis/ViewLinks.tsx'
import { Failure, NotRenewed, ReadBefore } from '../errors/Failure.tsx'
import { MAX_PAGE_SIZE } from '../links.ts'
import type { blockActivityQuery } from '../queries.ts'
import { RawAnswer } from '../RawAnswer.tsx'
import { announce } from '../ui/announcer.tsx'
import { Notice } from '../ui/Notice.tsx'
import { formatDecimal, Numeral } from '../ui/numbers.tsx'
import { useLanguage } from '../ui/reader.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { UntrustedText } from '../ui/UntrustedText.tsx'
import { ActivityTable } from './ActivityTable.tsx'
import { NamedRecords, namedRecords } from './NamedRecords.tsx'
import { NoRecords } from './NoRecords.tsx'
import { NotUnderstood } from './NotUnderstood.tsx'
import { Pager } from './Pager.tsx'
import { recordsOf, summarise } from './pageSummary.ts'

type Props = {
  subject: Subject
  /** What files of it are called: "block-849250". */
  name: string
  activity: UseQueryResult<Reply<ActivityPage>, RequestError>
  /** The page that is shown, the one that the address asks for, and what of it could not be read. */
  paging: Paging
  requested: Paging
  refused: string[]
  linkTo: (paging: Paging) => string
  queryFor: (paging: Paging) => ReturnType<typeof blockActivityQuery>
}

/** A page of activity with its pager, in each of its states: loading, failed, empty, past the end, read. */
export function ActivityList({
  subject,
  name,
  activity,
  paging,
  requested,
  refused,
  linkTo,
  queryFor,
}: Props) {
  const { data: reply, error, isPlaceholderData, refetch } = activity
  useNextPagePrefetch(isPlaceholderData ? undefined : reply?.value, paging.limit, queryFor)
  useRangeAnnouncement(isPlaceholderData ? undefined : reply?.value)
  const hash = useHash()

  const [search] = useSearchParams()
  if (search.has('view')) {
    const total = reply?.value.total
    return (
      <LazyAnalysis subject={subject} path={linkTo(DEFAULT_PAGING)} total={total} search={search} />
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
  const named = isPlaceholderData ? undefined : namedRecords(hash, subject.kind, page)
  return (
    <div className="space-y-4">
      {error && <NotRenewed error={error} />}
      {reply.readAt !== undefined && <ReadBefore readAt={reply.readAt} onRetry={refetch} />}
      {refused.length > 0 && <NotUnderstood refused={refused} />}
      {page.results.length === 0 && <NoRecords subject={subject} page={page} linkTo={linkTo} />}
      {page.results.length > 0 && (
        <>
          {named && <NamedRecords named={named} page={page} paging={paging} linkTo={linkTo} />}
          <Summary page={page} path={linkTo(DEFAULT_PAGING)} />
          <ViewLinks path={linkTo(DEFAULT_PAGING)} total={page.total} />
          <CutShort page={page} requested={requested.limit} path={linkTo(DEFAULT_PAGING)} />
          <Pager place="top" page={page} requested={paging} linkTo={linkTo} />
          <div aria-busy={isPlaceholderData} className="transition-opacity aria-busy:opacity-50">
            <ActivityTable page={page} subject={subject.kind} marked={named?.positions} />
          </div>
          <Pager place="bottom" page={page} requested={paging} linkTo={linkTo} />
        </>
      )}
      <RawAnswer reply={reply} filename={`${name}-from-${page.offset + 1}.json`} />
    </div>
  )
}

type CutShortProps = { page: ActivityPage; requested: number; path: string }

/** Says where an address asks for more records than a page shows, and where all of them are. */
function CutShort({ page, requested, path }: CutShortProps) {
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

function Summary({ page, path }: { page: ActivityPage; path: string }) {
  const withoutAmount = recordsOf(page).filter(
    ({ amount, operation }) => amount === undefined && operation !== 'etching',
  ).length
  const unreadable = page.results.filter(({ kind }) => kind === 'unreadable').length
  const isWhole = unreadable === 0 && page.results.length === page.total
  return (
    <>
      <p>
        <strong className="text-lg">
          <Numeral value={page.total} /> {page.total === 1 ? 'record' : 'records'}
        </strong>
        {isWhole && ': '}
        {isWhole && <UntrustedText text={summarise(page)} />}
        <span className="text-muted">
          , newest first
          {!isWhole && unreadable < page.results.length && (
            <>
              {' · on this page '}
              <UntrustedText text={summarise(page)} />
            </>
          )}
        </span>
        {isWhole && <Verdict page={page} path={path} />}
      </p>
      {withoutAmount > 0 && (
        <p className="text-sm text-muted">
          {withoutAmount === 1 ? 'One record' : `${withoutAmount} records`} on this page without an
          amount: the service does not hold it.
        </p>
      )}
      {unreadable > 0 && (
        <Notice
          tone="warning"
          title={`${unreadable} of ${page.results.length} records here could not be read`}
        >
          <p>Each says why, and has what the service sent in its details.</p>
        </Notice>
      )}
    </>
  )
}

/** Whether a list that is all on its page adds up, as the link to why. */
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
  unbalanced: 'does not add up',
  unknown: 'cannot be checked',
  balanced: 'adds up',
} as const

/** What the address has from `#` on; '' until the page is hydrated, because no server ever sees it. */
function useHash(): string {
  const { hash } = useLocation()
  return useSyncExternalStore(
    subscribe,
    () => hash,
    () => '',
  )
}

/** The router renders again with each new address. */
function subscribe(): () => void {
  return () => {}
}

/** Reads the next page ahead, by the address that the link to it has, so that turning is instant. */
function useNextPagePrefetch(
  page: ActivityPage | undefined,
  limit: number,
  queryFor: Props['queryFor'],
): void {
  const queryClient = useQueryClient()
  const next = page && page.results.length > 0 ? page.offset + page.limit : Number.POSITIVE_INFINITY
  const hasNext = page !== undefined && next < page.total
  // The query cache is outside React. The page that was asked for is painted first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: queryFor is new on every render and means the same.
  useEffect(() => {
    if (!hasNext) return
    const prefetch = () => queryClient.prefetchQuery(queryFor({ offset: next, limit }))
    const timer = setTimeout(prefetch, 50)
    return () => clearTimeout(timer)
  }, [queryClient, hasNext, next, limit])
}

/** Announces the range to screen readers once a page was turned. */
function useRangeAnnouncement(page: ActivityPage | undefined): void {
  const said = useRef<string>(undefined)
  const language = useLanguage()
  // The status region is shared by the whole document.
  useEffect(() => {
    if (page === undefined || page.results.length === 0) return
    const { offset, total, results } = page
    const [from, to, of] = [offset + 1, offset + results.length, total].map((count) =>
      formatDecimal(String(count), language),
    )
    const text = `Rows ${from} to ${to} of ${of}`
    if (said.current !== undefined && said.current !== text) announce(text)
    said.current = text
  }, [page, language])
}
