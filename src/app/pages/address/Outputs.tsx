import { Link } from 'react-router-dom'
import { pathTo } from '../../../contract/client.ts'
import type { Paging } from '../../../contract/paging.ts'
import type { RuneOutput } from '../../../contract/schemas/address.ts'
import { blockLink, outputLink } from '../../links.ts'
import { List, useList } from '../../lists/List.tsx'
import { Toolbar } from '../../lists/Toolbar.tsx'
import { RuneName } from '../../movements/RuneName.tsx'
import { amountColumn } from '../../ui/amountColumn.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Id } from '../../ui/Id.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { Age } from '../../ui/Time.tsx'

type Props = { address: string; paging: Paging }

/** The unspent outputs of an address that hold runes. */
export function Outputs({ address, paging }: Props) {
  const given = { address, ...paging }
  const list = useList('addressOutputs', given, address)
  return (
    <>
      <Toolbar page={list.data?.value} exportPath={pathTo('addressOutputs', given)} />
      <List list={list} things="entries" empty={{ title: 'No runes in unspent outputs' }}>
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
      </List>
    </>
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
    {
      heading: 'Rune',
      className: 'max-w-96 phone:col-start-1 phone:row-start-1 phone:max-w-none',
      cell: ({ rune }) => <RuneName rune={rune} />,
    },
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
    {
      heading: 'Time',
      isNumber: true,
      className: 'w-28 text-muted phone:col-start-2 phone:row-start-2 phone:w-auto',
      cell: ({ place }) => <Age milliseconds={place.timestamp * 1000} />,
    },
  ]
}
