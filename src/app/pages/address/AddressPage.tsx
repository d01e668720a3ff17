import { useQuery } from '@tanstack/react-query'
import { type BitcoinAddress as AddressForm, isStacksAddress } from '../../../bitcoin/addresses.ts'
import { pathTo, type Reply } from '../../../contract/client.ts'
import type { AddressDetails } from '../../../contract/schemas/address.ts'
import { definePage } from '../../definePage.tsx'
import { EndOfIndexItem } from '../../endOfIndex.tsx'
import { Failure, useLastError } from '../../errors/Failure.tsx'
import { PageActions } from '../../layout/PageActions.tsx'
import { addressLink, deployerLink, otherExplorers } from '../../links.ts'
import { currentView, loadView, Views, viewPath } from '../../lists/Views.tsx'
import { CoverageNote, coveragePrefix } from '../../movements/CoverageNote.tsx'
import { PendingList, usePending } from '../../movements/Pending.tsx'
import { type Head, PageHead, pageStatus } from '../../PageHead.tsx'
import { endpointQuery } from '../../query.ts'
import { OtherPages } from '../../search/YourPages.tsx'
import type { Loaded } from '../../source.ts'
import { CopyableId, Id, shortenId } from '../../ui/Id.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { formatDecimal } from '../../ui/numbers.tsx'
import { Dot, PageHeader } from '../../ui/PageHeader.tsx'
import { AddressFigures } from './AddressFigures.tsx'
import { loadAddressOverview } from './AddressOverview.tsx'
import { ADDRESS_VIEWS, addressPendingQuery, viewsWithoutRunes } from './addressViews.tsx'
import { NoRunes, namesOf } from './NoRunes.tsx'
import { SERIES_PARAMETER } from './OverTime.tsx'
import { type AddressRequest, readAddressUrl } from './readAddressUrl.ts'

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
  read: readAddressUrl,
  async loader(page, load) {
    const [details] = await Promise.all([
      load(detailsQuery(page)),
      loadView(load, ADDRESS_VIEWS, page),
      currentView(ADDRESS_VIEWS, page) === ADDRESS_VIEWS[0] && loadAddressOverview(load, page),
    ])
    const views = details.data && viewsWithoutRunes(details.data.value)
    if (views !== undefined) await loadView(load, views, page)
    return headOf(page, details)
  },
  dataPath: ({ address }) => pathTo('addressDetails', { address }),
  Component: AddressPage,
})

function detailsQuery({ address }: AddressRequest) {
  return endpointQuery('addressDetails', { address })
}

function headOf(page: AddressRequest, { data, error }: Loaded<Reply<AddressDetails>>): Head {
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

function AddressPage({ page }: { page: AddressRequest }) {
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
            dataPath={viewPath(ADDRESS_VIEWS, page) ?? pathTo('addressDetails', { address })}
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

function othersFor({ address, form }: AddressRequest) {
  if (!form.networks.includes('main')) return []
  return otherExplorers(addressLink(address))
}

function WithoutRunes({ page, details }: { page: AddressRequest; details: AddressDetails }) {
  const pending = usePending(addressPendingQuery(page))
  const views = viewsWithoutRunes(details)
  return (
    <>
      <NoRunes {...page} />
      {pending !== undefined && pending.total > 0 && (
        <PendingList query={addressPendingQuery(page)} subject="address" />
      )}
      {views && <Views label="Parts of the address" views={views} page={page} details={details} />}
      <OtherPages />
    </>
  )
}

function Content({ page, details }: { page: AddressRequest; details: AddressDetails | undefined }) {
  const pending = usePending(addressPendingQuery(page))
  return (
    <>
      {/* These figures are always current. */}
      {page.at === undefined && <AddressFigures details={details} />}
      <Views
        label="Parts of the address"
        views={ADDRESS_VIEWS}
        page={page}
        details={{ ...details, pending }}
        keeps={KEPT_PARAMETERS}
      />
    </>
  )
}

/** The figure of the overview shows the same rune when the reader comes back to it. */
const KEPT_PARAMETERS = [SERIES_PARAMETER]
