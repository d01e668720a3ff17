import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { RuneSummary } from '../../../contract/schemas/rune.ts'
import { compareLink } from '../../links.ts'
import { endpointQuery } from '../../query.ts'

const MAX_PAIRS = 3

/** The first of some runes that others look like; undefined if there is none. */
export function imitatedOf(runes: readonly RuneSummary[] = []): RuneSummary | undefined {
  return runes.find(({ look_alikes, is_older }) => look_alikes !== undefined && !is_older)
}

export function lookAlikesQuery(rune: string) {
  return endpointQuery('runeLookAlikes', { rune, limit: MAX_PAIRS })
}

/** A rune beside each of those whose names look like its own. */
export function ReadyPairs({ runes }: { runes: readonly RuneSummary[] }) {
  const imitated = imitatedOf(runes)
  return imitated === undefined ? null : <Pairs imitated={imitated} />
}

function Pairs({ imitated }: { imitated: RuneSummary }) {
  const pairs = useQuery(lookAlikesQuery(imitated.id)).data?.value.results ?? []
  if (pairs.length === 0) return null
  return (
    <nav aria-label="Look-alikes to compare" className="flex w-full flex-wrap items-center gap-1.5">
      <span className="text-sm text-muted">Look-alikes</span>
      {pairs.map(({ rune }) => (
        <Link key={rune.id} to={compareLink([imitated.id, rune.id])} className="chip max-w-full">
          <span className="truncate">
            {imitated.spaced_name} and {rune.spaced_name}
          </span>
        </Link>
      ))}
    </nav>
  )
}
