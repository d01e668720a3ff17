import type { ParametersOf } from '../../../contract/endpoints.ts'
import type { Refusal } from '../../../contract/schemas/refusal.ts'
import { EndpointList } from '../../lists/List.tsx'
import { BLOCK, TIME, transactionColumn } from '../../movements/columns.tsx'
import { RefusalBadge, RefusedThing, reasonText } from '../../movements/Refusals.tsx'
import { endpointQuery, useAbout } from '../../query.ts'
import { DataTable } from '../../ui/DataTable.tsx'

/** What runestones asked for, and the address did not get. */
export function AddressRefusals({ query }: { query: ReturnType<typeof refusalsQuery> }) {
  return (
    <>
      <p className="mt-4 text-sm text-muted">
        The protocol refused these mints and etchings. Units that no edict allocates would have gone
        to this address.
      </p>
      <EndpointList query={query} things="refusals" empty={{ title: 'Nothing was refused' }}>
        {({ results }, isBusy) => <RefusalTable rows={results} isBusy={isBusy} />}
      </EndpointList>
    </>
  )
}

function RefusalTable({ rows, isBusy }: { rows: Refusal[]; isBusy: boolean }) {
  return (
    <DataTable
      caption="Refused mints and etchings"
      rows={rows}
      isBusy={isBusy}
      keyOf={({ place, part }) => `${place.tx_id} ${part}`}
      groupOf={({ place }) => place.tx_id}
      columns={[
        {
          heading: 'Rune',
          area: 'name',
          className: 'min-w-76 max-w-96 phone:min-w-0',
          cell: (refusal) => <RefusedThing refusal={refusal} />,
        },
        {
          heading: 'Outcome',
          area: 'detail',
          label: '',
          cell: (refusal) => <RefusalBadge refusal={refusal} />,
        },
        {
          heading: 'Why',
          area: 'line',
          label: '',
          className: 'min-w-64 whitespace-normal py-2',
          cell: reasonText,
        },
        BLOCK,
        TIME,
        transactionColumn(rows, ({ place }) => place.tx_id, 'meta'),
      ]}
    />
  )
}

/** What became of them. An index that begins late does not know it of mints of older runes. */
export function Refused() {
  return useAbout()?.coverage?.is_complete === false ? 'refused or not known' : 'refused'
}

type Page = {
  address: string
  paging: Partial<Pick<ParametersOf<'addressRefusals'>, 'limit' | 'offset'>>
}

export function refusalsQuery({ address, paging }: Page) {
  return endpointQuery('addressRefusals', { address, ...paging })
}
