import { Link } from 'react-router-dom'
import { AddressLink } from '../../activity/AddressLink.tsx'
import { RuneName } from '../../activity/RuneName.tsx'
import { recordAnchor } from '../../links.ts'
import { CardTable } from '../../ui/CardTable.tsx'
import { MissingValue } from '../../ui/MissingValue.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import type { Summary } from '../engine/summarise.ts'
import { BarLink } from './BarLink.tsx'
import { ChartPanel } from './ChartPanel.tsx'
import { OPERATION_COLUMN } from './operationColumn.tsx'
import { OPERATION_FILLS, OTHER_FILL } from './operationFillClasses.ts'
import type { ViewProps } from './viewProps.ts'

/** The largest sends and burns of the runes with the most records. */
export function LargestMoves({
  summary,
  state: { filter },
  linkTo,
  path,
}: ViewProps & { summary: Summary }) {
  const rows = summary.largest.flatMap(({ rune, moves }) =>
    moves.map((move) => ({ ...move, rune })),
  )
  type Row = (typeof rows)[number]
  const largerThan = ({ rune, operation, amount }: Row) =>
    linkTo({
      view: 'records',
      filter: { ...filter, runes: [rune.id], operations: [operation], min: amount },
      sort: { column: 'amount', direction: 'descending' },
      grouping: undefined,
    })
  const addressColumn = (heading: string, side: 'from' | 'to') => ({
    heading,
    className: 'whitespace-nowrap',
    cell: ({ [side]: address }: Row) =>
      address === undefined ? <MissingValue /> : <AddressLink address={address} />,
  })
  return (
    <ChartPanel
      id="largest-moves"
      heading="Largest moves"
      description="The largest sends and burns of the most frequent runes, excluding change. Each rune has its own scale, because amounts of different runes cannot be compared."
    >
      <CardTable
        caption="Largest moves by rune"
        rows={rows}
        keyOf={({ position }) => position}
        columns={[
          { heading: 'Rune', isTitle: true, cell: ({ rune }) => <RuneName rune={rune} /> },
          {
            heading: 'Amount',
            className: 'min-w-64 cards:min-w-0',
            cell: (move) => (
              <BarLink
                to={largerThan(move)}
                value={move.amount}
                share={move.share}
                fill={OPERATION_FILLS.get(move.operation) ?? OTHER_FILL}
              />
            ),
          },
          OPERATION_COLUMN,
          addressColumn('From', 'from'),
          addressColumn('To', 'to'),
          {
            heading: 'Record',
            isNumber: true,
            cell: ({ position }) => (
              <Link to={`${path}#${recordAnchor(position)}`} className="link">
                <Numeral value={position} />
              </Link>
            ),
          },
        ]}
      />
    </ChartPanel>
  )
}
