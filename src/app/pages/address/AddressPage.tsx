import { useQuery } from '@tanstack/react-query'
import {
  type BitcoinAddress as AddressForm,
  describeBitcoinAddress,
  explainAddress,
  isStacksAddress,
} from '../../../bitcoin/addresses.ts'
import { pathTo, type Reply } from '../../../contract/client.ts'
import { parseBitcoinAddress } from '../../../contract/identifiers.ts'
import { type AddressDetails, BALANCE_ORDERS } from '../../../contract/schemas/address.ts'
import { definePage, type PageUrl } from '../../definePage.tsx'
import { EndOfIndexItem } from '../../endOfIndex.tsx'
import { Failure, useLastError } from '../../errors/Failure.tsx'
import { Malformed } from '../../errors/MalformedIdentifier.tsx'
import { PageActions } from '../../layout/PageActions.tsx'
import { addressLink, deployerLink, otherExplorers, outputLink } from '../../links.ts'
import { readFilters, readList } from '../../lists/paging.ts'
import {
  currentView,
  loadView,
  queryView,
  type ViewList,
  Views,
  viewPath,
} from '../../lists/Views.tsx'
import { BeingSpent, type SpendsNow } from '../../movements/BeingSpent.tsx'
import { CoverageNote, coveragePrefix } from '../../movements/CoverageNote.tsx'
import { BLOCK, TIME } from '../../movements/columns.tsx'
import { MovementList } from '../../movements/MovementList.tsx'
import { OutputList } from '../../movements/OutputList.tsx'
import { PendingList, usePending } from '../../movements/Pending.tsx'
import { RawRecords } from '../../movements/RawRecords.tsx'
import { type Head, PageHead, pageStatus } from '../../PageHead.tsx'
import { endpointQuery } from '../../query.ts'
import { OtherPages } from '../../search/YourPages.tsx'
import type { Load, Loaded } from '../../source.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { CopyableId, Id, shortenId } from '../../ui/Id.tsx'
import { LinkedSection } from '../../ui/LinkedSection.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { formatDecimal } from '../../ui/numbers.tsx'
import { Dot, PageHeader } from '../../ui/PageHeader.tsx'
import { AddressFigures } from './AddressFigures.tsx'
import { AddressRefusals, Refused, refusalsQuery } from './AddressRefusals.tsx'
import { AllBalances, LargestBalances, largestBalancesQuery } from './Balances.tsx'
import { MovementsHeading } from './MovementsHeading.tsx'
import { NoRunes, namesOf } from './NoRunes.tsx'
import { chosenRune, loadOverTime, OverTime, SERIES_PARAMETER } from './OverTime.tsx'
import { PaidRunes, paidRunesQuery } from './PaidRunes.tsx'

/** What a Bitcoin address has, then what happened. */
export const { loader, Component, handle } = definePage({
  parameters: [
    'view',
    'name',
    'at',
    'order_by',
    'type',
    'rune',
    'from',
    'to',
    SERIES_PARAMETER,
    'offset',
    'limit',
    'row',
  ],
  redirectPath: ({ id }) => (isStacksAddress(id) ? deployerLink(id) : undefined),
  read: readPage,
  async loader(page, load) {
    const isOverview = currentView(VIEWS, page) === OVERVIEW
    const [details] = await Promise.all([
      load(detailsQuery(page)),
      // Of the past, the overview has only balances.
      (!isOverview || page.at === undefined) && loadView(load, VIEWS, page),
      isOverview && loadBalances(load, page),
    ])
    const views = details.data && viewsWithoutRunes(details.data.value)
    if (views !== undefined) await loadView(load, views, page)
    return headOf(page, details)
  },
  dataPath: ({ address }) => pathTo('addressDetails', { address }),
  Component: AddressPage,
})

type Page = Exclude<ReturnType<typeof readPage>, Malformed>

/** The history is that of the largest balance, unless the URL says otherwise. */
async function loadBalances(load: Load, page: Page): Promise<void> {
  const { data } = await load(largestBalancesQuery(page))
  if (page.at !== undefined) return
  await loadOverTime(load, { ...page, balances: data?.value.results ?? [] })
}

function readPage({ id, search }: PageUrl) {
  const address = parseBitcoinAddress(id)
  const form = address === undefined ? undefined : describeBitcoinAddress(address)
  if (address === undefined || form === undefined) {
    return new Malformed({ kind: 'address', text: id, ...explainAddress(id) })
  }
  const { filters, refused, paging } = readList('addressMovements', search)
  const balances = readFilters('addressBalances', search)
  const { at } = balances.filters
  const order_by = BALANCE_ORDERS.find((order) => order === balances.filters.order_by)
  return {
    address,
    form,
    view: search.get('view'),
    at,
    order_by: at === undefined ? order_by : undefined,
    name: balances.filters.name,
    chosen: chosenRune(search),
    filters,
    paging,
    refused: [...refused, ...balances.refused],
  }
}

/** Only if some are being spent. */
function beingSpentColumn(spends: SpendsNow): Column<{ output: string }> | undefined {
  if (spends.size === 0) return
  return {
    heading: 'Unconfirmed',
    area: 'meta',
    label: '',
    cell: ({ output }) => <BeingSpent by={spends.get(output)} />,
  }
}

function detailsQuery({ address }: Page) {
  return endpointQuery('addressDetails', { address })
}

function movementsQuery({ address, filters, paging }: Page) {
  return endpointQuery('addressMovements', { address, ...filters, ...paging })
}

function pendingQuery({ address }: Page) {
  return endpointQuery('addressPending', { address })
}

/** The lists do not wait for the details. */
type Details = AddressDetails | undefined

const OVERVIEW: ViewList<Page, Details>[0] = {
  name: 'Overview',
  query: movementsQuery,
  content: (page, details) => <Overview page={page} details={details} />,
}

/** What also an address without runes may have. */
const PAID_VIEW = queryView({
  view: 'paid',
  name: 'Paid for',
  count: (details: Details) => details?.paid,
  isRare: true,
  query: (page: Page) => paidRunesQuery(page),
  content: (query) => <PaidRunes query={query} />,
})

const REFUSED_VIEW = queryView({
  view: 'refused',
  name: 'Refused',
  title: (
    <span className="first-letter:uppercase">
      <Refused />
    </span>
  ),
  count: (details: Details) => details?.refusals,
  hasMore: (details: Details) => details?.has_more_refusals,
  isRare: true,
  query: (page: Page) => refusalsQuery(page),
  content: (query) => <AddressRefusals query={query} />,
})

/** The others have tabs. */
const VIEWS: ViewList<Page, Details> = [
  OVERVIEW,
  queryView({
    view: 'balances',
    name: 'Balances',
    count: (details) => details?.runes,
    query: ({ address, name, at, order_by, paging }) =>
      endpointQuery('addressBalances', { address, name, at, order_by, ...paging }),
    content: (query, page) => <AllBalances query={query} {...page} />,
  }),
  queryView({
    view: 'outputs',
    name: 'Unspent outputs',
    count: (details) => details?.outputs,
    query: ({ address, paging }) => endpointQuery('addressOutputs', { address, ...paging }),
    content: (query) => (
      <OutputList
        query={query}
        caption="Unspent outputs of the address"
        empty="No runes in unspent outputs"
        link={({ output }) => <Id text={output} to={outputLink(output)} />}
        width="w-44"
        columns={(spends) => [beingSpentColumn(spends), BLOCK, TIME]}
      />
    ),
  }),
  REFUSED_VIEW,
  PAID_VIEW,
  queryView({
    view: 'pending',
    name: 'Pending',
    isRare: true,
    query: pendingQuery,
    content: (query) => <PendingList query={query} subject="address" />,
  }),
  queryView({
    view: 'raw',
    name: 'Raw records',
    count: (details) => details?.records,
    query: ({ address, paging }) => endpointQuery('addressActivity', { address, ...paging }),
    content: (query) => <RawRecords subject="address" query={query} />,
  }),
]

function headOf(page: Page, { data, error }: Loaded<Reply<AddressDetails>>): Head {
  const { address } = page
  return {
    kind: 'Address',
    title: `Address ${shortenId(address)}`,
    ...(data && { description: describe(data.value) }),
    path: addressLink(address),
    dataPath: pathTo('addressDetails', { address }),
    ...pageStatus(error),
  }
}

function describe({
  covers,
  runes,
  movements,
  records,
  paid,
  newest_block,
}: AddressDetails): string {
  if (records === 0) {
    const payment = `It paid for the commitments of ${formatDecimal(String(paid), 'en')} ${paid === 1 ? 'rune' : 'runes'}.`
    return `A Bitcoin address that held no runes that this index knows.${paid === 0 ? '' : ` ${payment}`}`
  }
  const [runeCount, movementCount] = [runes, movements].map((count) =>
    formatDecimal(String(count), 'en'),
  )
  const height = formatDecimal(String(newest_block.block_height), 'en')
  const held = `holds ${runeCount} ${runes === 1 ? 'rune' : 'runes'}, after ${movementCount} ${movements === 1 ? 'movement' : 'movements'}`
  const part = coveragePrefix(covers)
  return part === ''
    ? `At block ${height}: a Bitcoin address that ${held}.`
    : `${part}at block ${height}, this Bitcoin address ${held}.`
}

function AddressPage({ page }: { page: Page }) {
  const { address } = page
  const details = useQuery(detailsQuery(page))
  const error = useLastError(details)
  const known = details.data?.value
  return (
    <article>
      <PageHead {...headOf(page, details)} />
      <PageHeader
        crumb={<Crumb form={page.form} />}
        mark={<Mark id={address} size={40} />}
        title={<Id text={address} />}
        actions={
          <PageActions
            page={{ to: addressLink(address), kind: 'Address', title: shortenId(address) }}
            dataPath={viewPath(VIEWS, page) ?? pathTo('addressDetails', { address })}
            others={othersFor(page)}
          />
        }
        meta={
          <>
            <CopyableId text={address} isWhole label="Address" />
            {!page.form.networks.includes('main') && (
              <span className="wide:hidden">{namesOf(page.form.networks)}</span>
            )}
            {page.at === undefined && <EndOfIndexItem />}
            <CoverageNote />
          </>
        }
      />
      {error !== null && <Failure error={error} />}
      {known?.records === 0 && <WithoutRunes page={page} details={known} />}
      {error === null && known?.records !== 0 && <Content page={page} details={known} />}
    </article>
  )
}

function Crumb({ form: { kind, networks } }: { form: AddressForm }) {
  return (
    <>
      <span className="phone:hidden">
        Address <Dot />
      </span>{' '}
      <span className="inline-block first-letter:uppercase">{kind}</span>
      {!networks.includes('main') && (
        <span className="phone:hidden">
          <Dot /> {namesOf(networks)}
        </span>
      )}
    </>
  )
}

function othersFor({ address, form }: Page) {
  if (!form.networks.includes('main')) return []
  return otherExplorers(addressLink(address))
}

/** Undefined if the address has runes or had some, or if there is nothing else either. */
function viewsWithoutRunes(details: AddressDetails): ViewList<Page, Details> | undefined {
  if (details.records > 0) return
  const [first, ...others] = [REFUSED_VIEW, PAID_VIEW].filter(({ count }) => count?.(details) !== 0)
  return first && [first, ...others]
}

function WithoutRunes({ page, details }: { page: Page; details: AddressDetails }) {
  const pending = usePending(pendingQuery(page))
  const views = viewsWithoutRunes(details)
  return (
    <>
      <NoRunes {...page} />
      {pending !== undefined && pending.total > 0 && (
        <PendingList query={pendingQuery(page)} subject="address" />
      )}
      {views && <Views label="Parts of the address" views={views} page={page} details={details} />}
      <OtherPages />
    </>
  )
}

type ContentProps = { page: Page; details: Details }

function Content({ page, details }: ContentProps) {
  return (
    <>
      {/* These figures are always current. */}
      {page.at === undefined && <AddressFigures details={details} />}
      {currentView(VIEWS, page) === OVERVIEW ? (
        OVERVIEW.content(page, details)
      ) : (
        <Views label="Parts of the address" views={VIEWS} page={page} details={details} />
      )}
    </>
  )
}

function Overview({ page, details }: ContentProps) {
  const total = totalOf(page, details)
  const pending = usePending(pendingQuery(page))
  const balances = useQuery(largestBalancesQuery(page)).data?.value
  return (
    <>
      <LargestBalances {...page} />
      {page.at === undefined && balances !== undefined && (
        <OverTime {...page} balances={balances.results} />
      )}
      {/* Movements are always current. */}
      {page.at === undefined && (
        <LinkedSection id="movements" isReady={balances !== undefined}>
          <MovementsHeading total={total} pending={pending?.total ?? 0} details={details} />
          <MovementList
            subject="address"
            query={movementsQuery(page)}
            refused={page.refused}
            counts={details?.counts}
            currentTotal={total}
            isFurther={details?.runes !== 0}
          />
        </LinkedSection>
      )}
    </>
  )
}

/** How many movements the list has; not known if it is filtered. */
function totalOf({ filters }: Page, details: Details): number | undefined {
  return Object.keys(filters).length === 0 ? details?.movements : undefined
}
