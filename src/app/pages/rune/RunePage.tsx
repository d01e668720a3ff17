import { useQuery } from '@tanstack/react-query'
import { Navigate, redirect } from 'react-router-dom'
import { pathTo, type Reply } from '../../../contract/client.ts'
import { parseRune } from '../../../contract/identifiers.ts'
import type { Pending } from '../../../contract/schemas/pending.ts'
import type { RuneDetails } from '../../../contract/schemas/rune.ts'
import { definePage, type PageUrl } from '../../definePage.tsx'
import { Malformed } from '../../errors/MalformedIdentifier.tsx'
import { StoredDataNotice } from '../../errors/StoredDataNotice.tsx'
import { WhenLoaded } from '../../errors/WhenLoaded.tsx'
import { REFUSED_VIEW, runeLink } from '../../links.ts'
import { listPath, parametersOf, readList } from '../../lists/paging.ts'
import {
  currentView,
  loadView,
  queryView,
  type ViewList,
  Views,
  viewPath,
} from '../../lists/Views.tsx'
import { MovementList } from '../../movements/MovementList.tsx'
import { PendingList, usePending } from '../../movements/Pending.tsx'
import { RawRecords } from '../../movements/RawRecords.tsx'
import { RefusedList } from '../../movements/RefusedList.tsx'
import { countOf, SHOWN_TYPES } from '../../movements/TypeBadge.tsx'
import { nameStatusQuery } from '../../names/NameAnswer.tsx'
import { type Head, PageHead, pageStatus } from '../../PageHead.tsx'
import { endpointQuery } from '../../query.ts'
import type { Loaded } from '../../source.ts'
import { formatDecimal, trimDecimal } from '../../ui/numbers.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { DEFAULT_PERIOD, KEPT_PARAMETERS, PERIODS } from './HistoryFigure.tsx'
import { HolderList } from './Holders.tsx'
import { LookAlikeList, LookAlikesLine, namedLookAlikesQuery } from './LookAlikes.tsx'
import { mintSentence } from './minting.ts'
import { RuneFacts } from './RuneFacts.tsx'
import { RuneHeader } from './RuneHeader.tsx'
import { loadOverview, RuneOverview } from './RuneOverview.tsx'
import { RuneStats } from './RuneStats.tsx'
import { UnknownRune } from './UnknownRune.tsx'

export const { loader, Component, handle } = definePage({
  parameters: ['view', 'period', 'row', ...parametersOf('runeMovements')],
  read: readPage,
  async loader(page, load) {
    const loading = load(detailsQuery(page))
    if (page.rune.kind === 'id') {
      await Promise.all([
        currentView(VIEWS, page) === VIEWS[0] && loadOverview(load, subjectOf(page)),
        loadView(load, VIEWS, page),
      ])
    }
    const details = await loading
    if (details.error?.kind === 'not-found' && page.rune.kind === 'name') {
      await load(nameStatusQuery(page.rune.name))
    }
    // In a browser the data is not there yet, and the page redirects.
    const found = details.data?.value
    if (found !== undefined && page.rune.kind !== 'id') throw redirect(pathOf(found, page))
    if (found?.look_alikes !== undefined) await load(namedLookAlikesQuery(found.id))
    return runeHead(page, details)
  },
  dataPath: ({ rune }) => pathTo('runeDetails', { rune: rune.text }),
  Component: RunePage,
})

type Page = Exclude<ReturnType<typeof readPage>, Malformed>

function readPage({ id, search }: PageUrl) {
  const rune = parseRune(id)
  if (rune === undefined) return new Malformed({ kind: 'rune', text: id })
  const period = PERIODS.find((known) => known === search.get('period')) ?? DEFAULT_PERIOD
  return { rune, search, view: viewOf(search), period, ...readList('runeMovements', search) }
}

/** The parameters of the list of movements mean that list, but for the page size, which is that of all lists. */
function viewOf(search: URLSearchParams): string | null {
  const isList = ['row', ...parametersOf('runeMovements')].some(
    (name) => name !== 'limit' && search.has(name),
  )
  return search.get('view') ?? (isList ? 'movements' : null)
}

function subjectOf({ rune, period }: Page) {
  return { rune: rune.text, period }
}

function detailsQuery({ rune }: Page) {
  return endpointQuery('runeDetails', { rune: rune.text })
}

function pendingQuery({ rune }: Page) {
  return endpointQuery('runePending', { rune: rune.text })
}

/** What waits for a block; undefined where the service has no node. */
type Details = RuneDetails & { pending: Pending | undefined }

const VIEWS: ViewList<Page, Details> = [
  {
    name: 'Overview',
    content: (page, { pending, ...details }) => (
      <RuneOverview {...subjectOf(page)} details={details} pendingMints={pending?.counts.mints} />
    ),
  },
  queryView({
    view: 'movements',
    name: 'Movements',
    count: ({ movements }) => movements,
    query: ({ rune: { text: rune }, filters, paging }) =>
      endpointQuery('runeMovements', { rune, ...filters, ...paging }),
    content: (query, { refused, filters }, rune) => (
      <MovementList
        subject="rune"
        query={query}
        refused={refused}
        counts={rune.counts}
        currentTotal={currentTotal(rune, filters)}
      />
    ),
  }),
  queryView({
    view: 'holders',
    name: 'Holders',
    count: ({ holders }) => holders,
    query: ({ rune: { text: rune }, paging }) => endpointQuery('runeHolders', { rune, ...paging }),
    content: (query, _, rune) => <HolderList query={query} rune={rune} />,
  }),
  queryView({
    view: REFUSED_VIEW,
    name: 'Refused',
    count: ({ refusals }) => refusals,
    hasMore: ({ has_more_refusals }) => has_more_refusals,
    isRare: true,
    query: ({ rune: { text: rune }, paging }) => endpointQuery('runeRefusals', { rune, ...paging }),
    content: (query, _, { is_older }) => (
      <RefusedList subject="rune" query={query}>
        The protocol refused these mints. Units that no edict allocates would have gone to these
        addresses.
        {is_older === true && ' What was refused before this index begins is not known.'}
      </RefusedList>
    ),
  }),
  queryView({
    view: 'look-alikes',
    name: 'Names alike',
    count: ({ look_alikes }) => look_alikes ?? 0,
    isRare: true,
    query: ({ rune: { text: rune }, paging }) =>
      endpointQuery('runeLookAlikes', { rune, ...paging }),
    content: (query, _, rune) => <LookAlikeList query={query} rune={rune} />,
  }),
  { view: 'details', name: 'Details', content: (_, rune) => <RuneFacts rune={rune} /> },
  queryView({
    view: 'raw',
    name: 'Raw records',
    count: ({ records }) => records,
    query: ({ rune: { text: etching }, paging }) =>
      endpointQuery('etchingActivity', { etching, ...paging }),
    content: (query, _, { records }) => (
      <RawRecords subject="rune" query={query} currentTotal={records} />
    ),
  }),
  queryView({
    view: 'pending',
    name: 'Pending',
    count: ({ pending }) => pending?.total ?? 0,
    isRare: true,
    query: pendingQuery,
    content: (query) => <PendingList query={query} subject="rune" />,
  }),
]

function runeHead(page: Page, { data, error }: Loaded<Reply<RuneDetails>>): Head {
  const { rune } = page
  const details = data?.value
  const dataPath = pathTo('runeDetails', { rune: rune.text })
  if (details === undefined) {
    const title = `Rune ${rune.text}${error?.kind === 'not-found' ? ' not found' : ''}`
    return { kind: 'Rune', title, dataPath, ...pageStatus(error) }
  }
  const { id, number } = details
  const { view, name } = currentView(VIEWS, page)
  const part = view === undefined ? (number === undefined ? id : `#${number}`) : name
  return {
    kind: 'Rune',
    title: `${details.spaced_name} · ${part}`,
    description: describe(details),
    path: runeLink(id),
    dataPath,
  }
}

/** Previews of shared links are cached for long, so what ages has its block. */
function describe(rune: RuneDetails): string {
  const { supply, holders, is_older, newest_block } = rune
  const number = (digits: string | number) => formatDecimal(String(digits), 'en')
  const figures = is_older
    ? 'Older than this index.'
    : `At block ${number(newest_block.block_height)}: supply ${number(trimDecimal(supply?.current ?? '0'))} with ${number(holders)} ${holders === 1 ? 'holder' : 'holders'}.`
  return `${figures} ${mintSentence(rune, 'en')}`
}

function pathOf({ id }: RuneDetails, { search }: Page): string {
  return listPath(runeLink(id), search)
}

function RunePage({ page }: { page: Page }) {
  const details = useQuery(detailsQuery(page))
  const rune = details.data?.value
  if (rune !== undefined && page.rune.kind !== 'id') {
    return <Navigate to={pathOf(rune, page)} replace />
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
  const pending = usePending(pendingQuery(page))
  return (
    <>
      <RuneHeader
        rune={rune}
        dataPath={viewPath(VIEWS, page) ?? pathTo('runeDetails', { rune: rune.id })}
      />
      {page.view !== 'look-alikes' && <LookAlikesLine rune={rune} />}
      <RuneStats rune={rune} pendingMints={pending?.counts.mints} />
      <Views
        label="Parts of the rune"
        views={VIEWS}
        page={page}
        details={{ ...rune, pending }}
        keeps={KEPT_PARAMETERS}
      />
    </>
  )
}

/** How many movements of the list there are now; not known of some blocks, nor where new ones would not come first. */
function currentTotal(
  { movements, counts }: RuneDetails,
  { type, from, to, order_by }: Page['filters'],
) {
  if (from !== undefined || to !== undefined || order_by !== undefined) return
  const known = SHOWN_TYPES.find((shown) => shown === type)
  return known === undefined ? movements : countOf(counts, known)
}
