import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  Link,
  type LoaderFunctionArgs,
  Navigate,
  redirect,
  useParams,
  useSearchParams,
} from 'react-router-dom'
import { pathTo, type Reply } from '../../../contract/client.ts'
import { parseRune } from '../../../contract/identifiers.ts'
import type { RequestError } from '../../../contract/requestError.ts'
import { nameOfRune } from '../../../contract/schemas/activity.ts'
import type { RuneDetails } from '../../../contract/schemas/runeDetails.ts'
import type { Api } from '../../api.ts'
import { useApi } from '../../appContext.ts'
import { Failure, useLastError } from '../../errors/Failure.tsx'
import { MalformedIdentifier, malformedIdentifierHead } from '../../errors/MalformedIdentifier.tsx'
import { StoredDataNotice } from '../../errors/StoredDataNotice.tsx'
import { runeLink } from '../../links.ts'
import { List, useList } from '../../lists/List.tsx'
import { Export, type ListPage, PageSteps } from '../../lists/Pager.tsx'
import { changeSearch, readFilters, readPaging, readView } from '../../lists/paging.ts'
import { MovementPanel } from '../../movements/MovementPanel.tsx'
import { MovementTable } from '../../movements/MovementTable.tsx'
import { MovementToolbar } from '../../movements/MovementToolbar.tsx'
import { RawRecords } from '../../movements/RawRecords.tsx'
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
import { formatDecimal, trimDecimal } from '../../ui/numbers.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { DEFAULT_PERIOD, HistoryFigure, PERIODS } from './HistoryFigure.tsx'
import { Concentration, Holders } from './Holders.tsx'
import { mintSentence } from './minting.ts'
import { RuneFacts } from './RuneFacts.tsx'
import { RuneHeader } from './RuneHeader.tsx'
import { RuneStats } from './RuneStats.tsx'
import { UnknownRune } from './UnknownRune.tsx'

const VIEWS = ['holders', 'details', 'raw'] as const

export async function loader({ params: { id = '' }, request, context }: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(request.url)
  const page = readPage(id, searchParams)
  if (page === undefined) return respondWith(malformedIdentifierHead('rune', id))
  const { api, load } = context.get(sourceContext)
  const loading = load(detailsQuery(api, page))
  if (page.rune.kind === 'id') {
    await Promise.all([load(historyQuery(api, page)), loadView(load, api, page)])
  }
  const details = await loading
  // In a browser the data is not there yet, and the page redirects.
  const found = details.data?.value
  if (found !== undefined && page.rune.kind !== 'id') throw redirect(runeLink(found.id) + search)
  return respondWith(runeHead(page, details))
}

export const handle: PageHandle = {
  parameters: ['view', 'type', 'from', 'to', 'period', 'offset', 'limit', 'row'],
  dataPath(id) {
    const rune = parseRune(id)
    return rune && pathTo('runeDetails', { rune: rune.text })
  },
}

/** A rune: its figures, its history, its movements and its holders. */
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
  const { filters } = readFilters('runeMovements', search)
  const period = PERIODS.find((it) => it === search.get('period')) ?? DEFAULT_PERIOD
  return { rune, view: readView(search, VIEWS), filters, period, ...readPaging(search) }
}

function detailsQuery(api: Api, { rune }: Page) {
  return endpointQuery(api, 'runeDetails', { rune: rune.text })
}

function historyQuery(api: Api, { rune, period }: Page) {
  const days = period === 'all' ? {} : { days: period }
  return endpointQuery(api, 'runeHistory', { rune: rune.text, ...days }, rune.text)
}

function loadView(load: Load, api: Api, { rune: { text: rune }, view, filters, paging }: Page) {
  switch (view) {
    case 'holders':
      return load(endpointQuery(api, 'runeHolders', { rune, ...paging }, rune))
    case 'raw':
      return load(endpointQuery(api, 'etchingActivity', { etching: rune, ...paging }, rune))
    case 'details':
      return
    case undefined:
      return load(endpointQuery(api, 'runeMovements', { rune, ...filters, ...paging }, rune))
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
    title: `${nameOfRune(details)} · ${part}`,
    description: `Supply ${shown}, ${formatDecimal(String(holders), 'en')} holders. ${mintSentence(details, 'en')}`,
    path: runeLink(id),
    dataPath,
  }
}

const VIEW_NAMES = { holders: 'Holders', details: 'Details', raw: 'Raw records' }

function Rune({ page }: { page: Page }) {
  const [search] = useSearchParams()
  const details = useQuery(detailsQuery(useApi(), page))
  const error = useLastError(details)
  const rune = details.data?.value
  if (rune !== undefined && page.rune.kind !== 'id') {
    return <Navigate to={runeLink(rune.id) + (search.size === 0 ? '' : `?${search}`)} replace />
  }
  return (
    <article>
      <PageHead {...runeHead(page, details)} />
      <StoredDataNotice query={details} />
      {rune !== undefined && <Found page={page} rune={rune} />}
      {rune === undefined && error === null && <PageSkeleton />}
      {error?.kind === 'not-found' && <UnknownRune rune={page.rune} error={error} />}
      {error !== null && error.kind !== 'not-found' && <FailedRune page={page} error={error} />}
    </article>
  )
}

function Found({ page, rune }: { page: Page; rune: RuneDetails }) {
  const history = useQuery(historyQuery(useApi(), page)).data?.value
  return (
    <>
      <RuneHeader rune={rune} />
      <RuneStats rune={rune} history={history} />
      {history !== undefined && (
        <HistoryFigure history={history} period={page.period} etchings={rune.counts.etchings} />
      )}
      <Views page={page} rune={rune} />
    </>
  )
}

type ViewProps = { page: Page; rune: RuneDetails }

function Views({ page, rune }: ViewProps) {
  const { view, period } = page
  const [search] = useSearchParams()
  const tab = (to: (typeof VIEWS)[number] | undefined, name: string, count?: number) => ({
    to: changeSearch(new URLSearchParams(), {
      view: to,
      limit: search.get('limit') ?? undefined,
      period: period === DEFAULT_PERIOD ? undefined : period,
    }),
    name,
    count,
    isCurrent: view === to,
  })
  return (
    <>
      <Tabs
        label="Parts of the rune"
        tabs={[
          tab(undefined, 'Movements', rune.movements),
          tab('holders', 'Holders', rune.holders),
          tab('details', 'Details'),
          tab('raw', 'Raw records', rune.records),
        ]}
      />
      {view === undefined && <Movements page={page} rune={rune} />}
      {view === 'holders' && <HolderList page={page} rune={rune} />}
      {view === 'details' && <RuneFacts rune={rune} />}
      {view === 'raw' && <Raw page={page} rune={rune} />}
    </>
  )
}

function Movements({ page: { filters, paging }, rune }: ViewProps) {
  const given = { rune: rune.id, ...filters, ...paging }
  const list = useList('runeMovements', given, rune.id)
  return (
    <>
      <MovementToolbar
        filters={['blocks']}
        counts={rune.counts}
        page={list.data?.value}
        exportPath={pathTo('runeMovements', given)}
      />
      <List
        list={list}
        things="movements"
        currentTotal={currentTotal(rune, filters)}
        empty={{
          title: 'No movement matches',
          text: 'The rune has others.',
          actions: (
            <Link to="?" className="button">
              Show all movements
            </Link>
          ),
        }}
      >
        {(shown, isBusy) => (
          <MovementTable
            subject="rune"
            page={shown}
            isBusy={isBusy}
            caption="Movements of the rune, newest first"
          />
        )}
      </List>
      <MovementPanel page={list.data?.value} />
    </>
  )
}

/** How many movements of the list there are now; not known of some blocks. */
function currentTotal({ movements, counts }: RuneDetails, { type, from, to }: Page['filters']) {
  if (from !== undefined || to !== undefined) return
  switch (type) {
    case undefined:
      return movements
    case 'transfer':
      return counts.transfers
    case 'mint':
      return counts.mints
    case 'burn':
      return counts.burns
    case 'etching':
      return counts.etchings
  }
}

function HolderList({ page: { paging }, rune: { id } }: ViewProps) {
  const given = { rune: id, ...paging }
  const list = useList('runeHolders', given, id)
  const page = list.data?.value
  return (
    <>
      <Toolbar page={page} exportPath={pathTo('runeHolders', given)}>
        {page !== undefined && <Concentration page={page} />}
      </Toolbar>
      <List list={list} things="holders" empty={{ title: 'Nobody holds this rune' }}>
        {(shown, isBusy) => <Holders page={shown} isBusy={isBusy} />}
      </List>
    </>
  )
}

function Raw({ page: { paging }, rune: { id, records } }: ViewProps) {
  const given = { etching: id, ...paging }
  const list = useList('etchingActivity', given, id)
  return (
    <>
      <Toolbar page={list.data?.value} exportPath={pathTo('etchingActivity', given)} />
      <List
        list={list}
        things="records"
        currentTotal={records}
        empty={{ title: 'This index has no record of the rune' }}
      >
        {(shown, isBusy) => (
          <RawRecords
            page={shown}
            isBusy={isBusy}
            caption="Records of the rune, newest first"
            isOfRune
          />
        )}
      </List>
    </>
  )
}

type ToolbarProps = { page: ListPage | undefined; exportPath: string; children?: ReactNode }

function Toolbar({ page, exportPath, children }: ToolbarProps) {
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 py-2 print:hidden">
      {children}
      {page !== undefined && (
        <PageSteps page={page}>
          <Export path={exportPath} />
        </PageSteps>
      )}
    </div>
  )
}

function FailedRune({ page, error }: { page: Page; error: RequestError }) {
  return (
    <>
      <PageHeader crumb="Rune" title={page.rune.text} />
      <Failure error={error} />
    </>
  )
}
