import type { ReactNode } from 'react'
import type { RuneLabel } from '../../contract/schemas/runeLabel.ts'
import { EndpointList } from '../lists/List.tsx'
import type { ListPage } from '../lists/Pager.tsx'
import type { EndpointQuery } from '../query.ts'
import { amountColumn } from '../ui/amountColumn.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { RUNE_TITLE } from './columns.tsx'

type Output = { output: string; rune: RuneLabel; amount: string }

type Props<Row> = {
  query: EndpointQuery<ListPage<Row>>
  caption: string
  /** What is said if there are none. */
  empty: string
  /** The link to an output, and the width of its column. */
  link: (row: Row) => ReactNode
  width: string
  /** What follows the rune and the amount. */
  columns: Column<Row>[]
}

/** The runes in outputs. An output with several runes has a row for each, and its link in the first. */
export function OutputList<Row extends Output>(props: Props<Row>) {
  const { query, caption, empty, link, width, columns } = props
  return (
    <EndpointList query={query} things="entries" empty={{ title: empty }}>
      {({ results }, isBusy) => (
        <DataTable
          caption={caption}
          rows={results}
          isBusy={isBusy}
          keyOf={({ output, rune }) => `${output} ${rune.id}`}
          groupOf={({ output }) => output}
          columns={[
            {
              heading: 'Output',
              area: 'detail',
              className: width,
              cell: (row, index) => results[index - 1]?.output !== row.output && link(row),
            },
            RUNE_TITLE,
            amountColumn(results, 'Amount', ({ amount }) => amount),
            ...columns,
          ]}
        />
      )}
    </EndpointList>
  )
}
