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
import type { Pending } from '../../../contract/schemas/pending.ts'
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
import { RefusedList } from '../../movements/RefusedList.tsx'
import { type Head, PageHead, pageStatus } from '../../PageHead.tsx'
import { endpointQuery, useAbout } from '../../query.ts'
import { OtherPages } from '../../search/YourPages.tsx'
import type { Loaded } from '../../source.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { CopyableId, Id, shortenId } from '../../ui/Id.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { formatDecimal } from '../../ui/numbers.tsx'
import { Dot, PageHeader } from '../../ui/PageHeader.tsx'
import { AddressFigures } from './AddressFigures.tsx'
import { AddressOverview, loadAddressOverview } from './AddressOverview.tsx'
import { AllBalances } from './Balances.tsx'
import { NoRunes, namesOf } from './NoRunes.tsx'
import { chosenRune, SERIES_PARAMETER } from './OverTime.tsx'
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
    const [details] = await Promise.all([
      load(detailsQuery(page)),
      loadView(load, VIEWS, page),
      currentView(VIEWS, page) === VIEWS[0] && loadAddressOverview(load, page),
    ])
    const views = details.data && viewsWithoutRunes(details.data.value)
    if (views !== undefined) await loadView(load, views, page)
    return headOf(page, details)
  },
  dataPath: ({ address }) => pathTo('addressDetails', { address }),
  Component: AddressPage,
})

type Page = Exclude<ReturnType<typeof readPage>, Malformed>

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
    view: viewOf(search),
    at,
    order_by: at === undefined ? order_by : undefined,
    name: balances.filters.name,
    chosen: chosenRune(search),
    filters,
    paging,
    refused: [...refused, ...balances.refused],
  }
}

/** The parameters of a list mean that list, but for the page size, which is that of all lists. */
function viewOf(search: URLSearchParams): string | null {
  const has = (name: string) => search.has(name)
  if (has('view')) return search.get('view')
  if (['type', 'rune', 'from', 'to', 'row'].some(has)) return 'movements'
  if (['name', 'at', 'order_by'].some(has)) return 'balances'
  return has('offset') ? 'movements' : null
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

function pendingQuery({ address }: Page) {
  return endpointQuery('addressPending', { address })
}

/** The lists do not wait for the details. `pending`: what waits for a block; undefined where the service has no node. */
type Details = Partial<AddressDetails> & { pending?: Pending | undefined }

/** What also an address without runes may have. */
const PAID_VIEW = queryView({
  view: 'paid',
  name: 'Paid for',
  count: ({ paid }: Details) => paid,
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
  count: ({ refusals }: Details) => refusals,
  hasMore: ({ has_more_refusals }: Details) => has_more_refusals,
  isRare: true,
  query: ({ address, paging }: Page) => endpointQuery('addressRefusals', { address, ...paging }),
  content: (query) => (
    <RefusedList subject="address" query={query}>
      The protocol refused these mints and etchings. Units that no edict allocates would have gone
      to this address.
    </RefusedList>
  ),
})

/** What became of them. An index that begins late does not know it of mints of older runes. */
function Refused() {
  return useAbout()?.coverage?.is_complete === false ? 'refused or not known' : 'refused'
}

const VIEWS: ViewList<Page, Details> = [
  {
    name: 'Overview',
    content: (page, details) => <AddressOverview {...page} details={details} />,
  },
  queryView({
    view: 'movements',
    name: 'Movements',
    count: ({ movements }) => movements,
    query: ({ address, filters, paging }) =>
      endpointQuery('addressMovements', { address, ...filters, ...paging }),
    content: (query, { refused, filters }, { counts, movements }) => (
      <MovementList
        subject="address"
        query={query}
        refused={refused}
        counts={counts}
        // How many a filtered list has is not known.
        currentTotal={Object.keys(filters).length === 0 ? movements : undefined}
      />
    ),
  }),
  queryView({
    view: 'balances',
    name: 'Balances',
    count: ({ runes }) => runes,
    query: ({ address, name, at, order_by, paging }) =>
      endpointQuery('addressBalances', { address, name, at, order_by, ...paging }),
    content: (query, page) => <AllBalances query={query} {...page} />,
  }),
  queryView({
    view: 'outputs',
    name: 'Unspent outputs',
    count: ({ outputs }) => outputs,
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
    count: ({ pending }) => pending?.total ?? 0,
    isRare: true,
    query: pendingQuery,
    content: (query) => <PendingList query={query} subject="address" />,
  }),
  queryView({
    view: 'raw',
    name: 'Raw records',
    count: ({ records }) => records,
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

function Content({ page, details }: { page: Page; details: AddressDetails | undefined }) {
  const pending = usePending(pendingQuery(page))
  return (
    <>
      {/* These figures are always current. */}
      {page.at === undefined && <AddressFigures details={details} />}
      <Views
        label="Parts of the address"
        views={VIEWS}
        page={page}
        details={{ ...details, pending }}
        keeps={KEPT_PARAMETERS}
      />
    </>
  )
}

/** The figure of the overview shows the same rune when the reader comes back to it. */
const KEPT_PARAMETERS = [SERIES_PARAMETER]
