import type { ParametersOf } from '../../../contract/endpoints.ts'
import { EndpointList } from '../../lists/List.tsx'
import { endpointQuery } from '../../query.ts'
import { RuneTable } from '../../runes/RuneTable.tsx'

/** The runes whose commitments the address paid for. */
export function PaidRunes({ query }: { query: ReturnType<typeof paidRunesQuery> }) {
  return (
    <>
      <p className="mt-4 text-sm text-muted">
        This address paid for the commitments to the names of these runes.
      </p>
      <EndpointList
        query={query}
        things="runes"
        empty={{ title: 'This index knows no commitment that the address paid for' }}
      >
        {({ results }, isBusy) => (
          <RuneTable caption="Runes that the address paid for" rows={results} isBusy={isBusy} />
        )}
      </EndpointList>
    </>
  )
}

type Page = {
  address: string
  paging: Partial<Pick<ParametersOf<'addressPaid'>, 'limit' | 'offset'>>
}

export function paidRunesQuery({ address, paging }: Page) {
  return endpointQuery('addressPaid', { address, ...paging })
}
