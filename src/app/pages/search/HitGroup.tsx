import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { SearchHit } from '../../../contract/schemas/search.ts'
import { rowOfHit, SearchRowContent } from '../../search/SearchRow.tsx'
import { Count, Numeral } from '../../ui/numbers.tsx'
import { quote, UntrustedText } from '../../ui/UntrustedText.tsx'

type Props = {
  title: string
  /** The number of matches, or a remark. */
  note: ReactNode
  hits: SearchHit[]
  query: string
  /** The page with all matches of the kind, if there are more. */
  all?: { to: string; total: number; name: string } | undefined
}

export function HitGroup({ title, note, hits, query, all }: Props) {
  return (
    <section aria-label={title} className="panel mt-4 overflow-clip">
      <div className="flex flex-wrap items-baseline gap-x-3 px-4 pt-2">
        <h2 className="text-lg font-semibold">{title}</h2>
        <span className="text-sm text-muted">
          {typeof note === 'number' ? <Numeral value={note} /> : note}
        </span>
      </div>
      <HitRows hits={hits} query={query} />
      {all !== undefined && (
        <Link
          to={all.to}
          className="flex min-h-11 items-center border-t border-line px-4 text-sm font-medium hover:bg-sunken focus-visible:-outline-offset-2"
        >
          <span>
            All <Numeral value={all.total} /> {all.name} →
          </span>
        </Link>
      )}
    </section>
  )
}

/** Matches in their order. Tokens of the same name have one heading. */
export function HitRows({ hits, query }: Pick<Props, 'hits' | 'query'>) {
  const clusters = clustersOf(hits)
  const firstShared = clusters.find(({ sameName }) => sameName > 1)
  const firstInexact = clusters.find(({ hits: [first] }) => first && !isExact(first))
  const rows = clusters.map((cluster) => (
    <div key={cluster.hits[0]?.id}>
      {cluster === firstInexact && cluster !== clusters[0] && (
        <p className="px-4 pt-2.5 text-xs text-muted">Not exactly {quote(query)}</p>
      )}
      {cluster.sameName > 1 && (
        <div className="px-4 pt-2.5">
          <h3 className="text-sm font-medium">
            <UntrustedText text={cluster.hits[0]?.title ?? ''} />
            <span className="font-normal text-muted">
              {' '}
              · <Count value={cluster.sameName} one="token uses" many="tokens use" /> this name
            </span>
          </h3>
          {cluster === firstShared && (
            <p className="text-xs text-muted">
              Anyone can reuse a name. Check the contract against the project’s own site.
            </p>
          )}
        </div>
      )}
      <ul className={`divide-y divide-line ${cluster.sameName > 1 ? 'pb-3 ps-4' : ''}`}>
        {cluster.hits.map((hit) => {
          const row = rowOfHit(hit, query)
          return (
            <li key={row.to}>
              <Link
                to={row.to}
                className="flex px-4 hover:bg-sunken focus-visible:-outline-offset-2"
              >
                <SearchRowContent {...row} />
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  ))
  return <div className="divide-y divide-line">{rows}</div>
}

function isExact({ reason }: SearchHit): boolean {
  return ['identifier', 'name', 'symbol'].includes(reason)
}

type Cluster = { sameName: number; hits: SearchHit[] }

/** The service sends tokens of the same name one after the other, and the number of them with the first. */
function clustersOf(hits: SearchHit[]): Cluster[] {
  const clusters: Cluster[] = []
  for (const hit of hits) {
    const cluster = clusters.at(-1)
    const isFull =
      cluster !== undefined && cluster.sameName > 1 && cluster.hits.length >= cluster.sameName
    if (cluster === undefined || isFull || hit.same_name !== undefined) {
      clusters.push({ sameName: hit.same_name ?? 1, hits: [hit] })
    } else cluster.hits.push(hit)
  }
  return clusters
}
