import { useQuery } from '@tanstack/react-query'
import { pathTo, type Reply } from '../../../contract/client.ts'
import { parseTransactionId } from '../../../contract/identifiers.ts'
import type { RequestError } from '../../../contract/requestError.ts'
import type { ActivityPage } from '../../../contract/schemas/activity.ts'
import type { TransactionDetails } from '../../../contract/schemas/chain.ts'
import { definePage, type PageUrl } from '../../definePage.tsx'
import { Malformed } from '../../errors/MalformedIdentifier.tsx'
import { WhenLoaded } from '../../errors/WhenLoaded.tsx'
import { beginningLink, transactionLink } from '../../links.ts'
import { parametersOf, readList } from '../../lists/paging.ts'
import { GROUP_SWITCH } from '../../lists/SwitchLink.tsx'
import { loadView, queryView, type ViewList, Views, viewPath } from '../../lists/Views.tsx'
import { Flow } from '../../movements/Flow.tsx'
import { canGroup, isGrouped } from '../../movements/grouping.ts'
import { MovementList } from '../../movements/MovementList.tsx'
import { OnlyBack } from '../../movements/OnlyBack.tsx'
import { OutputList } from '../../movements/OutputList.tsx'
import { POLL_MS } from '../../movements/Pending.tsx'
import { RawRecords } from '../../movements/RawRecords.tsx'
import { Refusals, reasonText } from '../../movements/Refusals.tsx'
import { sentenceText, WHOLE_SENTENCE } from '../../movements/Sentence.tsx'
import { AddressTotalsList } from '../../movements/TotalsTables.tsx'
import { INPUTS, inputsQuery, OUTPUTS, outputsQuery } from '../../movements/TransactionOutputs.tsx'
import { type Head, PageHead, statusWithRecords } from '../../PageHead.tsx'
import { endpointQuery, useOtherExplorers } from '../../query.ts'
import type { Loaded } from '../../source.ts'
import { CopyableId, Id, shortenId } from '../../ui/Id.tsx'
import { ButtonLink, OtherExplorer, Unknown } from '../../ui/Notice.tsx'
import { formatDecimal } from '../../ui/numbers.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../ui/Skeleton.tsx'
import { formatUtcDay } from '../../ui/Time.tsx'
import { AskedFor, runestoneQuery } from './AskedFor.tsx'
import { INPUTS_VIEW } from './PendingInputs.tsx'
import {
  PendingTransactionDetails,
  pendingHead,
  pendingTransactionQuery,
} from './PendingTransactionDetails.tsx'
import { RunestoneDetails } from './RunestoneDetails.tsx'
import { hasFewMovements, loadShort, ShortTransaction } from './ShortTransaction.tsx'
import { etchedBy, TransactionHeader } from './TransactionHeader.tsx'
import { isBurnExplained, WhyBurned } from './WhyBurned.tsx'
import { WhyCenotaph } from './WhyCenotaph.tsx'
import { WhyNotPending, WhyUnknown } from './WhyUnknown.tsx'

export const { loader, Component, handle } = definePage({
  parameters: [
    'view',
    'row',
    'order_by',
    GROUP_SWITCH.parameter,
    WHOLE_SENTENCE.parameter,
    ...parametersOf('transactionMovements'),
  ],
  read: readPage,
  async loader(page, load) {
    const details = await load(detailsQuery(page))
    const transaction = details.data?.value
    const etched = transaction && etchedBy(transaction)
    await Promise.all([
      transaction !== undefined && isShortPage(page, transaction)
        ? loadShort(load, page.txId)
        : loadView(load, VIEWS, page, transaction),
      transaction &&
        (isAskedForShown(page, transaction) ||
          isBurnExplained(transaction) ||
          transaction.flaw !== undefined) &&
        load(runestoneQuery(page.txId)),
      etched !== undefined && load(endpointQuery('runeDetails', { rune: etched })),
    ])
    if (details.error?.kind !== 'not-found') return transactionHead(page, details, undefined)
    const [pending, records] = await Promise.all([
      load(pendingTransactionQuery(page.txId)),
      load(recordsQuery(page)),
    ])
    return pending.data === undefined
      ? transactionHead(page, details, records)
      : pendingHead(pending.data.value)
  },
  dataPath: ({ txId }) => pathTo('transactionDetails', { tx_id: txId }),
  Component: TransactionPage,
})

type Page = Exclude<ReturnType<typeof readPage>, Malformed>

function readPage({ id, search }: PageUrl) {
  const txId = parseTransactionId(id)
  if (txId === undefined) return new Malformed({ kind: 'transaction', text: id })
  const view = search.get('view')
  const list = view === 'by-address' ? 'transactionByAddress' : 'transactionMovements'
  return { txId, view, search, ...readList(list, search) }
}

const VIEWS: ViewList<Page, TransactionDetails> = [
  {
    name: 'Movements',
    count: ({ movements }) => movements,
    query: listQuery,
    content: (page, transaction) => (
      <MovementList
        subject="transaction"
        query={movementsQuery(page)}
        refused={page.refused}
        counts={transaction.counts}
        runes={optionsOf(transaction.runes)}
        grouping={groupingOf(page, transaction)}
      />
    ),
  },
  queryView({
    view: 'by-address',
    name: 'By address',
    query: ({ txId: tx_id, filters, paging }) =>
      endpointQuery('transactionByAddress', { tx_id, ...filters, ...paging }),
    content: (query, { refused }, { counts, runes }) => (
      <AddressTotalsList query={query} refused={refused} counts={counts} runes={optionsOf(runes)} />
    ),
  }),
  queryView({
    view: INPUTS_VIEW,
    name: 'Inputs',
    count: ({ inputs }) => inputs,
    query: inputsQuery,
    content: (query) => <OutputList {...INPUTS} query={query} />,
  }),
  queryView({
    view: 'outputs',
    name: 'Outputs',
    count: ({ outputs }) => outputs,
    query: outputsQuery,
    content: (query) => <OutputList {...OUTPUTS} query={query} />,
  }),
  queryView({
    view: 'runestone',
    name: 'Runestone',
    query: ({ txId }) => runestoneQuery(txId),
    content: (query, _, transaction) => (
      <RunestoneDetails query={query} transaction={transaction} />
    ),
  }),
  queryView({
    view: 'raw',
    name: 'Raw records',
    count: ({ records }) => records,
    query: recordsQuery,
    content: (query) => <RawRecords subject="transaction" query={query} />,
  }),
]

function movementsQuery({ txId: tx_id, filters, paging }: Page) {
  return endpointQuery('transactionMovements', { tx_id, change: 'hide', ...filters, ...paging })
}

function groupsQuery({ txId: tx_id, filters, paging }: Page) {
  return endpointQuery('transactionGroups', { tx_id, change: 'hide', ...filters, ...paging })
}

function groupingOf(page: Page, transaction: TransactionDetails) {
  if (!canGroup(page.search, transaction)) return
  return { query: groupsQuery(page), isOn: isGrouped(page.search, transaction) === true }
}

/** The groups where they make the list shorter, which the transaction says. */
function listQuery(page: Page, transaction: TransactionDetails | undefined) {
  const isOn = isGrouped(page.search, transaction)
  if (isOn === undefined) return
  return isOn ? groupsQuery(page) : movementsQuery(page)
}

function optionsOf(runes: TransactionDetails['runes']) {
  return runes.map(({ rune }) => <option key={rune.id} value={rune.spaced_name} />)
}

function detailsQuery({ txId }: Page) {
  return endpointQuery('transactionDetails', { tx_id: txId })
}

function recordsQuery({ txId, paging }: Page) {
  return endpointQuery('transactionActivity', { tx_id: txId, ...paging })
}

function transactionHead(
  { txId }: Page,
  details: Loaded<Reply<TransactionDetails>>,
  records: Loaded<Reply<ActivityPage>> | undefined,
): Head {
  const transaction = details.data?.value
  return {
    kind: 'Transaction',
    title: transaction ? sentenceText(transaction) : `Transaction ${shortenId(txId)}`,
    ...(transaction && { description: describe(transaction) }),
    path: transactionLink(txId),
    dataPath: pathTo('transactionDetails', { tx_id: txId }),
    ...statusWithRecords(details, records),
  }
}

function describe({
  place,
  movements,
  refusals,
  runes,
  rune_count = 0,
}: TransactionDetails): string {
  const day = formatUtcDay(place.timestamp)
  const moved = runes.filter((rune) => rune.movements > 0)
  const names = moved.slice(0, 5).map(({ rune }) => rune.spaced_name)
  const count = `${formatDecimal(String(movements), 'en')} ${movements === 1 ? 'movement' : 'movements'}`
  const block = `In block ${formatDecimal(String(place.block_height), 'en')} of ${day}.`
  const [refused] = refusals
  if (refused !== undefined && movements === 0) return `${block} ${reasonText(refused)}`
  if (names.length === 0) return `${block} ${count}.`
  return `${block} ${count} of ${names.join(', ')}${rune_count > 5 && moved.length >= 5 ? ' and more' : ''}.`
}

function TransactionPage({ page }: { page: Page }) {
  const details = useQuery(detailsQuery(page))
  const isUnknown = details.data === undefined && details.error?.kind === 'not-found'
  const pending = useQuery({
    ...pendingTransactionQuery(page.txId),
    enabled: isUnknown,
    refetchInterval: ({ state }) => state.error === null && POLL_MS,
  })
  const records = useQuery({ ...recordsQuery(page), enabled: isUnknown })
  if (isUnknown && pending.data !== undefined) {
    return <PendingTransactionDetails page={page} transaction={pending.data.value} />
  }
  return (
    <article>
      <PageHead {...transactionHead(page, details, records)} />
      <WhenLoaded
        query={details}
        subject="transaction"
        header={
          <PageHeader
            crumb="Transaction"
            title={<Id text={page.txId} />}
            meta={<CopyableId text={page.txId} isWhole label="Transaction id" />}
          />
        }
        unknown={
          pending.isLoading ? (
            <PageSkeleton />
          ) : (
            <UnknownTransaction page={page} error={pending.error} />
          )
        }
      >
        {(transaction) => (
          <>
            <TransactionHeader
              transaction={transaction}
              search={page.search}
              dataPath={viewPath(VIEWS, page) ?? pathTo('transactionDetails', { tx_id: page.txId })}
            />
            <WhyCenotaph transaction={transaction} />
            <WhyBurned transaction={transaction} />
            <Refusals refusals={transaction.refusals} />
            {isAskedForShown(page, transaction) ? (
              <AskedFor transaction={transaction} />
            ) : (
              <Flow transaction={transaction} />
            )}
            <OnlyBack clauses={transaction.clauses} tense="past" />
            <Parts page={page} transaction={transaction} />
          </>
        )}
      </WhenLoaded>
    </article>
  )
}

function Parts({ page, transaction }: { page: Page; transaction: TransactionDetails }) {
  if (isShortPage(page, transaction)) return <ShortTransaction transaction={transaction} />
  if (transaction.records === 0) return null
  return (
    <Views
      label="Parts of the transaction"
      views={VIEWS}
      page={page}
      details={transaction}
      keeps={['rune']}
    />
  )
}

/** A view, a filter and another page of a list have their tabs. */
function isShortPage({ search }: Page, transaction: TransactionDetails): boolean {
  const lists = ['view', GROUP_SWITCH.parameter, ...parametersOf('transactionMovements')]
  return hasFewMovements(transaction) && lists.every((name) => !search.has(name))
}

/** The view of the runestone says the same. */
function isAskedForShown({ view }: Page, { refusals, records }: TransactionDetails): boolean {
  return refusals.length > 0 && (records === 0 || view !== 'runestone')
}

/** A service with only the endpoints of the contract has no more than the records. */
function UnknownTransaction({ page, error }: { page: Page; error: RequestError | null }) {
  const records = useQuery(recordsQuery(page))
  const [mempool] = useOtherExplorers(transactionLink(page.txId))
  if (records.data?.value.total !== 0) {
    return <RawRecords subject="transaction" query={recordsQuery(page)} />
  }
  return (
    <Unknown
      title="This transaction is not in the index"
      actions={
        mempool ? (
          <OtherExplorer {...mempool} />
        ) : (
          <ButtonLink to={beginningLink(page.txId)}>Search for its beginning</ButtonLink>
        )
      }
    >
      <WhyUnknown /> <WhyNotPending error={error} />
    </Unknown>
  )
}
