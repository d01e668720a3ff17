import { Link } from 'react-router-dom'
import type { RuneOutput } from '../../../contract/schemas/address.ts'
import { blockLink, outputLink } from '../../links.ts'
import { EndpointList } from '../../lists/List.tsx'
import type { ListPage } from '../../lists/Pager.tsx'
import { RUNE_TITLE, TIME } from '../../movements/columns.tsx'
import type { EndpointQuery } from '../../query.ts'
import { amountColumn } from '../../ui/amountColumn.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Id } from '../../ui/Id.tsx'
import { Numeral } from '../../ui/numbers.tsx'

type Props = { query: EndpointQuery<ListPage<RuneOutput>> }

export function Outputs({ query }: Props) {
  return (
    <EndpointList query={query} things="entries" empty={{ title: 'No runes in unspent outputs' }}>
      {({ results }, isBusy) => (
        <DataTable
          caption="Unspent outputs of the address"
          rows={results}
          isBusy={isBusy}
          keyOf={({ output, rune }) => `${output} ${rune.id}`}
          groupOf={({ output }) => output}
          columns={outputColumns(results)}
        />
      )}
    </EndpointList>
  )
}

function outputColumns(rows: RuneOutput[]): (Column<RuneOutput> | undefined)[] {
  return [
    {
      heading: 'Output',
      className: 'w-44 phone:col-start-1 phone:row-start-2',
      cell: ({ output }, index) =>
        rows[index - 1]?.output === output ? null : <Id text={output} to={outputLink(output)} />,
    },
    RUNE_TITLE,
    amountColumn(rows, 'Amount', ({ amount }) => amount),
    {
      heading: 'Block',
      isNumber: true,
      className: 'w-32 phone:hidden',
      cell: ({ place: { block_height } }) => (
        <Link to={blockLink(block_height)} className="quiet-link">
          <Numeral value={block_height} />
        </Link>
      ),
    },
    TIME,
  ]
}
