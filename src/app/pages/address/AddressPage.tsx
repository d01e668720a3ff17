import { useQuery } from '@tanstack/react-query'
import {
  Link,
  type LoaderFunctionArgs,
  redirect,
  useParams,
  useSearchParams,
} from 'react-router-dom'
import {
  type BitcoinAddress as AddressForm,
  describeBitcoinAddress,
  explainAddress,
  isStacksAddress,
} from '../../../bitcoin/addresses.ts'
import { pathTo, type Reply } from '../../../contract/client.ts'
import { parseBitcoinAddress } from '../../../contract/identifiers.ts'
import type { AddressDetails } from '../../../contract/schemas/address.ts'
import type { Place } from '../../../contract/schemas/movement.ts'
import { Failure, useLastError } from '../../errors/Failure.tsx'
import { MalformedIdentifier, malformedIdentifierHead } from '../../errors/MalformedIdentifier.tsx'
import { PageActions } from '../../layout/PageActions.tsx'
import { addressLink, deployerLink } from '../../links.ts'
import { readFilters, readList, readView, viewLink } from '../../lists/paging.ts'
import { ViewTabs } from '../../lists/ViewTabs.tsx'
import { MovementList } from '../../movements/MovementList.tsx'
import { PendingList, usePending } from '../../movements/Pending.tsx'
import { RawRecords } from '../../movements/RawRecords.tsx'
import { type Head, PageHead } from '../../PageHead.tsx'
import {
  type Load,
  type Loaded,
  type PageHandle,
  pageStatus,
  respondWith,
  sourceContext,
} from '../../pageLoader.ts'
import { endpointQuery, useAbout } from '../../query.ts'
import { CopyableId, Id, shortenId } from '../../ui/Id.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Unknown } from '../../ui/Notice.tsx'
import { formatDecimal, Numeral } from '../../ui/numbers.tsx'
import { Dot, PageHeader } from '../../ui/PageHeader.tsx'
import { Bone } from '../../ui/Skeleton.tsx'
import { StatStrip } from '../../ui/StatStrip.tsx'
import { Age, Day } from '../../ui/Time.tsx'
import { AllBalances, balancesQuery, LargestBalances, largestBalancesQuery } from './Balances.tsx'
import { Outputs, outputsQuery } from './Outputs.tsx'

const VIEWS = ['balances', 'outputs', 'pending', 'raw'] as const

export async function loader({ params: { id = '' }, request, context }: LoaderFunctionArgs) {
  if (isStacksAddress(id)) throw redirect(deployerLink(id))
  const page = readPage(id, new URL(request.url).searchParams)
  if (page === undefined) return respondWith(malformedIdentifierHead('address', id))
  const { load } = context.get(sourceContext)
  const [details] = await Promise.all([load(detailsQuery(page)), loadView(load, page)])
  return respondWith(headOf(page, details))
}

export const handle: PageHandle = {
  parameters: ['view', 'at', 'type', 'rune', 'from', 'to', 'offset', 'limit', 'row'],
  dataPath(id) {
    const address = parseBitcoinAddress(id)
    return address && pathTo('addressDetails', { address })
  },
}

/** What a Bitcoin address has, then what happened. */
export function Component() {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const page = readPage(id, search)
  if (page === undefined)
    return <MalformedIdentifier kind="address" text={id} {...explainAddress(id)} />
  return <Address key={id} page={page} />
}

type Page = NonNullable<ReturnType<typeof readPage>>

function readPage(id: string, search: URLSearchParams) {
  const address = parseBitcoinAddress(id)
  const form = address === undefined ? undefined : describeBitcoinAddress(address)
  if (address === undefined || form === undefined) return
  const { filters, refused, paging } = readList('addressMovements', search)
  const balances = readFilters('addressBalances', search)
  const { type: _, ...others } = filters
  return {
    address,
    form,
    view: readView(search, VIEWS),
    at: balances.filters.at,
    // The endpoint takes only one of the two.
    filters: filters.rune === undefined ? filters : others,
    paging,
    refused: [...refused, ...balances.refused],
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

function recordsQuery({ address, paging }: Page) {
  return endpointQuery('addressActivity', { address, ...paging })
}

function loadView(load: Load, page: Page): Promise<unknown> {
  switch (page.view) {
    case 'balances':
      return load(balancesQuery(page))
    case 'outputs':
      return load(outputsQuery(page))
    case 'pending':
      return load(pendingQuery(page))
    case 'raw':
      return load(recordsQuery(page))
    case undefined:
      return Promise.all([load(largestBalancesQuery(page)), load(movementsQuery(page))])
  }
}

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

function describe({ runes, movements, records }: AddressDetails): string {
  if (records === 0) return 'A Bitcoin address that never held runes.'
  const [held, moved] = [runes, movements].map((count) => formatDecimal(String(count), 'en'))
  return `A Bitcoin address that holds ${held} ${runes === 1 ? 'rune' : 'runes'}, after ${moved} ${movements === 1 ? 'movement' : 'movements'}.`
}

function Address({ page }: { page: Page }) {
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
            dataPath={pathTo('addressDetails', { address })}
            others={othersFor(page)}
          />
        }
        meta={<CopyableId text={address} isWhole label="Address" />}
      />
      {error !== null && <Failure error={error} />}
      {known?.records === 0 && <NoRunes page={page} />}
      {error === null && known?.records !== 0 && <Content page={page} details={known} />}
    </article>
  )
}

function Crumb({ form: { kind, networks } }: { form: AddressForm }) {
  return (
    <>
      Address <Dot /> <span className="first-letter:uppercase">{kind}</span>
      {!networks.includes('main') && (
        <>
          <Dot /> {namesOf(networks)}
        </>
      )}
    </>
  )
}

function namesOf(networks: AddressForm['networks']): string {
  const names = networks.map(nameOf)
  const [last, others] = [names.at(-1), names.slice(0, -1)]
  return others.length === 0 ? `${last}` : `${others.join(', ')} or ${last}`
}

function nameOf(network: string): string {
  return network === 'main' || network === 'test' ? `${network}net` : network
}

function othersFor({ address, form }: Page) {
  if (!form.networks.includes('main')) return []
  return [
    { name: 'mempool.space', href: `https://mempool.space/address/${address}` },
    { name: 'ordinals.com', href: `https://ordinals.com/address/${address}` },
  ]
}

/** Says whether the address is of another network, or only has no runes. */
function NoRunes({ page }: { page: Page }) {
  const about = useAbout()
  const pending = usePending(pendingQuery(page))
  const { networks } = page.form
  const isOther = about !== undefined && !networks.some((network) => network === about.network)
  const { coverage } = about ?? {}
  return (
    <>
      <Unknown
        title={isOther ? `This is an address of ${namesOf(networks)}` : 'No runes at this address'}
        actions={othersFor(page).map(({ name, href }) => (
          <a key={name} href={href} className="button" rel="noopener noreferrer">
            Look at {name}
          </a>
        ))}
      >
        {isOther ? (
          `This index has the runes of ${nameOf(about.network)}.`
        ) : (
          <>
            It may hold bitcoin.
            {coverage?.is_complete === false && (
              <>
                {' '}
                This index knows blocks <Numeral value={coverage.from} /> to{' '}
                <Numeral value={coverage.to} />.
              </>
            )}
          </>
        )}
      </Unknown>
      {pending !== undefined && pending.total > 0 && <PendingList query={pendingQuery(page)} />}
    </>
  )
}

/** The lists do not wait for the details. */
type ContentProps = { page: Page; details: AddressDetails | undefined }

function Content({ page, details }: ContentProps) {
  return (
    <>
      {/* They are those of now. */}
      {page.at === undefined && <Figures details={details} />}
      {page.view === undefined ? (
        <>
          <LargestBalances {...page} />
          <Movements page={page} details={details} />
        </>
      ) : (
        <Part page={page} details={details} />
      )}
    </>
  )
}

function Figures({ details }: Pick<ContentProps, 'details'>) {
  const { first_seen, last_seen } = details ?? {}
  const [search] = useSearchParams()
  return (
    <StatStrip
      stats={[
        { label: 'Runes held', value: <Figure value={details?.runes} /> },
        {
          label: 'Unspent outputs',
          value: (
            <Link to={viewLink(search, 'outputs')} className="link">
              <Figure value={details?.outputs} />
            </Link>
          ),
          // An output counts once for each of its runes.
          note: <span className="phone:hidden">by rune</span>,
        },
        { label: 'Movements', value: <Figure value={details?.movements} /> },
        {
          label: 'First seen',
          value: first_seen ? <Day milliseconds={first_seen.timestamp * 1000} /> : <Figure />,
          note: first_seen && <BlockOf place={first_seen} />,
        },
        {
          label: 'Last seen',
          value: last_seen ? <Age milliseconds={last_seen.timestamp * 1000} isLong /> : <Figure />,
          note: last_seen && <BlockOf place={last_seen} />,
        },
      ]}
    />
  )
}

function Figure({ value }: { value?: number | undefined }) {
  return value === undefined ? <Bone className="h-4 w-16" /> : <Numeral value={value} />
}

function BlockOf({ place: { block_height } }: { place: Place }) {
  return (
    <span className="phone:hidden">
      block <Numeral value={block_height} />
    </span>
  )
}

function Movements({ page, details }: ContentProps) {
  const [search] = useSearchParams()
  const pending = usePending(pendingQuery(page))
  const isFiltered = Object.keys(page.filters).length > 0
  return (
    <section id="movements" aria-labelledby="movements-heading" className="scroll-mt-16">
      <div className="mt-6 flex min-h-8 items-center gap-3">
        <h2 id="movements-heading" className="text-lg font-semibold">
          Movements
        </h2>
        <span className="grow text-sm text-muted">
          {details && !isFiltered && <Numeral value={details.movements} />}
        </span>
        {pending !== undefined && pending.total > 0 && (
          <Link to={viewLink(search, 'pending')} className="link text-sm text-warn">
            <Numeral value={pending.total} /> pending
          </Link>
        )}
        <Link to={viewLink(search, 'raw')} className="link text-sm text-muted">
          Raw records
        </Link>
      </div>
      <MovementList
        subject="address"
        query={movementsQuery(page)}
        refused={page.refused}
        counts={details?.counts}
        currentTotal={isFiltered ? undefined : details?.movements}
        isFurther={details?.runes !== 0}
      />
    </section>
  )
}

/** One of the further views, beside links to the others. */
function Part({ page, details }: ContentProps) {
  const { view } = page
  const { runes, outputs, records } = details ?? {}
  return (
    <>
      <ViewTabs
        label="Parts of the address"
        current={view}
        views={[
          { name: 'Overview' },
          { view: 'balances', name: 'Balances', count: runes },
          { view: 'outputs', name: 'Unspent outputs', count: outputs },
          view === 'pending' ? { view, name: 'Pending' } : undefined,
          { view: 'raw', name: 'Raw records', count: records },
        ]}
      />
      {view === 'balances' && <AllBalances {...page} />}
      {view === 'outputs' && <Outputs query={outputsQuery(page)} />}
      {view === 'pending' && <PendingList query={pendingQuery(page)} />}
      {view === 'raw' && <RawRecords subject="address" query={recordsQuery(page)} />}
    </>
  )
}
