import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, type LoaderFunctionArgs, redirect, useSearchParams } from 'react-router-dom'
import { type SearchHit, type SearchResults, searchPath } from '../../../contract/directory.ts'
import { useApi } from '../../appContext.ts'
import { Failure, ReadBefore } from '../../errors/Failure.tsx'
import { searchLink } from '../../links.ts'
import { type Head, PageHead } from '../../PageHead.tsx'
import { type PageHandle, respondWith, sourceContext } from '../../pageLoader.ts'
import { searchQuery } from '../../queries.ts'
import { hitLink } from '../../search/hitLink.ts'
import { firstLink } from '../../search/parseQuery.ts'
import { useRecordVisit } from '../../search/useRecordVisit.ts'
import { Hash } from '../../ui/Hash.tsx'
import { MixedScriptWarning } from '../../ui/MixedScriptWarning.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { quote, UntrustedText } from '../../ui/UntrustedText.tsx'
import { explainText } from './explainText.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, origin, load } = context.get(sourceContext)
  const search = new URL(request.url).searchParams
  const link = redirectPath(search, origin)
  if (link !== undefined) throw redirect(link)
  const query = readQuery(search)
  if (query !== '') await load(searchQuery(api, query))
  return respondWith(searchHead(query))
}

export const handle: PageHandle = {
  parameters: ['q'],
  dataPath: (_, search) => searchPath(readQuery(search)),
  redirectPath,
}

/** The search results for `q`. */
export function Component() {
  const query = readQuery(useSearchParams()[0])
  return (
    <div className="space-y-4">
      <PageHead {...searchHead(query)} />
      <PageHeading>
        {query === '' ? (
          'Search'
        ) : (
          <>
            Search for “<UntrustedText text={query.slice(0, 200)} />”
          </>
        )}
      </PageHeading>
      {query === '' ? <SearchTips /> : <Results query={query} />}
    </div>
  )
}

function readQuery(search: URLSearchParams): string {
  return (search.get('q') ?? '').trim()
}

/** The page that `q` identifies, if it does. */
function redirectPath(search: URLSearchParams, origin: string): string | undefined {
  return firstLink(readQuery(search), origin)
}

function searchHead(query: string): Head {
  return {
    title: query === '' ? 'Search' : `Search for ${query}`,
    path: query === '' ? '/search' : searchLink(query),
    dataPath: searchPath(query),
  }
}

function Results({ query }: { query: string }) {
  const { data: reply, error, refetch } = useQuery(searchQuery(useApi(), query))
  if (error?.kind === 'not-found')
    return <Unknown query={query} reason="This service does not support search by name." />
  if (error && reply === undefined) return <Failure error={error} />
  if (reply === undefined) return <Skeleton lines={5} label="Searching" />
  if (reply.value.results.length === 0)
    return <Unknown query={query} reason={`No results for ${quote(query)}.`} />
  return (
    <div className="space-y-3">
      {reply.readAt !== undefined && <ReadBefore readAt={reply.readAt} onRetry={refetch} />}
      <Hits query={query} {...reply.value} />
    </div>
  )
}

function Hits({ query, results }: SearchResults & { query: string }) {
  useRecordVisit({ kind: 'Search', title: query, path: searchLink(query) })
  return (
    <>
      <p className="text-sm text-muted">
        {results.length >= 20 ? 'First 20 results. Refine your search.' : countResults(results)}
      </p>
      <ul className="panel divide-y divide-line">
        {results.map((hit) => (
          <li
            key={`${hit.kind} ${hit.id}`}
            className="flex flex-wrap items-baseline gap-x-3 px-4 py-2"
          >
            <Hit hit={hit} to={hitLink(hit)} />
          </li>
        ))}
      </ul>
    </>
  )
}

function countResults({ length }: SearchHit[]): string {
  return length === 1 ? '1 result' : `${length} results`
}

function Hit({ hit, to }: { hit: SearchHit; to: string }) {
  if (hit.kind === 'transaction') {
    return (
      <>
        <span>
          Transaction <Hash text={hit.id} label="transaction id" to={to} />
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
      </span>
      {hit.kind === 'token' && (
        <span className="w-full font-mono text-xs text-muted">{hit.id}</span>
      )}
    </>
  )
}

function Name({ to, children }: { to: string; children: ReactNode }) {
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
        <li>a Bitcoin or Stacks address</li>
        <li>the URL of a page about one of these, in Cairn or in another explorer</li>
        <li>the beginning of a token’s name, symbol or contract, or of a word in them</li>
        <li>the beginning of a rune’s name, with or without its dots, or its number: #3</li>
        <li>a language, to find the tokens that have text in it</li>
        <li>the beginning of an indexed transaction id or block hash</li>
      </ul>
    </>
  )
}
