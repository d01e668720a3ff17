import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  Link,
  type LoaderFunctionArgs,
  Navigate,
  redirect,
  useSearchParams,
} from 'react-router-dom'
import { pathTo, type Reply } from '../../../contract/client.ts'
import { RUNE_NAME } from '../../../contract/identifiers.ts'
import {
  SEARCH_KINDS,
  type SearchHit,
  type SearchKind,
  type SearchResults,
} from '../../../contract/schemas/search.ts'
import { Failure, useLastError } from '../../errors/Failure.tsx'
import { nameLink, searchLink } from '../../links.ts'
import { List } from '../../lists/List.tsx'
import { readPaging } from '../../lists/paging.ts'
import { type Head, PageHead } from '../../PageHead.tsx'
import {
  type Loaded,
  type PageHandle,
  pageStatus,
  respondWith,
  sourceContext,
} from '../../pageLoader.ts'
import { endpointQuery } from '../../query.ts'
import { parseQuery } from '../../search/parseQuery.ts'
import { hitLink, KIND_NAMES } from '../../search/SearchRow.tsx'
import {
  bestHits,
  onlyHit,
  otherHits,
  readQuery,
  reasonText,
  searchQuery,
} from '../../search/searchResults.ts'
import { LIST_ID } from '../../ui/DataTable.tsx'
import { Unknown } from '../../ui/Notice.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { TableSkeleton } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { quote, UntrustedText } from '../../ui/UntrustedText.tsx'
import { HitGroup, HitRows } from './HitGroup.tsx'
import { SearchTips } from './SearchTips.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { origin, load } = context.get(sourceContext)
  const search = new URL(request.url).searchParams
  const link = redirectPath(search, origin)
  if (link !== undefined) throw redirect(link)
  const page = readPage(search)
  if (page.query === '') return respondWith(searchHead(page))
  const [all] = await Promise.all([
    load(searchQuery(page.query)),
    page.kind && load(kindQuery(page, page.kind)),
  ])
  // In a browser, the data is not there yet, and the page redirects.
  const hit = onlyHitOf(page, all.data?.value)
  if (hit !== undefined) throw redirect(hitLink(hit))
  return respondWith(searchHead(page, all))
}

export const handle: PageHandle = {
  parameters: ['q', 'kind', 'offset', 'limit'],
  dataPath: (_, search) =>
    pathTo('search', { q: readPage(search).query, kind: readPage(search).kind }),
  redirectPath,
}

export function Component() {
  const page = readPage(useSearchParams()[0])
  const { query } = page
  const all = useQuery({ ...searchQuery(query), enabled: query !== '' })
  return (
    <>
      <PageHead {...searchHead(page, query === '' ? undefined : all)} />
      {query === '' ? <EmptySearch /> : <Results key={query} page={page} all={all} />}
    </>
  )
}

type Page = ReturnType<typeof readPage>

function readPage(search: URLSearchParams) {
  const kind = SEARCH_KINDS.find((it) => it === search.get('kind'))
  return { query: readQuery(search.get('q') ?? ''), kind, ...readPaging(search) }
}

/** The page that the text identifies, if it does. */
function redirectPath(search: URLSearchParams, origin: string): string | undefined {
  return parseQuery((search.get('q') ?? '').trim(), origin)[0]?.to
}

function onlyHitOf({ kind }: Page, results: SearchResults | undefined): SearchHit | undefined {
  return kind === undefined && results !== undefined ? onlyHit(results) : undefined
}

function kindQuery({ query, paging }: Page, kind: SearchKind) {
  return endpointQuery('search', { q: query, kind, ...paging })
}

/** `all` is missing if there is no query. */
function searchHead({ query, kind }: Page, all?: Loaded<Reply<SearchResults>>): Head {
  return {
    title: query === '' ? 'Search' : `Search for ${query}`,
    path: query === '' ? '/search' : searchLink(query, kind),
    dataPath: pathTo('search', { q: query, kind }),
    ...(all && pageStatus(all.error)),
  }
}

function EmptySearch() {
  return (
    <>
      <PageHeader crumb="Search" title="What are you looking for?" />
      <SearchTips />
    </>
  )
}

type ResultsProps = { page: Page; all: Loaded<Reply<SearchResults>> & { isFetching: boolean } }

function Results({ page, all }: ResultsProps) {
  const { query, kind } = page
  const results = all.data?.value
  const error = useLastError({ data: all.data, error: all.error, isFetching: all.isFetching })
  const hit = onlyHitOf(page, results)
  if (hit !== undefined) return <Navigate to={hitLink(hit)} replace />
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
      {results === undefined && (error === null ? <TableSkeleton /> : <Failure error={error} />)}
      {results?.total === 0 && <NoResults query={query} />}
      {results !== undefined && results.total > 0 && (
        <>
          <KindTabs page={page} results={results} />
          <div id={LIST_ID} tabIndex={-1} className="scroll-mt-14 outline-none">
            {kind === undefined ? (
              <BestOfEachKind query={query} results={results} />
            ) : (
              <OfKind key={kind} page={page} kind={kind} />
            )}
          </div>
        </>
      )}
    </>
  )
}

function KindTabs({ page: { query, kind }, results: { total, groups } }: KindTabsProps) {
  const found = SEARCH_KINDS.filter((it) => groups.some((group) => group.kind === it))
  return (
    <Tabs
      label="Kinds of results"
      tabs={[
        { to: searchLink(query), name: 'All', count: total, isCurrent: kind === undefined },
        ...found.map((it) => ({
          to: searchLink(query, it),
          name: KIND_NAMES[it].many,
          count: groups.find((group) => group.kind === it)?.total,
          isCurrent: kind === it,
        })),
      ]}
    />
  )
}

type KindTabsProps = { page: Page; results: SearchResults }

function BestOfEachKind({ query, results }: { query: string; results: SearchResults }) {
  const best = bestHits(results)
  return (
    <>
      {best[0] !== undefined && (
        <HitGroup
          title={best.length > 1 ? 'Best matches' : 'Best match'}
          note={<UntrustedText text={reasonText(best[0], query)} />}
          hits={best}
          query={query}
        />
      )}
      {otherHits(results, best).map(({ kind, total, results: hits }) => (
        <HitGroup
          key={kind}
          title={
            results.is_similar ? `Did you mean ${theseOf(kind, total)}?` : KIND_NAMES[kind].many
          }
          note={results.is_similar ? `nothing is called ${quote(query)}` : total}
          hits={hits}
          query={query}
          all={
            total > hits.length + best.filter((hit) => hit.kind === kind).length
              ? { to: searchLink(query, kind), total, name: KIND_NAMES[kind].many.toLowerCase() }
              : undefined
          }
        />
      ))}
    </>
  )
}

function theseOf(kind: SearchKind, total: number): string {
  const { one, many } = KIND_NAMES[kind]
  return total === 1 ? `this ${one.toLowerCase()}` : `one of these ${many.toLowerCase()}`
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
        const { total = 0, results = [] } = reply.value.groups[0] ?? {}
        return { ...reply, value: { limit, offset, total, results } }
      },
    }
  }, [query, kind, limit, offset])
  const list = useQuery(options)
  return (
    <div className="mt-4">
      <h2 className="sr-only">{KIND_NAMES[kind].many}</h2>
      <List
        list={list}
        things="matches"
        empty={{ title: `No ${KIND_NAMES[kind].one.toLowerCase()} matches` }}
      >
        {({ results }, isBusy) => (
          <div className={`panel overflow-clip ${isBusy ? 'opacity-60' : ''}`} aria-busy={isBusy}>
            <HitRows hits={results} query={query} />
          </div>
        )}
      </List>
    </div>
  )
}

function NoResults({ query }: { query: string }) {
  return (
    <>
      <Unknown
        title="Nothing matches"
        actions={
          RUNE_NAME.test(query) && (
            <Link to={nameLink(query)} className="button">
              Is this name free for a rune?
            </Link>
          )
        }
      >
        Check the spelling, or search for a part of the name.
      </Unknown>
      <SearchTips />
    </>
  )
}
