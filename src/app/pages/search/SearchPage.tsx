import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import {
  Link,
  type LoaderFunctionArgs,
  Navigate,
  redirect,
  useSearchParams,
} from 'react-router-dom'
import type { Reply } from '../../../contract/client.ts'
import {
  SEARCH_KINDS,
  type SearchKind,
  type SearchResults,
  searchPath,
} from '../../../contract/directory.ts'
import type { RequestError } from '../../../contract/requestError.ts'
import { useApi } from '../../appContext.ts'
import { searchLink } from '../../links.ts'
import { listStatus } from '../../lists/listStatus.ts'
import { PagedList } from '../../lists/PagedList.tsx'
import { readChoice } from '../../lists/readChoice.ts'
import { type Head, PageHead } from '../../PageHead.tsx'
import { type Loaded, type PageHandle, respondWith, sourceContext } from '../../pageLoader.ts'
import { readPaging } from '../../pageSizes.ts'
import { aboutQuery } from '../../queries/directory.ts'
import { searchQuery } from '../../queries/search.ts'
import { hitLink } from '../../search/hitLink.ts'
import { KindIcon } from '../../search/KindIcon.tsx'
import { NamesakeWarning } from '../../search/NamesakeWarning.tsx'
import { parseQuery } from '../../search/parseQuery.ts'
import { useRecordVisit } from '../../search/useRecordVisit.ts'
import { Numeral } from '../../ui/numbers.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { quote, UntrustedText } from '../../ui/UntrustedText.tsx'
import { explainText } from './explainText.ts'
import { onlyHit } from './onlyHit.ts'
import { SearchHits } from './SearchHits.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, origin, load } = context.get(sourceContext)
  const search = new URL(request.url).searchParams
  const link = redirectPath(search, origin)
  if (link !== undefined) throw redirect(link)
  const { query, options } = readSearch(search)
  if (query === '') return respondWith(searchHead(search))
  const list = await load(searchQuery(api, query, options))
  const found = list.data?.value
  // In a browser, the data is not there yet, and the page redirects.
  const hit = found && onlyHit(query, options, found)
  if (hit !== undefined) throw redirect(hitLink(hit))
  if (found?.total === 0) await load(aboutQuery(api))
  return respondWith(searchHead(search, list))
}

export const handle: PageHandle = {
  parameters: ['q', 'kind', 'offset', 'limit'],
  dataPath: (_, search) => searchPath(readQuery(search), readSearch(search).requested),
  redirectPath,
}

/** The search results for `q`. */
export function Component() {
  const [search] = useSearchParams()
  const { query, options } = readSearch(search)
  const list = useQuery({ ...searchQuery(useApi(), query, options), enabled: query !== '' })
  return (
    <div className="space-y-4">
      <PageHead {...searchHead(search, query === '' ? undefined : list)} />
      <PageHeading>
        {query === '' ? (
          'Search'
        ) : (
          <>
            Search for “<UntrustedText text={query.slice(0, 200)} />”
          </>
        )}
      </PageHeading>
      {query === '' ? <SearchTips /> : <Results list={list} />}
    </div>
  )
}

function readQuery(search: URLSearchParams): string {
  return (search.get('q') ?? '').trim()
}

function readSearch(search: URLSearchParams) {
  const { paging, requested, refused } = readPaging(search)
  const kind = readChoice(search, ['kind', ['', ...SEARCH_KINDS]], refused) || undefined
  return {
    query: readQuery(search),
    options: { ...paging, kind },
    requested: { ...requested, kind },
    refused,
  }
}

/** The page that `q` identifies, if it does. */
function redirectPath(search: URLSearchParams, origin: string): string | undefined {
  return parseQuery(readQuery(search), origin)[0]?.to
}

/** `list` is missing if there is no query. */
function searchHead(search: URLSearchParams, list?: Loaded<Reply<SearchResults>>): Head {
  const { query, options, requested, refused } = readSearch(search)
  return {
    title: query === '' ? 'Search' : `Search for ${query}`,
    path: query === '' ? '/search' : searchLink(query, options),
    dataPath: searchPath(query, requested),
    ...(list && listStatus(list, refused)),
  }
}

function Results({ list }: { list: UseQueryResult<Reply<SearchResults>, RequestError> }) {
  const api = useApi()
  const { query, options, refused } = readSearch(useSearchParams()[0])
  const results = list.data?.value
  const hasHits = results !== undefined && results.total > 0
  const hit = results && !list.isPlaceholderData ? onlyHit(query, options, results) : undefined
  useRecordVisit({ kind: 'Search', title: query, ...(hasHits && { path: searchLink(query) }) })
  if (list.error?.kind === 'not-found')
    return <Unknown query={query} reason="This service does not support search by name." />
  if (hit !== undefined) return <Navigate to={hitLink(hit)} replace />
  return (
    <>
      {results !== undefined && <KindLinks query={query} kind={options.kind} {...results} />}
      {results?.is_similar && (
        <p>
          Nothing matches {quote(query)}. {results.total === 1 ? 'Similar name:' : 'Similar names:'}
        </p>
      )}
      {results !== undefined && results.same_name > 1 && options.kind === undefined && (
        <NamesakeWarning>
          <Numeral value={results.total} /> results; <Numeral value={results.same_name} /> tokens
          have this name or symbol.
        </NamesakeWarning>
      )}
      <PagedList
        unit="result"
        list={list}
        refused={refused}
        linkTo={(page) => searchLink(query, { ...options, ...page })}
        queryFor={(page) => searchQuery(api, query, { ...options, ...page })}
        empty={<Unknown query={query} reason={`No results for ${quote(query)}.`} />}
      >
        {(page) => <SearchHits hits={page.results} />}
      </PagedList>
    </>
  )
}

type KindLinksProps = Pick<SearchResults, 'kinds'> & { query: string; kind: SearchKind | undefined }

/** Links that show the results of one kind, if there are several. */
function KindLinks({ query, kind, kinds }: KindLinksProps) {
  const found = SEARCH_KINDS.filter((it) => kinds[it] > 0 || it === kind)
  if (found.length < 2 && kind === undefined) return null
  const all = Object.values(kinds).reduce((sum, count) => sum + count, 0)
  return (
    <nav aria-label="Kinds of results" className="flex flex-wrap gap-1.5">
      {[undefined, ...found].map((it) => (
        <Link
          key={it ?? 'all'}
          to={searchLink(query, { kind: it })}
          aria-current={it === kind ? 'page' : undefined}
          className="button aria-[current=page]:border-accent aria-[current=page]:bg-accent-soft"
        >
          {it !== undefined && <KindIcon kind={it} />}
          {it === undefined ? 'All' : KIND_NAMES[it]}{' '}
          <span className="font-normal text-muted">
            <Numeral value={it === undefined ? all : kinds[it]} />
          </span>
        </Link>
      ))}
    </nav>
  )
}

const KIND_NAMES = {
  token: 'Tokens',
  rune: 'Runes',
  block: 'Blocks',
  transaction: 'Transactions',
} as const

function Unknown({ query, reason }: { query: string; reason: string }) {
  const explanation = explainText(query)
  const { data: about } = useQuery(aboutQuery(useApi()))
  return (
    <>
      <p>
        <UntrustedText text={reason} />
      </p>
      {explanation !== undefined && <p>{explanation}</p>}
      {about?.source === 'snapshot' && (
        <p>
          This service only has a snapshot with <Numeral value={about.runes} /> runes and{' '}
          <Numeral value={about.tokens} /> tokens. Others exist that it does not have.
        </p>
      )}
      <SearchTips />
    </>
  )
}

function SearchTips() {
  return (
    <>
      <p>
        You can search for the following (names and hashes in upper or lower case, 0x optional):
      </p>
      <ul className="list-disc space-y-1 ps-5">
        <li>a contract principal, with or without its asset name: SP….longcoin::longcoin</li>
        <li>a transaction id or one of its outputs: 1af2a8…e99b:0</li>
        <li>a block hash or height: 849250 or 849,250</li>
        <li>a rune id: 840000:3</li>
        <li>a Bitcoin or Stacks address</li>
        <li>the URL of a page about one of these, in Cairn or in another explorer</li>
        <li>the beginning of a token’s name, symbol or contract, or of a word in them</li>
        <li>the beginning of a rune’s name, or of a word in it, or its number: #3</li>
        <li>a language, to find the tokens that have text in it</li>
        <li>the beginning of an indexed transaction id or block hash</li>
      </ul>
    </>
  )
}
