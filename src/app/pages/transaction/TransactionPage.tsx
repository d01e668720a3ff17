import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router-dom'
import type { ActivityPage } from '../../../contract/activity.ts'
import type { Reply } from '../../../contract/client.ts'
import { parseTransactionId } from '../../../contract/identifiers.ts'
import { transactionActivityPath } from '../../../contract/paths.ts'
import { ActivityList } from '../../activity/ActivityList.tsx'
import {
  countRecords,
  firstLocation,
  headOf,
  nameRunes,
  recordsOf,
} from '../../activity/pageSummary.ts'
import { RuneName } from '../../activity/RuneName.tsx'
import { VerifyElsewhere } from '../../activity/VerifyElsewhere.tsx'
import { useApi } from '../../appContext.ts'
import { BadIdentifier, badIdentifierHead } from '../../errors/BadIdentifier.tsx'
import {
  ACTIVITY_PARAMETERS,
  blockLink,
  readPaging,
  recordLink,
  transactionLink,
} from '../../links.ts'
import { type Head, PageHead } from '../../PageHead.tsx'
import { type Loaded, type PageHandle, respondWith, sourceContext } from '../../pageLoader.ts'
import { placeQuery, transactionActivityQuery } from '../../queries.ts'
import { FavouriteButton } from '../../search/FavouriteButton.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { formatDecimal, Numeral } from '../../ui/numbers.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Time } from '../../ui/Time.tsx'
import { TimeFormButton } from '../../ui/TimeFormButton.tsx'

export async function loader({ params: { id = '' }, request, context }: LoaderFunctionArgs) {
  const txId = parseTransactionId(id)
  if (txId === undefined) return respondWith(badIdentifierHead('transaction', id))
  const { api, load } = context.get(sourceContext)
  const search = new URL(request.url).searchParams
  const [activity] = await Promise.all([
    load(transactionActivityQuery(api, txId, readPaging(search).paging)),
    load(placeQuery(api, txId)),
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

/** The rune activity of one transaction, a page of it at a time. */
export function Component() {
  const { id = '' } = useParams()
  const txId = parseTransactionId(id)
  if (txId === undefined) return <BadIdentifier kind="transaction" text={id} />
  return <TransactionActivity key={txId} txId={txId} />
}

function TransactionActivity({ txId }: { txId: string }) {
  const api = useApi()
  const [search] = useSearchParams()
  const { paging, requested, refused } = readPaging(search)
  const activity = useQuery(transactionActivityQuery(api, txId, paging))
  const page = activity.data?.value
  const location = firstLocation(page)

  return (
    <article className="space-y-5">
      <PageHead {...transactionHead(txId, search, activity)} />
      <header className="space-y-1">
        <PageHeading kind="Transaction">
          <span className="text-lg sm:text-xl">
            <Hash text={txId} label="transaction id" length="full" size="inherit" />
          </span>
        </PageHeading>
        <p className="flex flex-wrap gap-x-3 text-muted max-sm:text-sm">
          {location?.timestamp !== undefined && (
            <span>
              <Time milliseconds={location.timestamp}>
                <TimeFormButton />
              </Time>
            </span>
          )}
          {location?.tx_index !== undefined && <span>Position {location.tx_index}</span>}
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
              <VerifyElsewhere
                subject="transaction"
                addresses={ELSEWHERE.map((explorer) => explorer + txId)}
              />
            </div>
          </div>
        )}
      </header>
      <ActivityList
        key={txId}
        subject={{ kind: 'transaction', txId }}
        name={`transaction-${txId}`}
        activity={activity}
        paging={paging}
        requested={requested}
        refused={refused}
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
    ...headOf(activity, refused),
  }
}

type InBlockProps = { txId: string; height: number | undefined }

/** The way back to the block: to the transaction's first record there, where the service tells it. */
function InBlock({ txId, height }: InBlockProps) {
  // Asked for beside the records, whose block is not known before they come.
  const { data: place } = useQuery(placeQuery(useApi(), txId))
  if (height === undefined) return null
  const record = place && place.offset + 1
  const to =
    record === undefined
      ? blockLink(height)
      : recordLink((paging) => blockLink(height, paging), record)
  return (
    // Last, and as wide as it may become: what it says later moves nothing.
    <span className="min-w-64">
      In{' '}
      <Link to={to} className="link">
        block <Numeral value={height} />
        {record !== undefined && (
          <>
            , record <Numeral value={record} />{' '}
            <span className="sr-only">where this transaction begins</span>
          </>
        )}
      </Link>
    </span>
  )
}

const ELSEWHERE = [
  'https://mempool.space/tx/',
  'https://blockstream.info/tx/',
  'https://ordinals.com/tx/',
]

/** The runes that the transaction touched, as far as they were read. */
function Runes({ page }: { page: ActivityPage }) {
  const runes = new Map(recordsOf(page).map(({ rune }) => [rune.id, rune]))
  return (
    <ul
      aria-label={`Runes ${page.results.length === page.total ? 'touched' : 'on this page'}`}
      className="flex flex-wrap gap-2"
    >
      {[...runes.values()].slice(0, MAX_RUNES).map((rune) => (
        <li key={rune.id} className="rounded-md bg-sunken px-2 py-0.5">
          <RuneName rune={rune} />
        </li>
      ))}
      {runes.size > MAX_RUNES && <li>and {runes.size - MAX_RUNES} more</li>}
    </ul>
  )
}

const MAX_RUNES = 8

/** "DOG•GO•TO•THE•MOON · 4,444 records in block 840,656", as far as that was read. */
function nameTransaction(txId: string, page: ActivityPage | undefined): string {
  const height = firstLocation(page)?.block_height
  if (page === undefined || height === undefined) {
    return `Transaction ${txId.slice(0, 8)}…${txId.slice(-8)}`
  }
  return `${nameRunes(page)} · ${countRecords(page)} in block ${formatDecimal(String(height), 'en')}`
}
