import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearchParams } from 'react-router-dom'
import { type SearchHit, searchPath } from '../../contract/directory.ts'
import { Failure, ReadBefore } from '../failures.tsx'
import { blockLink, runeBlock, searchLink, tokenLink } from '../links.ts'
import { PageHead } from '../PageHead.tsx'
import { searchQuery } from '../queries.ts'
import { recognise } from '../recognise.ts'
import { useApi } from '../surroundings.ts'
import { ForeignText } from '../ui/ForeignText.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** Goes to what `q` is, or lists what it names. */
export function SearchPage() {
  const [search] = useSearchParams()
  const query = (search.get('q') ?? '').trim()
  const link = recognise(query)
  if (link !== undefined) return <Navigate to={link} replace />
  return (
    <div className="space-y-4">
      <PageHead
        title={query === '' ? 'Search' : `Search for ${query.slice(0, 60)}`}
        path={query === '' ? '/search' : searchLink(query)}
        answerPath={searchPath(query)}
      />
      <PageHeading>
        {query === '' ? (
          'Search'
        ) : (
          <>
            Search for “<ForeignText text={query.slice(0, 200)} />”
          </>
        )}
      </PageHeading>
      {query === '' ? <Recognised /> : <Results query={query} />}
    </div>
  )
}

function Results({ query }: { query: string }) {
  const { data: answer, error, refetch } = useQuery(searchQuery(useApi(), query))
  if (error?.kind === 'not-found')
    return <Unknown reason="This service has no directory of names." />
  if (error && answer === undefined) return <Failure error={error} onRetry={refetch} />
  if (answer === undefined) return <Skeleton lines={5} label="Searching" />
  const hits = answer.value.results
  if (hits.length === 0)
    return <Unknown reason="No token or rune here has a name that begins so." />
  return (
    <div className="space-y-3">
      {answer.readAt !== undefined && <ReadBefore readAt={answer.readAt} onRetry={refetch} />}
      <p className="text-sm text-muted">The closest, at most ten tokens and ten runes.</p>
      <ul className="panel divide-y divide-line">
        {hits.map((hit) => (
          <li
            key={`${hit.kind} ${hit.id}`}
            className="flex flex-wrap items-baseline gap-x-3 px-4 py-2"
          >
            <HitLink hit={hit} />
            <span className="text-sm text-muted">
              {hit.kind} · <ForeignText text={hit.detail} />
            </span>
            {hit.kind === 'token' && (
              <span className="w-full font-mono text-xs text-muted">{hit.id}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function HitLink({ hit }: { hit: SearchHit }) {
  const block = runeBlock(hit.id)
  const to =
    hit.kind === 'token' ? tokenLink(hit.id) : block === undefined ? undefined : blockLink(block)
  const name = <ForeignText text={hit.title} />
  if (to === undefined) return <span className="font-medium">{name}</span>
  return (
    <a href={to} className="link font-medium">
      {name}
    </a>
  )
}

function Unknown({ reason }: { reason: string }) {
  return (
    <>
      <p>{reason}</p>
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
        <li>the address of such a page in another explorer</li>
        <li>the beginning of a token’s name, symbol or contract, or of a rune’s name</li>
      </ul>
    </>
  )
}
