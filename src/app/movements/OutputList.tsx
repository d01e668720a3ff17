import type { ReactNode } from 'react'
import type { Place } from '../../contract/schemas/movement.ts'
import type { RuneLabel } from '../../contract/schemas/runeLabel.ts'
import { EndpointList } from '../lists/List.tsx'
import type { ListPage } from '../lists/Pager.tsx'
import type { EndpointQuery } from '../query.ts'
import { amountColumn } from '../ui/amountColumn.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { type SpendsNow, useSpends } from './BeingSpent.tsx'
import { RUNE_TITLE } from './columns.tsx'

type Output = { output: string; rune: RuneLabel; amount: string; spent_by?: Place | undefined }

type Props<Row> = {
  query: EndpointQuery<ListPage<Row>>
  caption: string
  /** What the column of the links is called. */
  heading?: string
  /** What is said if there are none. */
  empty: string
  /** The link to an output, and the width of its column. */
  link: (row: Row) => ReactNode
  width: string
  /** What is said of an output, after the rune and the amount. */
  columns: (spends: SpendsNow) => (Column<Row> | undefined)[]
  /** Whether it says by which unconfirmed transactions they are being spent. */
  hasSpends?: boolean
}

/** The runes in outputs. An output with several runes has a row for each, and what is said of the output in the first. */
export function OutputList<Row extends Output>({ query, empty, ...props }: Props<Row>) {
  return (
    <EndpointList query={query} things="entries" empty={{ title: empty }}>
      {({ results }, isBusy) => <OutputTable {...props} rows={results} isBusy={isBusy} />}
    </EndpointList>
  )
}

type TableProps<Row> = Omit<Props<Row>, 'query' | 'empty'> & {
  rows: Row[]
  isBusy?: boolean
  isFurther?: boolean
}

export function OutputTable<Row extends Output>(props: TableProps<Row>) {
  const {
    caption,
    heading = 'Output',
    link,
    width,
    columns,
    hasSpends = true,
    rows,
    ...table
  } = props
  const unspent = rows.filter(({ spent_by }) => hasSpends && spent_by === undefined)
  const isFirst = (index: number) => rows[index - 1]?.output !== rows[index]?.output
  const spends = useSpends(unspent.map(({ output }) => output))
  return (
    <DataTable
      caption={caption}
      rows={rows}
      {...table}
      keyOf={({ output, rune }) => `${output} ${rune.id}`}
      groupOf={({ output }) => output}
      columns={[
        {
          heading,
          area: 'detail',
          className: width,
          cell: (row, index) => isFirst(index) && link(row),
        },
        RUNE_TITLE,
        amountColumn(rows, 'Amount', ({ amount }) => amount, { name: 'output.amount' }),
        ...columns(spends).map(
          (column) =>
            column && {
              ...column,
              cell: (row: Row, index: number) => isFirst(index) && column.cell(row, index),
            },
        ),
      ]}
    />
  )
}
