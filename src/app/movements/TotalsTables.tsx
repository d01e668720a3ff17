import { useQuery } from '@tanstack/react-query'
import type { AddressTotals, RuneTotals } from '../../contract/schemas/movement.ts'
import { addressLink } from '../links.ts'
import { EndpointList } from '../lists/List.tsx'
import type { ListPage } from '../lists/Pager.tsx'
import type { EndpointQuery } from '../query.ts'
import { amountColumn } from '../ui/amountColumn.tsx'
import { DataTable } from '../ui/DataTable.tsx'
import { MarkedId } from '../ui/Id.tsx'
import { Count, Numeral } from '../ui/numbers.tsx'
import { RUNE, RUNE_TITLE } from './columns.tsx'

type Props<Row> = { query: EndpointQuery<ListPage<Row>> }

export function AddressTotalsList({ query }: Props<AddressTotals>) {
  return (
    <EndpointList
      query={query}
      toolbar={{ children: <Order total={useQuery(query).data?.value.total} /> }}
      things="pairs of address and rune"
      empty={{ title: 'No address took part' }}
    >
      {({ results: rows }, isBusy) => (
        <DataTable
          caption="What each address got and gave"
          rows={rows}
          isBusy={isBusy}
          keyOf={({ address, rune }) => `${address} ${rune.id}`}
          columns={[
            {
              heading: 'Address',
              className: 'phone:col-start-1 phone:row-start-1',
              cell: ({ address }) =>
                address === undefined ? (
                  <span className="text-muted">no address</span>
                ) : (
                  <MarkedId text={address} to={addressLink(address)} />
                ),
            },
            RUNE,
            partColumn(rows, 'Received', ({ received }) => received),
            partColumn(rows, 'Minted', ({ minted }) => minted),
            partColumn(rows, 'Sent', ({ sent }) => sent),
            partColumn(rows, 'Burned', ({ burned }) => burned),
            amountColumn(rows, 'Net', ({ net }) => net, { isSigned: true }),
          ]}
        />
      )}
    </EndpointList>
  )
}

export function RuneTotalsList({ query }: Props<RuneTotals>) {
  return (
    <EndpointList query={query} things="runes" empty={{ title: 'No runes moved' }}>
      {({ results: rows }, isBusy) => (
        <DataTable
          caption="What happened to each rune"
          rows={rows}
          isBusy={isBusy}
          keyOf={({ rune }) => rune.id}
          columns={[
            RUNE_TITLE,
            {
              heading: 'Movements',
              isNumber: true,
              className: 'phone:col-start-2 phone:row-start-1',
              cell: ({ movements }) => <Numeral value={movements} />,
            },
            partColumn(rows, 'Transferred', ({ transferred }) => transferred),
            partColumn(rows, 'Minted', ({ minted }) => minted),
            partColumn(rows, 'Premined', ({ premined }) => premined),
            partColumn(rows, 'Burned', ({ burned }) => burned),
            {
              heading: 'Addresses',
              isNumber: true,
              className: 'phone:hidden',
              cell: ({ addresses }) => <Numeral value={addresses} />,
            },
          ]}
        />
      )}
    </EndpointList>
  )
}

function Order({ total }: { total: number | undefined }) {
  if (!total) return null
  return (
    <p className="text-sm text-muted phone:hidden">
      <Count value={total} one="pair of address and rune" many="pairs of address and rune" />, the
      runes with the most movements first, then the largest amounts
    </p>
  )
}

/** What is 0 is left out. On phones, the other columns suffice. */
function partColumn<Row>(rows: Row[], heading: string, amountOf: (row: Row) => string) {
  const notZero = (row: Row) => (/[1-9]/.test(amountOf(row)) ? amountOf(row) : undefined)
  return amountColumn(rows, heading, notZero, { className: 'phone:hidden' })
}
