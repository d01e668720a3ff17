import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { definePage, type PageUrl } from '../../definePage.tsx'
import { AtEndOfIndex } from '../../endOfIndex.tsx'
import { WhenLoaded } from '../../errors/WhenLoaded.tsx'
import { LATEST } from '../../layout/live.ts'
import { changeSearch } from '../../lists/paging.ts'
import { type Head, PageHead } from '../../PageHead.tsx'
import { endpointQuery, useAbout } from '../../query.ts'
import { SearchBox } from '../../search/SearchBox.tsx'
import { YourPages } from '../../search/YourPages.tsx'
import { TokenTable } from '../../tokens/TokenTable.tsx'
import { Count } from '../../ui/numbers.tsx'
import { Dot } from '../../ui/PageHeader.tsx'
import { TableSkeleton } from '../../ui/Skeleton.tsx'
import { Segmented } from '../../ui/Tabs.tsx'
import { HomeRunes, RUNE_DAYS } from './HomeRunes.tsx'
import { JustHappened } from './JustHappened.tsx'
import { LatestBlocks } from './LatestBlocks.tsx'

export const { loader, Component, handle } = definePage({
  parameters: ['runes'],
  read: readPage,
  async loader(page, load) {
    await Promise.all([
      load(blocksQuery()),
      load(pulseQuery),
      load(highlightsQuery),
      load(runesQuery(page)),
      load(tokensQuery),
    ])
    return HEAD
  },
  Component: HomePage,
})

const LISTS = {
  active: { name: 'Most active', given: { order_by: 'day_movements' }, all: '/runes' },
  minting: {
    name: 'Mintable',
    given: { order_by: 'day_movements', mint: 'mintable' },
    all: '/runes?mint=mintable',
  },
  new: { name: 'New', given: { order_by: 'number' }, all: '/runes?order_by=number' },
} as const
const LIST_NAMES = ['active', 'minting', 'new'] as const

const HEAD: Head = {
  title: 'Every rune and token, to the last digit',
  description:
    'An explorer for Bitcoin runes and SIP-010 tokens: who gave what to whom, exact to the last digit.',
  path: '/',
}

type Page = ReturnType<typeof readPage>

function readPage({ search }: PageUrl) {
  return { search, list: LIST_NAMES.find((name) => name === search.get('runes')) ?? 'active' }
}

function blocksQuery() {
  return { ...endpointQuery('blocks', { limit: 20 }), meta: LATEST }
}

function runesQuery({ list }: Page) {
  return endpointQuery('runes', { ...LISTS[list].given, limit: 12, days: RUNE_DAYS })
}

const pulseQuery = endpointQuery('pulse', {})
const highlightsQuery = endpointQuery('highlights', { limit: 6 })

const tokensQuery = endpointQuery('tokens', { order_by: 'completeness', limit: 6 })

function HomePage({ page }: { page: Page }) {
  const highlights = useQuery(highlightsQuery).data?.value.results ?? []
  return (
    <>
      <PageHead {...HEAD} />
      <Top />
      <Blocks />
      <div
        className={`flex flex-col gap-x-6 ${highlights.length > 0 ? 'xl:grid xl:grid-cols-[minmax(0,1fr)_25rem]' : ''}`}
      >
        <Runes page={page} />
        {highlights.length > 0 && <JustHappened highlights={highlights} />}
      </div>
      <Tokens />
      <YourPages />
      <MoreData />
    </>
  )
}

function Top() {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-2 phone:pt-1">
      <div className="min-w-0 grow basis-100 phone:basis-full">
        <h1
          tabIndex={-1}
          className="text-3xl font-semibold tracking-[-0.03em] text-balance phone:text-2xl"
        >
          Every rune and token, to the last digit.
        </h1>
        <Size />
      </div>
      <div className="flex max-w-130 grow basis-100 phone:max-w-none phone:basis-full">
        <SearchBox size="large" />
      </div>
    </header>
  )
}

/** What the index has. */
function Size() {
  const { coverage, runes, tokens } = useAbout() ?? {}
  if (coverage === undefined || runes === undefined || tokens === undefined) return null
  return (
    <p className="mt-1 flex flex-wrap gap-x-1.5 text-sm text-muted">
      <Count name="index.blocks" value={coverage.to - coverage.from + 1} one="block" />
      <Dot />
      <Count name="index.runes" value={runes} one="rune" />
      <Dot />
      <Count name="tokens.total" value={tokens.total} one="token" />
    </p>
  )
}

/** Where there is more than in the index that Cairn brings. */
function MoreData() {
  if (useAbout()?.source !== 'bundled') return null
  return (
    <p className="mt-6 text-xs text-muted">
      <code>npm run demo</code> shows more; with <code>BITCOIN_RPC_URL</code>, Cairn reads a node.
    </p>
  )
}

function Blocks() {
  const pulse = useQuery(pulseQuery).data?.value
  return (
    <WhenLoaded query={useQuery(blocksQuery())} skeleton={<div className="mt-4 h-63" />}>
      {({ results }) => <LatestBlocks blocks={results} pulse={pulse} />}
    </WhenLoaded>
  )
}

type SectionProps = {
  title: string
  choice?: ReactNode
  note?: ReactNode
  all: { to: string; name: string }
  children: ReactNode
}

function Section({ title, choice, note, all, children }: SectionProps) {
  return (
    <section aria-label={title} className="mt-6 min-w-0">
      <div className="mb-3 flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-lg font-semibold">{title}</h2>
        {note}
        <div className="empty:hidden phone:order-last phone:w-full">{choice}</div>
        <Link to={all.to} className="quiet-link ms-auto text-sm font-medium">
          {all.name} →
        </Link>
      </div>
      {children}
    </section>
  )
}

function Runes({ page }: { page: Page }) {
  const { search, list } = page
  const runes = useQuery(runesQuery(page))
  const rows = runes.data?.value.results
  return (
    <Section
      title="Runes"
      note={
        <span className="text-sm text-muted">
          <AtEndOfIndex />
        </span>
      }
      all={{ to: LISTS[list].all, name: 'All runes' }}
      choice={
        <Segmented
          label="Which runes"
          options={LIST_NAMES.map((name) => ({
            to: changeSearch(search, { runes: name === 'active' ? undefined : name }),
            name: LISTS[name].name,
            isCurrent: name === list,
          }))}
        />
      }
    >
      {rows === undefined && runes.error === null && <TableSkeleton />}
      {rows?.length === 0 && (
        <p className="panel px-4 py-6 text-sm text-muted">
          None
          <AtEndOfIndex />.
        </p>
      )}
      {rows !== undefined && rows.length > 0 && (
        <HomeRunes
          caption={`Runes: ${LISTS[list].name}`}
          rows={rows}
          isBusy={runes.isPlaceholderData}
        />
      )}
    </Section>
  )
}

function Tokens() {
  const tokens = useQuery(tokensQuery)
  const rows = tokens.data?.value.results
  if (rows === undefined || rows.length === 0) return null
  return (
    <Section title="Tokens" all={{ to: '/tokens', name: 'All tokens' }}>
      <TokenTable
        caption="The first tokens"
        rows={rows}
        isBusy={tokens.isPlaceholderData}
        isFurther
      />
    </Section>
  )
}
