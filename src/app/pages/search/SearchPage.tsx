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
import { recognise } from '../../recognise.ts'
import { hitLink } from '../../search/hitLink.ts'
import { useVisit } from '../../search/useVisit.ts'
import { Hash } from '../../ui/Hash.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { ScriptNote } from '../../ui/ScriptNote.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
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

/** Lists what `q` names. */
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
      {query === '' ? <Recognised /> : <Results query={query} />}
    </div>
  )
}

function readQuery(search: URLSearchParams): string {
  return (search.get('q') ?? '').trim()
}

/** A search for something that has a page goes there. */
function redirectPath(search: URLSearchParams, origin: string): string | undefined {
  return recognise(readQuery(search), origin)
}

function searchHead(query: string): Head {
  return {
    title: query === '' ? 'Search' : `Search for ${query}`,
    path: query === '' ? '/search' : searchLink(query),
    dataPath: searchPath(query),
  }
}

function Results({ query }: { query: string }) {
  const { data: answer, error, refetch } = useQuery(searchQuery(useApi(), query))
  if (error?.kind === 'not-found')
    return <Unknown query={query} reason="This service has no directory of names." />
  if (error && answer === undefined) return <Failure error={error} />
  if (answer === undefined) return <Skeleton lines={5} label="Searching" />
  if (answer.value.results.length === 0)
    return <Unknown query={query} reason="Nothing here has a name or an id that begins so." />
  return (
    <div className="space-y-3">
      {answer.readAt !== undefined && <ReadBefore readAt={answer.readAt} onRetry={refetch} />}
      <Hits query={query} {...answer.value} />
    </div>
  )
}

function Hits({ query, results }: SearchResults & { query: string }) {
  useVisit({ kind: 'Search', title: query, path: searchLink(query) })
  return (
    <>
      <p className="text-sm text-muted">
        {results.length === 1 ? 'The one match' : `${results.length} matches, the closest first`}
        {results.length >= 20 && ': there may be more, write more of the name'}.
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
      <ScriptNote texts={[hit.title, hit.detail]} />
      <span className="text-sm text-muted">
        {hit.kind} · <UntrustedText text={hit.detail} />
        {to === undefined && ' · no block of its etching is known here'}
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
  const likeness = explainText(query)
  return (
    <>
      <p>{reason}</p>
      {likeness !== undefined && <p>{likeness}</p>}
      <Recognised />
    </>
  )
}

function Recognised() {
  return (
    <>
      <p>The search box understands, with or without 0x and in any case:</p>
      <ul className="list-disc space-y-1 ps-5">
        <li>a contract principal, also with its asset: SP….longcoin::longcoin</li>
        <li>a transaction id, also as an output: 1af2a8…e99b:0</li>
        <li>a block height, grouped or not: 849,250; or a block hash</li>
        <li>a rune id: 840000:3, which leads to the block of its etching</li>
        <li>the address of such a page, here or in another explorer</li>
        <li>the beginning of a token’s name, symbol or contract, or of a word of these</li>
        <li>the beginning of a rune’s name, with or without its dots, or its number: #3</li>
        <li>a language: the tokens that have text in it</li>
        <li>the beginning of the id of a transaction or block that is held here</li>
      </ul>
    </>
  )
}
