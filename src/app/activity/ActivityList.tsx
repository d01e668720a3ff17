import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ActivityPage } from '../../contract/activity.ts'
import { DEFAULT_PAGING, type Paging } from '../../contract/paging.ts'
import { RawAnswer } from '../answers.tsx'
import type { Answer, RequestError } from '../api.ts'
import { Failure, NotRenewed, ReadBefore } from '../failures.tsx'
import { offsetOf, recordAnchor } from '../links.ts'
import type { blockActivityQuery } from '../queries.ts'
import { announce } from '../ui/announcer.tsx'
import { ForeignText } from '../ui/ForeignText.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Numeral } from '../ui/numbers.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ActivityTable } from './ActivityTable.tsx'
import { useNamedRecord } from './namedRecord.ts'
import { lastOffset, Pager } from './Pager.tsx'
import { recordsOf, summarise } from './pageSummary.ts'

type Props = {
  subject: 'transaction' | 'block'
  /** What files of it are called: "block-849250". */
  name: string
  activity: UseQueryResult<Answer<ActivityPage>, RequestError>
  /** The page that the address asks for, and what in the address could not be read. */
  paging: Paging
  refused: string[]
  linkTo: (paging: Paging) => string
  queryFor: (paging: Paging) => ReturnType<typeof blockActivityQuery>
  /** Why there can be no activity, where that is known. */
  whyEmpty?: ReactNode
}

/** A page of activity with its pager, in each of its states: loading, failed, empty, past the end, read. */
export function ActivityList({
  subject,
  name,
  activity,
  paging,
  refused,
  linkTo,
  queryFor,
  whyEmpty,
}: Props) {
  const { data: answer, error, isPlaceholderData, refetch } = activity
  useNextPagePrefetch(isPlaceholderData ? undefined : answer?.value, paging.limit, queryFor)
  useRangeAnnouncement(isPlaceholderData ? undefined : answer?.value)
  const missing = useRecordOfAddress(isPlaceholderData ? undefined : answer?.value, paging, linkTo)

  if (error && answer === undefined) {
    return (
      <Failure error={error}>
        {error.kind === 'bad-request' && (
          <a href={linkTo(DEFAULT_PAGING)} className="button">
            Show the first {DEFAULT_PAGING.limit} records
          </a>
        )}
      </Failure>
    )
  }
  if (answer === undefined)
    return <Skeleton lines={12} label={`Loading the activity of the ${subject}`} />

  const page = answer.value
  return (
    <div className="space-y-4">
      {error && <NotRenewed error={error} />}
      {answer.readAt !== undefined && <ReadBefore readAt={answer.readAt} onRetry={refetch} />}
      {refused.length > 0 && <RefusedPaging refused={refused} />}
      {missing !== undefined && (
        <Notice tone="warning" title="This link points to a record that is not there">
          <p>
            It names record <Numeral value={missing} />, and there are{' '}
            <Numeral value={page.total} />.
          </p>
        </Notice>
      )}
      {page.total === 0 && page.results.length === 0 && <Empty subject={subject} why={whyEmpty} />}
      {page.total > 0 && page.results.length === 0 && <PastTheEnd page={page} linkTo={linkTo} />}
      {page.results.length > 0 && (
        <>
          <Summary page={page} />
          <Pager place="top" page={page} asked={paging} linkTo={linkTo} />
          <div aria-busy={isPlaceholderData} className="transition-opacity aria-busy:opacity-50">
            <ActivityTable page={page} subject={subject} />
          </div>
          <Pager place="bottom" page={page} asked={paging} linkTo={linkTo} />
        </>
      )}
      <RawAnswer reply={answer} filename={`${name}-from-${page.offset + 1}.json`} />
    </div>
  )
}

function Summary({ page }: { page: ActivityPage }) {
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
        {isWhole && <ForeignText text={summarise(page)} />}
        <span className="text-muted">
          , newest first
          {!isWhole && unreadable < page.results.length && (
            <>
              {' · on this page '}
              <ForeignText text={summarise(page)} />
            </>
          )}
        </span>
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
          <p>They stand in their place with what the service sent.</p>
        </Notice>
      )}
    </>
  )
}

function RefusedPaging({ refused }: { refused: string[] }) {
  return (
    <Notice tone="warning" title="Part of the address was not understood">
      <p>
        <ForeignText text={refused.join(', ').slice(0, 200)} /> is no whole number in range, so the
        default is shown.
      </p>
    </Notice>
  )
}

function PastTheEnd({ page, linkTo }: { page: ActivityPage; linkTo: Props['linkTo'] }) {
  const { total, limit, offset } = page
  return (
    <Notice tone="warning" title="This link points past the end">
      <p>
        It begins at record <Numeral value={offset + 1} />, and there are <Numeral value={total} />.
        The list may have been longer when the link was made.
      </p>
      <p className="flex flex-wrap gap-2">
        <a href={linkTo({ offset: lastOffset(total, limit), limit })} className="button">
          Go to the last page
        </a>
        <a href={linkTo({ offset: 0, limit })} className="button">
          Go to the first page
        </a>
      </p>
    </Notice>
  )
}

function Empty({ subject, why }: { subject: string; why: ReactNode }) {
  return (
    <Notice tone="information" title="No rune activity here">
      <p>{why ?? `The service holds no record for this ${subject}. One of these is so:`}</p>
      {why === undefined && (
        <ul className="list-disc ps-5">
          <li>no rune moved in it,</li>
          <li>this service has not indexed it, or holds only part of the chain,</li>
          <li>
            the id is not the one you meant: it has the right form, but nobody checks more than
            that.
          </li>
        </ul>
      )}
      <p>
        <a href="/" className="link">
          See what this instance holds
        </a>
      </p>
    </Notice>
  )
}

/**
 * Leads to the page with the record that the address names behind `#`, which no service ever sees.
 * Returns its position where there is no such record.
 */
function useRecordOfAddress(
  page: ActivityPage | undefined,
  paging: Paging,
  linkTo: Props['linkTo'],
): number | undefined {
  const navigate = useNavigate()
  const position = useNamedRecord()
  const isKnown = position !== undefined && page !== undefined && page.results.length > 0
  const isMissing = isKnown && position > page.total
  const isElsewhere =
    isKnown &&
    !isMissing &&
    (position <= page.offset || position > page.offset + page.results.length)
  const offset = isElsewhere ? offsetOf(position, page.limit) : paging.offset
  // The address is outside React.
  useEffect(() => {
    if (position === undefined || offset === paging.offset) return
    const to = linkTo({ offset, limit: paging.limit })
    navigate(`${to}#${recordAnchor(position)}`, { replace: true })
  }, [position, offset, paging, navigate, linkTo])
  return isMissing ? position : undefined
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

/** Says the range to readers who listen, once a page was turned. */
function useRangeAnnouncement(page: ActivityPage | undefined): void {
  const said = useRef<string>(undefined)
  // The status region is shared by the whole document.
  useEffect(() => {
    if (page === undefined || page.results.length === 0) return
    const text = `Rows ${page.offset + 1} to ${page.offset + page.results.length} of ${page.total}`
    if (said.current !== undefined && said.current !== text) announce(text)
    said.current = text
  }, [page])
}
