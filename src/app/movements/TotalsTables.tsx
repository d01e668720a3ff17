import type { UseQueryResult } from '@tanstack/react-query'
import type { Reply } from '../../contract/client.ts'
import type { RequestError } from '../../contract/requestError.ts'
import type { AddressTotals, RuneTotals } from '../../contract/schemas/movement.ts'
import { addressLink } from '../links.ts'
import { List } from '../lists/List.tsx'
import type { ListPage } from '../lists/Pager.tsx'
import { Toolbar } from '../lists/Toolbar.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { MarkedId } from '../ui/Id.tsx'
import { Amount, Numeral, placesOf } from '../ui/numbers.tsx'
import { RuneName } from './RuneName.tsx'

type ListProps<Row> = {
  list: UseQueryResult<Reply<ListPage<Row>>, RequestError>
  exportPath: string
}

/** What each address got and gave. */
export function AddressTotalsList({ list, exportPath }: ListProps<AddressTotals>) {
  return (
    <>
      <Toolbar page={list.data?.value} exportPath={exportPath} />
      <List list={list} things="entries" empty={{ title: 'No address took part' }}>
        {({ results }, isBusy) => <AddressTotalsTable rows={results} isBusy={isBusy} />}
      </List>
    </>
  )
}

/** What happened to each rune. */
export function RuneTotalsList({ list, exportPath }: ListProps<RuneTotals>) {
  return (
    <>
      <Toolbar page={list.data?.value} exportPath={exportPath} />
      <List list={list} things="runes" empty={{ title: 'No runes moved' }}>
        {({ results }, isBusy) => <RuneTotalsTable rows={results} isBusy={isBusy} />}
      </List>
    </>
  )
}

type Props<Row> = { rows: Row[]; isBusy: boolean }

function AddressTotalsTable({ rows, isBusy }: Props<AddressTotals>) {
  const netPlaces = placesOf(rows.map(({ net }) => net))
  return (
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
        amountColumn(rows, 'Received', ({ received }) => received),
        amountColumn(rows, 'Minted', ({ minted }) => minted),
        amountColumn(rows, 'Sent', ({ sent }) => sent),
        amountColumn(rows, 'Burned', ({ burned }) => burned),
        {
          heading: 'Net',
          isNumber: true,
          className: 'phone:col-start-2 phone:row-start-1',
          cell: ({ net }) => <Amount digits={net} places={netPlaces} isSigned />,
        },
      ]}
    />
  )
}

function RuneTotalsTable({ rows, isBusy }: Props<RuneTotals>) {
  return (
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
        amountColumn(rows, 'Transferred', ({ transferred }) => transferred),
        amountColumn(rows, 'Minted', ({ minted }) => minted),
        amountColumn(rows, 'Premined', ({ premined }) => premined),
        amountColumn(rows, 'Burned', ({ burned }) => burned),
        {
          heading: 'Addresses',
          isNumber: true,
          className: 'phone:hidden',
          cell: ({ addresses }) => <Numeral value={addresses} />,
        },
      ]}
    />
  )
}

/** A column of amounts, unless all are 0. */
function amountColumn<Row>(
  rows: Row[],
  heading: string,
  amountOf: (row: Row) => string,
): Column<Row> | undefined {
  if (rows.every((row) => isZero(amountOf(row)))) return
  const places = placesOf(rows.map(amountOf))
  return {
    heading,
    isNumber: true,
    className: 'phone:hidden',
    cell: (row) =>
      isZero(amountOf(row)) ? null : <Amount digits={amountOf(row)} places={places} />,
  }
}

function isZero(amount: string): boolean {
  return /^[0.]*$/.test(amount)
}
