import { Link } from 'react-router-dom'
import type { SearchHit } from '../../../contract/schemas/search.ts'
import { searchLink } from '../../links.ts'
import { rowOfHit, SearchRowContent } from '../../search/SearchRow.tsx'
import { type HitGroup as Group, KIND_NAMES, MAX_OF_A_KIND } from '../../search/searchResults.ts'
import { Count, Numeral } from '../../ui/numbers.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'

type Props = { group: Group; query: string }

export function HitGroup({ group: { title, note, hits, ofKind }, query }: Props) {
  return (
    <section aria-label={title} className="panel mt-4 overflow-clip">
      <div className="flex flex-wrap items-baseline gap-x-3 px-4 pt-2">
        <h2 className="text-lg font-semibold">{title}</h2>
        <span className="text-sm text-muted">
          {note !== undefined && <UntrustedText text={note} />}
          {note === undefined && ofKind !== undefined && <Numeral value={ofKind.total} />}
        </span>
      </div>
      <HitRows hits={hits} query={query} />
      {ofKind !== undefined && ofKind.total > MAX_OF_A_KIND && (
        <Link
          to={searchLink(query, ofKind.kind)}
          className="flex min-h-11 items-center border-t border-line px-4 text-sm font-medium hover:bg-sunken focus-visible:-outline-offset-2"
        >
          <span>
            All <Numeral value={ofKind.total} /> {KIND_NAMES[ofKind.kind].many.toLowerCase()} →
          </span>
        </Link>
      )}
    </section>
  )
}

/** Matches in their order. Tokens of the same name have one heading. */
export function HitRows({ hits, query }: { hits: SearchHit[]; query: string }) {
  const clusters = clustersOf(hits)
  const firstShared = clusters.find(({ sameName }) => sameName > 1)
  const rows = clusters.map((cluster) => (
    <div key={cluster.hits[0]?.id}>
      {cluster.sameName > 1 && (
        <div className="px-4 pt-2.5">
          <h3 className="text-sm font-medium">
            <UntrustedText text={cluster.hits[0]?.title ?? ''} />
            <span className="font-normal text-muted">
              {' '}
              · <Count value={cluster.sameName} one="token uses" many="tokens use" /> this name
              {cluster.hits[0] && (
                <>
                  {' · '}
                  <Link
                    to={`${rowOfHit(cluster.hits[0], query).to}#look-alikes`}
                    className="link inline-flex min-h-6 items-center pointer-coarse:min-h-11"
                  >
                    compare them
                  </Link>
                </>
              )}
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
