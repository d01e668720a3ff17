import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useMemo } from 'react'
import { Link, Navigate, redirect } from 'react-router-dom'
import { pathTo, type Reply } from '../../../contract/client.ts'
import type { RequestError } from '../../../contract/requestError.ts'
import {
  SEARCH_KINDS,
  type SearchHit,
  type SearchKind,
  type SearchResults,
} from '../../../contract/schemas/search.ts'
import { definePage, type PageUrl } from '../../definePage.tsx'
import { WhenLoaded } from '../../errors/WhenLoaded.tsx'
import { nameLink, namesAlikeLink, searchLink } from '../../links.ts'
import { List } from '../../lists/List.tsx'
import { readPaging } from '../../lists/paging.ts'
import { NameAnswer, nameStatusQuery } from '../../names/NameAnswer.tsx'
import { type Head, PageHead, pageStatus } from '../../PageHead.tsx'
import { endpointQuery } from '../../query.ts'
import { findKey, KEY_SENTENCES } from '../../search/findKey.ts'
import { ownPages } from '../../search/ownPages.ts'
import { parseQuery, readQuery } from '../../search/parseQuery.ts'
import { rowOfHit, rowsOfHits, type SearchRow, SearchRowContent } from '../../search/SearchRow.tsx'
import {
  type Cluster,
  clustersOf,
  groupsOf,
  MAX_OF_A_KIND,
  onlyPage,
  RESULT_KINDS,
  searchQuery,
  unusedName,
} from '../../search/searchResults.ts'
import { LIST_ID } from '../../ui/DataTable.tsx'
import { type FactList, Facts } from '../../ui/Facts.tsx'
import { Notice, Unknown } from '../../ui/Notice.tsx'
import { Count, Numeral } from '../../ui/numbers.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { TableSkeleton } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { quote, UntrustedText } from '../../ui/UntrustedText.tsx'

export const { loader, Component, handle } = definePage({
  parameters: ['q', 'kind', 'offset', 'limit'],
  // The page that the text identifies, if it does.
  redirectPath: ({ search }, origin) => parseQuery((search.get('q') ?? '').trim(), origin)[0],
  read: readPage,
  async loader(page, load) {
    if (page.query === '') return searchHead(page)
    const [all] = await Promise.all([
      load(searchQuery(page.query)),
      page.kind && load(kindQuery(page, page.kind)),
    ])
    // In a browser, the data is not there yet, and the page redirects.
    const results = all.data?.value
    const only = onlyPageOf(page, results)
    if (only !== undefined) throw redirect(only)
    const unused = results?.total === 0 && unusedName(results, page.query)
    if (unused) await load(nameStatusQuery(unused))
    return searchHead(page, all.error)
  },
  dataPath: ({ query, kind }) => pathTo('search', { q: query, kind }),
  Component: SearchPage,
})

function SearchPage({ page }: { page: Page }) {
  const { query, key } = page
  const all = useQuery({ ...searchQuery(query), enabled: query !== '' })
  return (
    <>
      <PageHead {...searchHead(page, all.error)} />
      {query === '' && <PageHeader crumb="Search" title="What are you looking for?" />}
      {key !== undefined && (
        <Notice
          icon={<KeyRound size={18} />}
          title={KEY_SENTENCES[key].title}
          role="alert"
          tone="warn"
        >
          <p>{KEY_SENTENCES[key].text}</p>
        </Notice>
      )}
      {query === '' ? <SearchTips /> : <Results key={query} page={page} all={all} />}
    </>
  )
}

type Page = ReturnType<typeof readPage>

function readPage({ search }: PageUrl) {
  const kind = SEARCH_KINDS.find((known) => known === search.get('kind'))
  const text = search.get('q') ?? ''
  const key = findKey(text)
  // A key goes nowhere from here: neither to the service, nor into titles and links.
  return { query: key === undefined ? readQuery(text) : '', key, kind, ...readPaging(search) }
}

function onlyPageOf({ query, kind }: Page, results: SearchResults | undefined) {
  if (results === undefined || kind !== undefined || ownPages(query).length > 0) return
  return onlyPage(results)
}

function kindQuery({ query, paging }: Page, kind: SearchKind) {
  return endpointQuery('search', { q: query, kind, ...paging })
}

function searchHead({ query, kind }: Page, error: RequestError | null = null): Head {
  return {
    title: query === '' ? 'Search' : `Search for ${query}`,
    path: query === '' ? '/search' : searchLink(query, kind),
    dataPath: pathTo('search', { q: query, kind }),
    ...pageStatus(error),
  }
}

type ResultsProps = { page: Page; all: UseQueryResult<Reply<SearchResults>, RequestError> }

function Results({ page, all }: ResultsProps) {
  const { query, kind } = page
  const only = onlyPageOf(page, all.data?.value)
  if (only !== undefined) return <Navigate to={only} replace />
  const unused = all.data && unusedName(all.data.value, query)
  return (
    <>
      <PageHeader
        crumb="Search"
        title={
          <>
            Results for <UntrustedText text={quote(query)} />
          </>
        }
      />
      {kind === undefined && <OwnPages rows={ownPages(query)} />}
      <WhenLoaded query={all} skeleton={<TableSkeleton />}>
        {(results) =>
          results.total === 0 ? (
            <>
              <Unknown title="Nothing matches">
                Nothing is called <UntrustedText text={quote(query)} />. Check the spelling, or
                search for a part of the name.
              </Unknown>
              {unused !== undefined && <UnusedName name={unused} text={query} />}
              <SearchTips />
            </>
          ) : (
            <>
              <KindTabs page={page} results={results} />
              <div id={LIST_ID} tabIndex={-1} className="scroll-mt-14 outline-none">
                {kind !== undefined && <OfKind key={kind} page={page} kind={kind} />}
                {kind === undefined &&
                  groupsOf(results, query).map((group) => (
                    <HitGroup key={group.title} group={group} query={query} />
                  ))}
                {kind === undefined && unused !== undefined && <UnusedNameLink name={unused} />}
              </div>
            </>
          )
        }
      </WhenLoaded>
    </>
  )
}

function OwnPages({ rows }: { rows: SearchRow[] }) {
  if (rows.length === 0) return null
  return (
    <section aria-label="Go to" className="panel mt-4 overflow-clip">
      <h2 className="px-4 pt-2 text-lg font-semibold">Go to</h2>
      <SearchRows rows={rows} />
    </section>
  )
}

/** Whether a name that nothing has is free. */
function UnusedName({ name, text }: { name: string; text: string }) {
  const status = useQuery(nameStatusQuery(name))
  return (
    <WhenLoaded query={status} skeleton={<TableSkeleton rows={1} />}>
      {(status) => <NameAnswer status={status} text={text} />}
    </WhenLoaded>
  )
}

function UnusedNameLink({ name }: { name: string }) {
  return (
    <Link
      to={nameLink(name)}
      className="quiet-link mt-4 inline-flex min-h-11 items-center px-4 text-sm font-medium"
    >
      Is the rune name {name} free? →
    </Link>
  )
}

type KindTabsProps = { page: Page; results: SearchResults }

function KindTabs({ page: { query, kind }, results }: KindTabsProps) {
  const kinds = results.groups.toSorted(
    (a, b) => SEARCH_KINDS.indexOf(a.kind) - SEARCH_KINDS.indexOf(b.kind),
  )
  return (
    <Tabs
      label="Kinds of results"
      tabs={[
        {
          to: searchLink(query),
          name: 'All',
          count: results.total,
          hasMore: results.has_more,
          isCurrent: kind === undefined,
        },
        ...kinds.map((group) => ({
          to: searchLink(query, group.kind),
          name: RESULT_KINDS[group.kind].many,
          count: group.total,
          hasMore: group.has_more,
          isCurrent: kind === group.kind,
        })),
      ]}
    />
  )
}

function OfKind({ page, kind }: { page: Page; kind: SearchKind }) {
  const { query } = page
  const { limit, offset } = page.paging
  // Both functions of the options stay the same: otherwise each rendering would select anew, and render again.
  const options = useMemo(() => {
    const given = { q: query, kind, limit, offset }
    return {
      ...endpointQuery('search', given),
      select(reply: Reply<SearchResults>) {
        const { total = 0, has_more = false, results = [] } = reply.value.groups[0] ?? {}
        return { ...reply, value: { limit, offset, total, has_more, results } }
      },
    }
  }, [query, kind, limit, offset])
  const list = useQuery(options)
  return (
    <div className="mt-4">
      <h2 className="sr-only">{RESULT_KINDS[kind].many}</h2>
      <List
        list={list}
        things="matches"
        empty={{ title: `No ${RESULT_KINDS[kind].one.toLowerCase()} matches` }}
      >
        {({ results }, isBusy) => (
          <div className={`panel overflow-clip ${isBusy ? 'opacity-60' : ''}`} aria-busy={isBusy}>
            <ClusteredRows hits={results} query={query} />
          </div>
        )}
      </List>
    </div>
  )
}

type HitGroupProps = { group: ReturnType<typeof groupsOf>[number]; query: string }

function HitGroup({ group: { title, note, hits, ofKind }, query }: HitGroupProps) {
  return (
    <section aria-label={title} className="panel mt-4 overflow-clip">
      <div className="flex flex-wrap items-baseline gap-x-3 px-4 pt-2">
        <h2 className="text-lg font-semibold">{title}</h2>
        <span className="text-sm text-muted">
          {note !== undefined && <UntrustedText text={note} />}
          {note === undefined && ofKind !== undefined && (
            <>
              {ofKind.has_more && 'more than '}
              <Numeral name="found.total" value={ofKind.total} />
            </>
          )}
        </span>
      </div>
      <SearchRows rows={rowsOfHits(hits, query)} />
      {ofKind !== undefined && ofKind.total > MAX_OF_A_KIND && (
        <Link
          to={searchLink(query, ofKind.kind)}
          className="flex min-h-11 items-center border-t border-line px-4 text-sm font-medium hover:bg-sunken focus-visible:-outline-offset-2"
        >
          <span>
            {ofKind.has_more ? 'The first' : 'All'}{' '}
            <Numeral name="found.total" value={ofKind.total} />{' '}
            {RESULT_KINDS[ofKind.kind].many.toLowerCase()} →
          </span>
        </Link>
      )}
    </section>
  )
}

/** Matches in their order. Tokens alike have one heading. */
function ClusteredRows({ hits, query }: { hits: SearchHit[]; query: string }) {
  const clusters = clustersOf(hits)
  const firstShared = clusters.find(({ count }) => count > 1)
  return (
    <div className="divide-y divide-line">
      {clusters.map((cluster) => (
        <div key={cluster.first.id} className={cluster.count > 1 ? 'ps-4 pb-3' : ''}>
          {cluster.count > 1 && <ClusterHeading cluster={cluster} />}
          {cluster === firstShared && (
            <p className="text-xs text-muted">
              Anyone can reuse a name. Check the contract against the project’s own site.
            </p>
          )}
          <SearchRows rows={cluster.hits.map((hit) => rowOfHit(hit, query))} />
        </div>
      ))}
    </div>
  )
}

function ClusterHeading({ cluster: { name, count, sharedBy } }: { cluster: Cluster }) {
  return (
    <h3 className="pt-2.5 text-sm font-medium">
      <UntrustedText text={name} />
      <span className="font-normal text-muted">
        {' · '}
        <Count name="found.same" value={count} one="token uses" many="tokens use" /> this {sharedBy}
        {' · '}
        <Link
          to={namesAlikeLink(name)}
          className="link inline-flex min-h-6 items-center pointer-coarse:min-h-11"
        >
          compare them
        </Link>
      </span>
    </h3>
  )
}

function SearchRows({ rows }: { rows: SearchRow[] }) {
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <li key={row.to}>
          <Link to={row.to} className="flex px-4 hover:bg-sunken focus-visible:-outline-offset-2">
            <SearchRowContent {...row} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function SearchTips() {
  return (
    <div className="mt-6">
      <Facts title="What you can search for" facts={TIPS} />
    </div>
  )
}

const TIPS: FactList = {
  Runes: (
    <>
      a name or the beginning of a word in it, with or without <code>•</code>; an id such as{' '}
      <code>840000:3</code>; a number such as <code>#3</code>; a symbol
    </>
  ),
  Tokens: (
    <>
      a name, a symbol, a language, or a contract such as <code>SP….longcoin</code>, also with its
      asset name
    </>
  ),
  Blocks: (
    <>
      a height such as <code>840,002</code>, or a hash
    </>
  ),
  Transactions: (
    <>
      an id, with or without <code>0x</code>; its first characters; an output such as{' '}
      <code>1af2a8…10e99b:0</code>; an inscription
    </>
  ),
  Addresses:
    'a Bitcoin or Stacks address, the beginning of a Bitcoin address, a payment URI, or an output script',
  Links: 'the URL of a page about one of these, here or on another explorer',
}
