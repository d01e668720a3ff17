import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, type LoaderFunctionArgs, redirect, useSearchParams } from 'react-router-dom'
import {
  SEARCH_KINDS,
  type SearchHit,
  type SearchKind,
  type SearchResults,
  searchPath,
} from '../../../contract/directory.ts'
import { useApi } from '../../appContext.ts'
import { searchLink } from '../../links.ts'
import { PagedList } from '../../lists/PagedList.tsx'
import { readChoice } from '../../lists/readChoice.ts'
import { type Head, PageHead } from '../../PageHead.tsx'
import { type PageHandle, respondWith, sourceContext } from '../../pageLoader.ts'
import { readPaging } from '../../pageSizes.ts'
import { searchQuery } from '../../queries.ts'
import { hitLink } from '../../search/hitLink.ts'
import { KindIcon } from '../../search/KindIcon.tsx'
import { firstLink } from '../../search/parseQuery.ts'
import { useRecordVisit } from '../../search/useRecordVisit.ts'
import { Hash } from '../../ui/Hash.tsx'
import { MixedScriptWarning } from '../../ui/MixedScriptWarning.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { quote, UntrustedText } from '../../ui/UntrustedText.tsx'
import { explainText } from './explainText.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, origin, load } = context.get(sourceContext)
  const search = new URL(request.url).searchParams
  const link = redirectPath(search, origin)
  if (link !== undefined) throw redirect(link)
  const { query, options } = readSearch(search)
  if (query !== '') await load(searchQuery(api, query, options))
  return respondWith(searchHead(search))
}

export const handle: PageHandle = {
  parameters: ['q', 'kind', 'offset', 'limit'],
  dataPath: (_, search) => searchPath(readQuery(search), readSearch(search).options),
  redirectPath,
}

/** The search results for `q`. */
export function Component() {
  const [search] = useSearchParams()
  const query = readQuery(search)
  return (
    <div className="space-y-4">
      <PageHead {...searchHead(search)} />
      <PageHeading>
        {query === '' ? (
          'Search'
        ) : (
          <>
            Search for “<UntrustedText text={query.slice(0, 200)} />”
          </>
        )}
      </PageHeading>
      {query === '' ? <SearchTips /> : <Results />}
    </div>
  )
}

function readQuery(search: URLSearchParams): string {
  return (search.get('q') ?? '').trim()
}

function readSearch(search: URLSearchParams) {
  const { paging, refused } = readPaging(search)
  const kind = readChoice(search, ['kind', ['', ...SEARCH_KINDS]], refused)
  const options = { ...paging, kind: kind === '' ? undefined : kind }
  return { query: readQuery(search), options, refused }
}

/** The page that `q` identifies, if it does. */
function redirectPath(search: URLSearchParams, origin: string): string | undefined {
  return firstLink(readQuery(search), origin)
}

function searchHead(search: URLSearchParams): Head {
  const { query, options } = readSearch(search)
  return {
    title: query === '' ? 'Search' : `Search for ${query}`,
    path: query === '' ? '/search' : searchLink(query, options),
    dataPath: searchPath(query, options),
  }
}

function Results() {
  const api = useApi()
  const { query, options, refused } = readSearch(useSearchParams()[0])
  const list = useQuery(searchQuery(api, query, options))
  const results = list.data?.value
  const hasHits = results !== undefined && results.total > 0
  useRecordVisit({ kind: 'Search', title: query, ...(hasHits && { path: searchLink(query) }) })
  if (list.error?.kind === 'not-found')
    return <Unknown query={query} reason="This service does not support search by name." />
  return (
    <>
      {results !== undefined && <KindLinks query={query} kind={options.kind} {...results} />}
      {results?.is_similar && (
        <p>Nothing matches {quote(query)}. These names differ from it by one letter.</p>
      )}
      <PagedList
        noun="Result"
        list={list}
        refused={refused}
        linkTo={(page) => searchLink(query, { ...options, ...page })}
        queryFor={(page) => searchQuery(api, query, { ...options, ...page })}
        empty={<Unknown query={query} reason={`No results for ${quote(query)}.`} />}
      >
        {(page) => <Hits {...page} />}
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

function Hits({ results }: SearchResults) {
  return (
    <ul className="panel divide-y divide-line">
      {results.map((hit) => (
        <li key={`${hit.kind} ${hit.id}`} className="flex gap-3 px-4 py-2">
          <span className="pt-1 text-muted">
            <KindIcon kind={hit.kind} />
          </span>
          <div className="flex min-w-0 grow flex-wrap items-baseline gap-x-3">
            <Hit hit={hit} to={hitLink(hit)} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Hit({ hit, to }: { hit: SearchHit; to: string | undefined }) {
  if (hit.kind === 'transaction') {
    return (
      <>
        <span>
          Transaction <Hash text={hit.id} label="transaction id" {...(to && { to })} />
        </span>
        <span className="text-sm text-muted">{hit.detail}</span>
      </>
    )
  }
  if (hit.kind === 'block') {
    return (
      <>
        <Name to={to}>
          Block <Numeral value={hit.title} />
        </Name>
        <span>
          <Hash text={hit.detail} label="block hash" />
        </span>
      </>
    )
  }
  return (
    <>
      <Name to={to}>
        <UntrustedText text={hit.title} />
      </Name>
      <MixedScriptWarning texts={[hit.title, hit.detail]} />
      <span className="text-sm text-muted">
        {hit.kind} · <UntrustedText text={hit.detail} />
        {to === undefined && ' · id unknown'}
      </span>
      {hit.kind === 'token' && (
        <span className="w-full font-mono text-xs text-muted">{hit.id}</span>
      )}
    </>
  )
}

function Name({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (to === undefined) return <span className="font-semibold">{children}</span>
  return (
    <Link to={to} className="link font-semibold">
      {children}
    </Link>
  )
}

function Unknown({ query, reason }: { query: string; reason: string }) {
  const explanation = explainText(query)
  return (
    <>
      <p>
        <UntrustedText text={reason} />
      </p>
      {explanation !== undefined && <p>{explanation}</p>}
      <SearchTips />
    </>
  )
}

function SearchTips() {
  return (
    <>
      <p>You can search for the following, in any case and with or without 0x:</p>
      <ul className="list-disc space-y-1 ps-5">
        <li>a contract principal, with or without its asset name: SP….longcoin::longcoin</li>
        <li>a transaction id or one of its outputs: 1af2a8…e99b:0</li>
        <li>a block hash or height: 849250 or 849,250</li>
        <li>a rune id: 840000:3</li>
        <li>a Bitcoin address, or a Stacks address, which leads to the tokens that it deployed</li>
        <li>the URL of a page about one of these, in Cairn or in another explorer</li>
        <li>the beginning of a token’s name, symbol or contract, or of a word in them</li>
        <li>the beginning of a rune’s name, with or without its dots, or its number: #3</li>
        <li>a language, to find the tokens that have text in it</li>
        <li>the beginning of an indexed transaction id or block hash</li>
      </ul>
    </>
  )
}
