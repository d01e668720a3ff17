import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router-dom'
import type { ActivityPage } from '../../../contract/activity.ts'
import type { Reply } from '../../../contract/client.ts'
import { parseTransactionId } from '../../../contract/identifiers.ts'
import { transactionActivityPath } from '../../../contract/paths.ts'
import { SAMPLES } from '../../../contract/samples.ts'
import { ActivityList } from '../../activity/ActivityList.tsx'
import { activityHead } from '../../activity/activityHead.ts'
import {
  countRecords,
  firstLocation,
  nameRunes,
  recordsOf,
} from '../../activity/activitySummary.ts'
import { OtherExplorers } from '../../activity/OtherExplorers.tsx'
import { RuneName } from '../../activity/RuneName.tsx'
import { SampleNotice } from '../../activity/SampleNotice.tsx'
import { useApi } from '../../appContext.ts'
import { MalformedIdentifier, malformedIdentifierHead } from '../../errors/MalformedIdentifier.tsx'
import { ACTIVITY_PARAMETERS, blockLink, recordLink, transactionLink } from '../../links.ts'
import { type Head, PageHead } from '../../PageHead.tsx'
import { type Loaded, type PageHandle, respondWith, sourceContext } from '../../pageLoader.ts'
import { readPaging } from '../../pageSizes.ts'
import { transactionActivityQuery, transactionPositionQuery } from '../../queries/activity.ts'
import { FavouriteButton } from '../../search/FavouriteButton.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { formatDecimal, Numeral } from '../../ui/numbers.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { shortenHash } from '../../ui/shortenHash.ts'
import { Time } from '../../ui/Time.tsx'
import { TimeFormatButton } from '../../ui/TimeFormatButton.tsx'

export async function loader({ params: { id = '' }, request, context }: LoaderFunctionArgs) {
  const txId = parseTransactionId(id)
  if (txId === undefined) return respondWith(malformedIdentifierHead('transaction', id))
  const { api, load } = context.get(sourceContext)
  const search = new URL(request.url).searchParams
  const [activity] = await Promise.all([
    load(transactionActivityQuery(api, txId, readPaging(search).paging)),
    load(transactionPositionQuery(api, txId)),
  ])
  return respondWith(transactionHead(txId, search, activity))
}

export const handle: PageHandle = {
  parameters: ACTIVITY_PARAMETERS,
  dataPath(id, search) {
    const txId = parseTransactionId(id)
    return txId && transactionActivityPath(txId, readPaging(search).requested)
  },
}

/** The rune activity of one transaction, page by page. */
export function Component() {
  const { id = '' } = useParams()
  const txId = parseTransactionId(id)
  if (txId === undefined) return <MalformedIdentifier kind="transaction" text={id} />
  return <TransactionActivity key={txId} txId={txId} />
}

function TransactionActivity({ txId }: { txId: string }) {
  const api = useApi()
  const [search] = useSearchParams()
  const { paging } = readPaging(search)
  const activity = useQuery(transactionActivityQuery(api, txId, paging))
  const page = activity.data?.value
  const location = firstLocation(page)
  const isSample = location?.block_height === SAMPLES.block_height

  return (
    <article className="space-y-5">
      <PageHead {...transactionHead(txId, search, activity)} />
      <header className="space-y-1">
        <PageHeading kind="Transaction">
          <span className="block text-lg sm:text-xl">
            <Hash text={txId} label="transaction id" length="full" size="inherit" />
          </span>
        </PageHeading>
        <p className="flex flex-wrap gap-x-3 text-muted max-sm:text-sm">
          {location?.timestamp !== undefined && (
            <span>
              <Time milliseconds={location.timestamp}>
                <TimeFormatButton />
              </Time>
            </span>
          )}
          {location?.tx_index !== undefined && <span>Transaction index {location.tx_index}</span>}
          <InBlock txId={txId} height={location?.block_height} />
        </p>
        {page !== undefined && page.results.length > 0 && (
          <div className="flex flex-wrap items-center justify-between gap-2 pt-1">
            <Runes page={page} />
            <div className="flex gap-2">
              <FavouriteButton
                to={transactionLink(txId)}
                kind="Transaction"
                title={nameTransaction(txId, page)}
              />
              {!isSample && <OtherExplorers subject="transaction" txId={txId} />}
            </div>
          </div>
        )}
      </header>
      {isSample && <SampleNotice subject="transaction" />}
      <ActivityList
        subject={{ kind: 'transaction', txId }}
        name={`transaction-${txId}`}
        activity={activity}
        linkTo={(page) => transactionLink(txId, page)}
        queryFor={(page) => transactionActivityQuery(api, txId, page)}
      />
    </article>
  )
}

function transactionHead(
  txId: string,
  search: URLSearchParams,
  activity: Loaded<Reply<ActivityPage>>,
): Head {
  const { paging, requested, refused } = readPaging(search)
  return {
    kind: 'Transaction',
    title: nameTransaction(txId, activity.data?.value),
    path: transactionLink(txId, paging),
    dataPath: transactionActivityPath(txId, requested),
    ...activityHead('transaction', activity, refused),
  }
}

type InBlockProps = { txId: string; height: number | undefined }

/** A link to the block, at the transaction's first record if the service knows its position. */
function InBlock({ txId, height }: InBlockProps) {
  // Requested in parallel with the records, before the block is known.
  const { data: position } = useQuery(transactionPositionQuery(useApi(), txId))
  if (height === undefined) return null
  const record = position && position.offset + 1
  const to = recordLink((paging) => blockLink(height, paging), record)
  return (
    // Last, and with its final width reserved, so that nothing moves when it loads.
    <span className="min-w-64">
      In{' '}
      <Link to={to} className="link">
        block <Numeral value={height} />
        {record !== undefined && (
          <>
            , record <Numeral value={record} />
          </>
        )}
      </Link>
    </span>
  )
}

/** The runes on this page of the transaction's activity. */
function Runes({ page }: { page: ActivityPage }) {
  const runes = new Map(recordsOf(page).map(({ rune }) => [rune.id, rune]))
  return (
    <ul
      aria-label={`Runes ${page.results.length === page.total ? 'in this transaction' : 'on this page'}`}
      className="flex flex-wrap gap-2"
    >
      {[...runes.values()].slice(0, MAX_NAMED_RUNES).map((rune) => (
        <li key={rune.id} className="rounded-md bg-sunken px-2 py-0.5">
          <RuneName rune={rune} />
        </li>
      ))}
      {runes.size > MAX_NAMED_RUNES && <li>and {runes.size - MAX_NAMED_RUNES} more</li>}
    </ul>
  )
}

const MAX_NAMED_RUNES = 8

/**
 * "DOG•GO•TO•THE•MOON · 20 of 4,444 records in block 840,656", because other pages can have other runes.
 * The shortened id before the page has loaded.
 */
function nameTransaction(txId: string, page: ActivityPage | undefined): string {
  const height = firstLocation(page)?.block_height
  if (page === undefined || height === undefined) {
    return `Transaction ${shortenHash(txId)}`
  }
  const { results, total } = page
  const shown = results.length < total ? `${results.length} of ` : ''
  return `${nameRunes(page)} · ${shown}${countRecords(page)} in block ${formatDecimal(String(height), 'en')}`
}
