import { useQuery } from '@tanstack/react-query'
import {
  Link,
  type LoaderFunctionArgs,
  Navigate,
  redirect,
  useParams,
  useSearchParams,
} from 'react-router-dom'
import { pathTo, type Reply } from '../../../contract/client.ts'
import { parseRune, type RuneIdentifier } from '../../../contract/identifiers.ts'
import type { RuneDetails } from '../../../contract/schemas/rune.ts'
import { MalformedIdentifier, malformedIdentifierHead } from '../../errors/MalformedIdentifier.tsx'
import { StoredDataNotice } from '../../errors/StoredDataNotice.tsx'
import { WhenLoaded } from '../../errors/WhenLoaded.tsx'
import { blockLink, nameLink, runeLink, searchLink } from '../../links.ts'
import { EndpointList } from '../../lists/List.tsx'
import { parametersOf, readList, readView } from '../../lists/paging.ts'
import { ViewTabs } from '../../lists/ViewTabs.tsx'
import { countOf, MovementList } from '../../movements/MovementList.tsx'
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
import { endpointQuery } from '../../query.ts'
import { Unknown } from '../../ui/Notice.tsx'
import { formatDecimal, trimDecimal } from '../../ui/numbers.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { DEFAULT_PERIOD, HistoryFigure, PERIODS } from './HistoryFigure.tsx'
import { Concentration, Holders } from './Holders.tsx'
import { mintSentence } from './minting.ts'
import { RuneFacts } from './RuneFacts.tsx'
import { RuneHeader } from './RuneHeader.tsx'
import { RuneStats } from './RuneStats.tsx'

const VIEWS = ['holders', 'pending', 'details', 'raw'] as const

export async function loader({ params: { id = '' }, request, context }: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(request.url)
  const page = readPage(id, searchParams)
  if (page === undefined) return respondWith(malformedIdentifierHead('rune', id))
  const { load } = context.get(sourceContext)
  const loading = load(detailsQuery(page))
  if (page.rune.kind === 'id') {
    await Promise.all([load(historyQuery(page)), loadView(load, page)])
  }
  const details = await loading
  // In a browser the data is not there yet, and the page redirects.
  const found = details.data?.value
  if (found !== undefined && page.rune.kind !== 'id') throw redirect(runeLink(found.id) + search)
  return respondWith(runeHead(page, details))
}

export const handle: PageHandle = {
  parameters: ['view', 'period', 'row', ...parametersOf('runeMovements')],
  dataPath(id) {
    const rune = parseRune(id)
    return rune && pathTo('runeDetails', { rune: rune.text })
  },
}

export function Component() {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const page = readPage(id, search)
  if (page === undefined) return <MalformedIdentifier kind="rune" text={id} />
  return <Rune key={page.rune.text} page={page} />
}

type Page = NonNullable<ReturnType<typeof readPage>>

function readPage(id: string, search: URLSearchParams) {
  const rune = parseRune(id)
  if (rune === undefined) return
  const period = PERIODS.find((it) => it === search.get('period')) ?? DEFAULT_PERIOD
  return { rune, view: readView(search, VIEWS), period, ...readList('runeMovements', search) }
}

function detailsQuery({ rune }: Page) {
  return endpointQuery('runeDetails', { rune: rune.text })
}

function historyQuery({ rune, period }: Page) {
  const days = period === 'all' ? {} : { days: period }
  return endpointQuery('runeHistory', { rune: rune.text, ...days })
}

function movementsQuery({ rune, filters, paging }: Page) {
  return endpointQuery('runeMovements', { rune: rune.text, ...filters, ...paging })
}

function holdersQuery({ rune, paging }: Page) {
  return endpointQuery('runeHolders', { rune: rune.text, ...paging })
}

function pendingQuery({ rune }: Page) {
  return endpointQuery('runePending', { rune: rune.text })
}

function recordsQuery({ rune, paging }: Page) {
  return endpointQuery('etchingActivity', { etching: rune.text, ...paging })
}

function loadView(load: Load, page: Page) {
  switch (page.view) {
    case 'holders':
      return load(holdersQuery(page))
    case 'pending':
      return load(pendingQuery(page))
    case 'raw':
      return load(recordsQuery(page))
    case 'details':
      return
    case undefined:
      return load(movementsQuery(page))
  }
}

function runeHead({ rune, view }: Page, { data, error }: Loaded<Reply<RuneDetails>>): Head {
  const details = data?.value
  const dataPath = pathTo('runeDetails', { rune: rune.text })
  if (details === undefined) {
    const title = `Rune ${rune.text}${error?.kind === 'not-found' ? ' not found' : ''}`
    return { kind: 'Rune', title, dataPath, ...pageStatus(error) }
  }
  const { id, number, supply, holders } = details
  const shown = formatDecimal(trimDecimal(supply?.current ?? '0'), 'en')
  const part = view === undefined ? (number === undefined ? id : `#${number}`) : VIEW_NAMES[view]
  return {
    kind: 'Rune',
    title: `${details.spaced_name} · ${part}`,
    description: `Supply ${shown}, ${formatDecimal(String(holders), 'en')} holders. ${mintSentence(details, 'en')}`,
    path: runeLink(id),
    dataPath,
  }
}

const VIEW_NAMES = {
  holders: 'Holders',
  pending: 'Pending',
  details: 'Details',
  raw: 'Raw records',
}

function Rune({ page }: { page: Page }) {
  const [search] = useSearchParams()
  const details = useQuery(detailsQuery(page))
  const rune = details.data?.value
  if (rune !== undefined && page.rune.kind !== 'id') {
    return <Navigate to={runeLink(rune.id) + (search.size === 0 ? '' : `?${search}`)} replace />
  }
  return (
    <article>
      <PageHead {...runeHead(page, details)} />
      <StoredDataNotice query={details} />
      <WhenLoaded
        query={details}
        header={<PageHeader crumb="Rune" title={page.rune.text} />}
        unknown={<UnknownRune rune={page.rune} />}
      >
        {(rune) => <Found page={page} rune={rune} />}
      </WhenLoaded>
    </article>
  )
}

function Found({ page, rune }: { page: Page; rune: RuneDetails }) {
  const history = useQuery(historyQuery(page)).data?.value
  const pending = usePending(pendingQuery(page))
  return (
    <>
      <RuneHeader rune={rune} />
      <RuneStats rune={rune} history={history} pendingMints={pending?.mints} />
      {history !== undefined && (
        <HistoryFigure history={history} period={page.period} etchings={rune.counts.etchings} />
      )}
      <Views page={page} rune={rune} pending={pending?.total} />
    </>
  )
}

type ViewProps = { page: Page; rune: RuneDetails; pending?: number | undefined }

function Views({ page, rune, pending = 0 }: ViewProps) {
  const { view } = page
  return (
    <>
      <ViewTabs
        label="Parts of the rune"
        current={view}
        keeps={['period']}
        views={[
          { name: 'Movements', count: rune.movements },
          { view: 'holders', name: 'Holders', count: rune.holders },
          { view: 'details', name: 'Details' },
          { view: 'raw', name: 'Raw records', count: rune.records },
          pending > 0 || view === 'pending'
            ? { view: 'pending', name: 'Pending', count: pending }
            : undefined,
        ]}
      />
      {view === undefined && <Movements page={page} rune={rune} />}
      {view === 'holders' && <HolderList page={page} />}
      {view === 'pending' && <PendingList query={pendingQuery(page)} isOfRune />}
      {view === 'details' && <RuneFacts rune={rune} />}
      {view === 'raw' && (
        <RawRecords subject="rune" query={recordsQuery(page)} currentTotal={rune.records} />
      )}
    </>
  )
}

function Movements({ page, rune }: ViewProps) {
  return (
    <MovementList
      subject="rune"
      query={movementsQuery(page)}
      refused={page.refused}
      counts={rune.counts}
      currentTotal={currentTotal(rune, page.filters)}
    />
  )
}

/** How many movements of the list there are now; not known of some blocks. */
function currentTotal({ movements, counts }: RuneDetails, { type, from, to }: Page['filters']) {
  if (from !== undefined || to !== undefined) return
  return type === undefined ? movements : countOf(counts, type)
}

function HolderList({ page }: { page: Page }) {
  const query = holdersQuery(page)
  const holders = useQuery(query).data?.value
  const concentration = holders && <Concentration page={holders} />
  return (
    <>
      <EndpointList
        query={query}
        toolbar={{ children: <div className="phone:hidden">{concentration}</div> }}
        things="holders"
        empty={{ title: 'Nobody holds this rune' }}
      >
        {(shown, isBusy) => <Holders page={shown} isBusy={isBusy} />}
      </EndpointList>
      <div className="mt-3 wide:hidden">{concentration}</div>
    </>
  )
}

function UnknownRune({ rune }: { rune: RuneIdentifier }) {
  const { title, text, to, action } = adviceFor(rune)
  return (
    <Unknown
      title={title}
      actions={
        <>
          <Link to={to} className="button">
            {action}
          </Link>
          {rune.kind !== 'number' && (
            <Link to={searchLink(rune.text)} className="button">
              Search for it
            </Link>
          )}
        </>
      }
    >
      {text}
    </Unknown>
  )
}

function adviceFor(rune: RuneIdentifier) {
  switch (rune.kind) {
    case 'name':
      return {
        title: `No rune is called ${rune.name}`,
        text: 'The name may be free, or its etching is not in this index.',
        to: nameLink(rune.name),
        action: 'Is the name free?',
      }
    case 'number':
      return {
        title: `No rune has the number ${rune.number}`,
        text: 'It is not etched yet, or this index begins too late to count runes.',
        to: '/runes',
        action: 'All runes',
      }
    case 'id':
      return {
        title: `No rune has the id ${rune.text}`,
        text: 'An id is the block of the etching, and the position of its transaction.',
        to: blockLink(rune.height),
        action: 'Open the block',
      }
  }
}
