import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router-dom'
import { pathTo, type Reply } from '../../../contract/client.ts'
import { parseTransactionId } from '../../../contract/identifiers.ts'
import { nameOfRune } from '../../../contract/schemas/activity.ts'
import { FLAW_MEANINGS, type TransactionDetails } from '../../../contract/schemas/chain.ts'
import type { Api } from '../../api.ts'
import { useApi } from '../../appContext.ts'
import { Failure, useLastError } from '../../errors/Failure.tsx'
import { MalformedIdentifier, malformedIdentifierHead } from '../../errors/MalformedIdentifier.tsx'
import { PageActions } from '../../layout/PageActions.tsx'
import { blockLink, transactionLink } from '../../links.ts'
import { List, useList } from '../../lists/List.tsx'
import { readFilters, readPaging, readView, viewLink } from '../../lists/paging.ts'
import { Flow } from '../../movements/Flow.tsx'
import { MovementPanel } from '../../movements/MovementPanel.tsx'
import { MovementTable } from '../../movements/MovementTable.tsx'
import { MovementToolbar } from '../../movements/MovementToolbar.tsx'
import { RawRecords } from '../../movements/RawRecords.tsx'
import { Sentence, sentenceText } from '../../movements/Sentence.tsx'
import { AddressTotalsTable } from '../../movements/TotalsTables.tsx'
import { type Head, PageHead } from '../../PageHead.tsx'
import {
  type Load,
  type Loaded,
  type PageHandle,
  respondWith,
  sourceContext,
} from '../../pageLoader.ts'
import { pageStatus } from '../../pageStatus.ts'
import { endpointQuery } from '../../query.ts'
import { Badge } from '../../ui/Badge.tsx'
import { CopyButton, Id, shortenId } from '../../ui/Id.tsx'
import { formatDecimal, Numeral } from '../../ui/numbers.tsx'
import { Dot, type Neighbour, PageHeader } from '../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Time } from '../../ui/Time.tsx'
import { Runestone } from './Runestone.tsx'

const VIEWS = ['by-address', 'raw', 'runestone'] as const

export async function loader({ params: { id = '' }, request, context }: LoaderFunctionArgs) {
  const page = readPage(id, new URL(request.url).searchParams)
  if (page === undefined) return respondWith(malformedIdentifierHead('transaction', id))
  const { api, load } = context.get(sourceContext)
  const [details] = await Promise.all([load(detailsQuery(api, page)), loadView(load, api, page)])
  if (details.error?.kind === 'not-found') await loadView(load, api, { ...page, view: 'raw' })
  return respondWith(transactionHead(page, details))
}

export const handle: PageHandle = {
  parameters: [
    'view',
    'type',
    'rune',
    'address',
    'min',
    'max',
    'text',
    'change',
    'offset',
    'limit',
    'row',
  ],
  dataPath(id) {
    const txId = parseTransactionId(id)
    return txId && pathTo('transactionDetails', { tx_id: txId })
  },
}

/** What a transaction did with runes. */
export function Component() {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const page = readPage(id, search)
  if (page === undefined) return <MalformedIdentifier kind="transaction" text={id} />
  return <Transaction key={page.txId} page={page} />
}

type Page = NonNullable<ReturnType<typeof readPage>>

function readPage(id: string, search: URLSearchParams) {
  const txId = parseTransactionId(id)
  if (txId === undefined) return
  const { filters } = readFilters('transactionMovements', search)
  return { txId, view: readView(search, VIEWS), filters, ...readPaging(search) }
}

function detailsQuery(api: Api, { txId }: Page) {
  return endpointQuery(api, 'transactionDetails', { tx_id: txId })
}

function movementsGiven({ txId, filters, paging }: Page) {
  return { tx_id: txId, change: 'hide' as const, ...filters, ...paging }
}

function loadView(load: Load, api: Api, page: Page): Promise<unknown> {
  const { txId, view, paging } = page
  const given = { tx_id: txId, ...paging }
  switch (view) {
    case 'by-address':
      return load(endpointQuery(api, 'transactionByAddress', given, txId))
    case 'raw':
      return load(endpointQuery(api, 'transactionActivity', given, txId))
    case 'runestone':
      return load(endpointQuery(api, 'decodeTransaction', { tx_id: txId }))
    case undefined:
      return load(endpointQuery(api, 'transactionMovements', movementsGiven(page), txId))
  }
}

function transactionHead({ txId }: Page, details: Loaded<Reply<TransactionDetails>>): Head {
  const transaction = details.data?.value
  // A service may have records of a transaction that it has no details of.
  const status = details.error?.kind === 'not-found' ? { status: 200 } : pageStatus(details.error)
  return {
    kind: 'Transaction',
    title: transaction ? sentenceText(transaction.clauses) : `Transaction ${shortenId(txId)}`,
    ...(transaction && { description: describe(transaction) }),
    path: transactionLink(txId),
    dataPath: pathTo('transactionDetails', { tx_id: txId }),
    ...status,
  }
}

function describe({ place, movements, runes }: TransactionDetails): string {
  const day = new Date(place.timestamp * 1000).toISOString().slice(0, 10)
  const names = runes.slice(0, 5).map(({ rune }) => nameOfRune(rune))
  return `In Bitcoin block ${formatDecimal(String(place.block_height), 'en')} of ${day}. ${movements} movements of ${names.join(', ')}${runes.length > 5 ? ' and more' : ''}.`
}

function Transaction({ page }: { page: Page }) {
  const api = useApi()
  const details = useQuery(detailsQuery(api, page))
  const error = useLastError(details)
  const transaction = details.data?.value
  return (
    <article>
      <PageHead {...transactionHead(page, details)} />
      {transaction !== undefined && <Header transaction={transaction} />}
      {transaction !== undefined && <Views page={page} transaction={transaction} />}
      {error?.kind === 'not-found' && <RecordsOnly page={page} />}
      {error !== null && error.kind !== 'not-found' && (
        <FailedTransaction page={page} error={error} />
      )}
      {transaction === undefined && error === null && <PageSkeleton />}
    </article>
  )
}

function Header({ transaction }: { transaction: TransactionDetails }) {
  const { place, flaw, clauses, previous, next } = transaction
  const { tx_id, block_height, tx_index, timestamp } = place
  return (
    <>
      <PageHeader
        crumb={
          <>
            Transaction in{' '}
            <Link to={blockLink(block_height)} className="quiet-link text-ink">
              block <Numeral value={block_height} />
            </Link>
            <Dot /> position <Numeral value={tx_index} />
          </>
        }
        hasNeighbours
        previous={neighbour(previous, 'Previous transaction')}
        next={neighbour(next, 'Next transaction')}
        isSentence
        title={<Sentence clauses={clauses} />}
        badges={flaw !== undefined && <CenotaphBadge flaw={flaw} />}
        actions={
          <PageActions
            page={{ to: transactionLink(tx_id), kind: 'Transaction', title: sentenceText(clauses) }}
            dataPath={pathTo('transactionDetails', { tx_id })}
            others={[
              { name: 'mempool.space', href: `https://mempool.space/tx/${tx_id}` },
              { name: 'ordinals.com', href: `https://ordinals.com/tx/${tx_id}` },
            ]}
          />
        }
        meta={
          <>
            <Time milliseconds={timestamp * 1000} />
            <Dot />
            <Id text={tx_id} isWhole />
            <CopyButton text={tx_id} label="Transaction id" />
          </>
        }
      />
      <Flow transaction={transaction} />
    </>
  )
}

function neighbour(txId: string | undefined, name: string): Neighbour | undefined {
  return txId === undefined ? undefined : { to: transactionLink(txId), label: null, name }
}

function CenotaphBadge({ flaw }: { flaw: string }) {
  const meaning = Object.entries(FLAW_MEANINGS).find(([name]) => name === flaw)?.[1] ?? flaw
  return (
    <Badge
      tone="bad"
      explanation={{
        title: 'A malformed runestone',
        text: `${meaning} All runes that came into this transaction were burned.`,
      }}
    >
      Cenotaph
    </Badge>
  )
}

function Views({ page, transaction }: { page: Page; transaction: TransactionDetails }) {
  const { view } = page
  const { movements, records, runes } = transaction
  const [search] = useSearchParams()
  const tab = (to: (typeof VIEWS)[number] | undefined, name: string, count?: number) => ({
    to: viewLink(search, to),
    name,
    count,
    isCurrent: view === to,
  })
  return (
    <>
      <Tabs
        label="Parts of the transaction"
        tabs={[
          tab(undefined, 'Movements', movements),
          tab(
            'by-address',
            'By address',
            runes.reduce((sum, { addresses }) => sum + addresses, 0),
          ),
          tab('raw', 'Raw records', records),
          tab('runestone', 'Runestone'),
        ]}
      />
      {view === undefined && <Movements page={page} transaction={transaction} />}
      {view === 'by-address' && <ByAddress page={page} />}
      {view === 'raw' && <Raw page={page} />}
      {view === 'runestone' && <Runestone txId={page.txId} />}
    </>
  )
}

function Movements({ page, transaction }: { page: Page; transaction: TransactionDetails }) {
  const given = movementsGiven(page)
  const list = useList('transactionMovements', given, page.txId)
  return (
    <>
      <MovementToolbar
        filters={['rune', 'address', 'amount', 'text']}
        counts={transaction.counts}
        hasChange
        page={list.data?.value}
        exportPath={pathTo('transactionMovements', given)}
      />
      <List
        list={list}
        things="movements"
        empty={{
          title: 'No movement matches',
          text: 'The transaction has others.',
          actions: (
            <Link to="?" className="button">
              Show all movements
            </Link>
          ),
        }}
      >
        {(shown, isBusy) => (
          <MovementTable
            subject="transaction"
            page={shown}
            isBusy={isBusy}
            caption="Movements of the transaction"
          />
        )}
      </List>
      <MovementPanel page={list.data?.value} />
    </>
  )
}

function ByAddress({ page: { txId, paging } }: { page: Page }) {
  const list = useList('transactionByAddress', { tx_id: txId, ...paging }, txId)
  return (
    <div className="mt-3">
      <List list={list} things="entries" empty={{ title: 'No address took part' }}>
        {({ results }, isBusy) => (
          <AddressTotalsTable
            rows={results}
            isBusy={isBusy}
            caption="What each address got and gave"
          />
        )}
      </List>
    </div>
  )
}

function Raw({ page: { txId, paging } }: { page: Page }) {
  const list = useList('transactionActivity', { tx_id: txId, ...paging }, txId)
  return (
    <div className="mt-3">
      <List
        list={list}
        things="records"
        empty={{
          title: 'No runes moved in this transaction',
          text: 'It may also be unconfirmed, or older than this index.',
          actions: (
            <a
              href={`https://mempool.space/tx/${txId}`}
              className="button"
              rel="noopener noreferrer"
            >
              Look at mempool.space
            </a>
          ),
        }}
      >
        {(shown, isBusy) => (
          <RawRecords page={shown} isBusy={isBusy} caption="Records of the transaction" />
        )}
      </List>
    </div>
  )
}

/** A service with only the endpoints of the contract has no more; and this one of an unknown transaction. */
function RecordsOnly({ page }: { page: Page }) {
  return (
    <>
      <PlainHeader txId={page.txId} />
      <Raw page={page} />
    </>
  )
}

function FailedTransaction({
  page,
  error,
}: {
  page: Page
  error: Parameters<typeof Failure>[0]['error']
}) {
  return (
    <>
      <PlainHeader txId={page.txId} />
      <Failure error={error} />
    </>
  )
}

function PlainHeader({ txId }: { txId: string }) {
  return (
    <PageHeader
      crumb="Transaction"
      title={<Id text={txId} />}
      meta={
        <>
          <Id text={txId} isWhole />
          <CopyButton text={txId} label="Transaction id" />
        </>
      }
    />
  )
}
