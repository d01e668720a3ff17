import type { AddressTotals, RuneTotals } from '../../contract/schemas/movement.ts'
import { addressLink } from '../links.ts'
import { EndpointList } from '../lists/List.tsx'
import type { ListPage } from '../lists/Pager.tsx'
import type { EndpointQuery } from '../query.ts'
import { amountColumn } from '../ui/amountColumn.tsx'
import { DataTable } from '../ui/DataTable.tsx'
import { MarkedId } from '../ui/Id.tsx'
import { Numeral } from '../ui/numbers.tsx'
import { RuneName } from './RuneName.tsx'

type Props<Row> = { query: EndpointQuery<ListPage<Row>> }

export function AddressTotalsList({ query }: Props<AddressTotals>) {
  return (
    <EndpointList query={query} things="entries" empty={{ title: 'No address took part' }}>
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
            {
              heading: 'Rune',
              className:
                'max-w-72 phone:col-span-2 phone:col-start-1 phone:row-start-2 phone:max-w-none',
              cell: ({ rune }) => <RuneName rune={rune} />,
            },
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
            {
              heading: 'Rune',
              className: 'phone:col-start-1 phone:row-start-1',
              cell: ({ rune }) => <RuneName rune={rune} />,
            },
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

/** What is 0 is left out. On phones, the other columns suffice. */
function partColumn<Row>(rows: Row[], heading: string, amountOf: (row: Row) => string) {
  const notZero = (row: Row) => (/[1-9]/.test(amountOf(row)) ? amountOf(row) : undefined)
  return amountColumn(rows, heading, notZero, { className: 'phone:hidden' })
}
