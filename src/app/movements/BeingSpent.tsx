import { useQueries } from '@tanstack/react-query'
import { transactionLink } from '../links.ts'
import { endpointQuery, useAbout } from '../query.ts'
import { Badge } from '../ui/Badge.tsx'
import { Id } from '../ui/Id.tsx'
import { POLL_MS } from './Pending.tsx'

/** How many outputs a request may have. */
const OUTPUTS_A_REQUEST = 50

/** The unconfirmed transactions that spend some outputs, by these outputs. */
export type SpendsNow = ReadonlyMap<string, string>

/** Empty where the service has no node. */
export function useSpends(outputs: readonly string[]): SpendsNow {
  const source = useAbout()?.source
  const results = useQueries({
    queries: spendsQueries(outputs).map((query) => ({
      ...query,
      enabled: source === 'node' || source === 'demo',
      refetchInterval: ({ state }: { state: { error: unknown } }) =>
        state.error === null && POLL_MS,
    })),
  })
  return new Map(
    results.flatMap(({ data, error }) =>
      error === null
        ? (data?.value.results ?? []).map(({ output, tx_id }) => [output, tx_id] as const)
        : [],
    ),
  )
}

export function spendsQueries(outputs: readonly string[]) {
  const distinct = [...new Set(outputs)]
  const chunks = Array.from(
    { length: Math.ceil(distinct.length / OUTPUTS_A_REQUEST) },
    (_, index) => distinct.slice(index * OUTPUTS_A_REQUEST, (index + 1) * OUTPUTS_A_REQUEST),
  )
  return chunks.map((chunk) => endpointQuery('spends', { output: chunk.join(',') }))
}

/** By which unconfirmed transaction an output is being spent. */
export function BeingSpent({ by }: { by: string | undefined }) {
  if (by === undefined) return null
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5 align-middle text-sm">
      <Badge tone="pending">Being spent</Badge>
      <span className="text-muted">by</span>
      <Id text={by} to={transactionLink(by)} />
    </span>
  )
}
