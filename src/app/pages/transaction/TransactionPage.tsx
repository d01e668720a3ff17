import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router-dom'
import { pathTo, type Reply } from '../../../contract/client.ts'
import { parseTransactionId } from '../../../contract/identifiers.ts'
import { FLAW_MEANINGS, type TransactionDetails } from '../../../contract/schemas/chain.ts'
import { MalformedIdentifier, malformedIdentifierHead } from '../../errors/MalformedIdentifier.tsx'
import { WhenLoaded } from '../../errors/WhenLoaded.tsx'
import { PageActions } from '../../layout/PageActions.tsx'
import { blockLink, transactionLink } from '../../links.ts'
import { parametersOf, readList, readView } from '../../lists/paging.ts'
import { ViewTabs } from '../../lists/ViewTabs.tsx'
import { CoverageNote } from '../../movements/CoverageNote.tsx'
import { Flow } from '../../movements/Flow.tsx'
import { MovementList } from '../../movements/MovementList.tsx'
import { RawRecords } from '../../movements/RawRecords.tsx'
import { Sentence, sentenceText } from '../../movements/Sentence.tsx'
import { AddressTotalsList } from '../../movements/TotalsTables.tsx'
import { type Head, PageHead } from '../../PageHead.tsx'
import {
  type Load,
  type Loaded,
  type PageHandle,
  pageStatus,
  respondWith,
  sourceContext,
} from '../../pageLoader.ts'
import { endpointQuery } from '../../query.ts'
import { Badge } from '../../ui/Badge.tsx'
import { CopyableId, Id, shortenId } from '../../ui/Id.tsx'
import { Unknown } from '../../ui/Notice.tsx'
import { formatDecimal, Numeral } from '../../ui/numbers.tsx'
import { CrumbLink, Dot, type Neighbour, PageHeader } from '../../ui/PageHeader.tsx'
import { Time } from '../../ui/Time.tsx'
import { OutputList } from './OutputList.tsx'
import { Runestone } from './Runestone.tsx'

const VIEWS = ['by-address', 'outputs', 'raw', 'runestone'] as const

export async function loader({ params: { id = '' }, request, context }: LoaderFunctionArgs) {
  const page = readPage(id, new URL(request.url).searchParams)
  if (page === undefined) return respondWith(malformedIdentifierHead('transaction', id))
  const { load } = context.get(sourceContext)
  const [details] = await Promise.all([load(detailsQuery(page)), loadView(load, page)])
  if (details.error?.kind === 'not-found') await load(recordsQuery(page))
  return respondWith(transactionHead(page, details))
}

export const handle: PageHandle = {
  parameters: ['view', 'row', 'order_by', ...parametersOf('transactionMovements')],
  dataPath(id) {
    const txId = parseTransactionId(id)
    return txId && pathTo('transactionDetails', { tx_id: txId })
  },
}

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
  const view = readView(search, VIEWS)
  const list = view === 'by-address' ? 'transactionByAddress' : 'transactionMovements'
  return { txId, view, ...readList(list, search) }
}

function detailsQuery({ txId }: Page) {
  return endpointQuery('transactionDetails', { tx_id: txId })
}

function movementsQuery({ txId, filters, paging }: Page) {
  const given = { tx_id: txId, change: 'hide' as const, ...filters, ...paging }
  return endpointQuery('transactionMovements', given)
}

function byAddressQuery({ txId, filters, paging }: Page) {
  return endpointQuery('transactionByAddress', { tx_id: txId, ...filters, ...paging })
}

function outputsQuery({ txId, paging }: Page) {
  return endpointQuery('transactionOutputs', { tx_id: txId, ...paging })
}

function recordsQuery({ txId, paging }: Page) {
  return endpointQuery('transactionActivity', { tx_id: txId, ...paging })
}

function loadView(load: Load, page: Page): Promise<unknown> {
  switch (page.view) {
    case 'by-address':
      return load(byAddressQuery(page))
    case 'outputs':
      return load(outputsQuery(page))
    case 'raw':
      return load(recordsQuery(page))
    case 'runestone':
      return load(endpointQuery('decodeTransaction', { tx_id: page.txId }))
    case undefined:
      return load(movementsQuery(page))
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
  const names = runes.slice(0, 5).map(({ rune }) => rune.spaced_name)
  return `In Bitcoin block ${formatDecimal(String(place.block_height), 'en')} of ${day}. ${movements} movements of ${names.join(', ')}${runes.length > 5 ? ' and more' : ''}.`
}

function Transaction({ page }: { page: Page }) {
  const details = useQuery(detailsQuery(page))
  return (
    <article>
      <PageHead {...transactionHead(page, details)} />
      <WhenLoaded
        query={details}
        header={<PlainHeader txId={page.txId} />}
        unknown={<UnknownTransaction page={page} />}
      >
        {(transaction) => (
          <>
            <Header transaction={transaction} />
            <Views page={page} transaction={transaction} />
          </>
        )}
      </WhenLoaded>
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
            <CrumbLink to={blockLink(block_height)}>
              block <Numeral value={block_height} />
            </CrumbLink>
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
            others={othersFor(tx_id)}
          />
        }
        meta={
          <>
            <Time milliseconds={timestamp * 1000} />
            <Dot />
            <CopyableId text={tx_id} isWhole label="Transaction id" />
            <CoverageNote />
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

type ViewProps = { page: Page; transaction: TransactionDetails }

function Views({ page, transaction }: ViewProps) {
  const { view } = page
  const { movements, records } = transaction
  return (
    <>
      <ViewTabs
        label="Parts of the transaction"
        current={view}
        views={[
          { name: 'Movements', count: movements },
          { view: 'by-address', name: 'By address' },
          { view: 'outputs', name: 'Outputs' },
          { view: 'raw', name: 'Raw records', count: records },
          { view: 'runestone', name: 'Runestone' },
        ]}
      />
      {view === undefined && <Movements page={page} transaction={transaction} />}
      {view === 'by-address' && (
        <AddressTotalsList
          query={byAddressQuery(page)}
          refused={page.refused}
          counts={transaction.counts}
        />
      )}
      {view === 'outputs' && <OutputList query={outputsQuery(page)} />}
      {view === 'raw' && <Records page={page} />}
      {view === 'runestone' && <Runestone txId={page.txId} />}
    </>
  )
}

function Movements({ page, transaction }: ViewProps) {
  return (
    <MovementList
      subject="transaction"
      query={movementsQuery(page)}
      refused={page.refused}
      counts={transaction.counts}
    />
  )
}

function Records({ page }: { page: Page }) {
  return <RawRecords subject="transaction" query={recordsQuery(page)} />
}

/** A service with only the endpoints of the contract has no more than the records. */
function UnknownTransaction({ page }: { page: Page }) {
  const records = useQuery(recordsQuery(page))
  const [other] = othersFor(page.txId)
  if (records.data?.value.total !== 0) return <Records page={page} />
  return (
    <Unknown
      title="This transaction is not in the index"
      actions={
        <a href={other?.href} className="button" rel="noopener noreferrer">
          Look at {other?.name}
        </a>
      }
    >
      It moved no runes, or it is unconfirmed or older than this index.
    </Unknown>
  )
}

function PlainHeader({ txId }: { txId: string }) {
  return (
    <PageHeader
      crumb="Transaction"
      title={<Id text={txId} />}
      meta={<CopyableId text={txId} isWhole label="Transaction id" />}
    />
  )
}

function othersFor(txId: string) {
  return [
    { name: 'mempool.space', href: `https://mempool.space/tx/${txId}` },
    { name: 'ordinals.com', href: `https://ordinals.com/tx/${txId}` },
  ]
}
