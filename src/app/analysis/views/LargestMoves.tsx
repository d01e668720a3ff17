import type { Rune } from '../../../contract/activity.ts'
import { OperationBadge } from '../../activity/OperationBadge.tsx'
import { RuneName } from '../../activity/RuneName.tsx'
import { recordAnchor } from '../../links.ts'
import { Absent } from '../../ui/Absent.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import type { LargeMove } from '../engine/figures.ts'
import { FigurePanel, type FigureProps } from './BlockPicture.tsx'
import { CountLink } from './CountLink.tsx'
import { FiguresTable } from './FiguresTable.tsx'

/** The largest sends and burns of the runes with most records. */
export function LargestMoves(props: FigureProps) {
  const { largest } = props.figures
  if (largest.length === 0) return
  return (
    <FigurePanel
      id="largest-moves"
      heading="Largest moves"
      says="The largest sends and burns of each rune, without change. Each rune has its own scale: amounts of two runes do not compare."
    >
      <FiguresTable
        caption="Largest moves of each rune"
        columns={['Rune', 'Amount', 'Operation', 'From', 'To', { number: 'Record' }]}
      >
        {largest.flatMap(({ rune, moves }) =>
          moves.map((move) => <Row key={move.position} {...props} rune={rune} move={move} />),
        )}
      </FiguresTable>
    </FigurePanel>
  )
}

type RowProps = FigureProps & { rune: Rune; move: LargeMove }

function Row({ asked: { filter }, linkTo, path, rune, move }: RowProps) {
  const { position, operation, amount, share, from, to } = move
  const like = { ...filter, runes: [rune.id], operations: [operation], min: amount }
  return (
    <tr>
      <td>
        <RuneName rune={rune} />
      </td>
      <td className="min-w-64">
        <CountLink
          to={linkTo({
            view: 'records',
            filter: like,
            sort: { column: 'amount', direction: 'descending' },
            grouping: undefined,
          })}
          value={amount}
          share={share}
          look={operation === 'burn' ? 'text-burn' : 'text-send'}
        />
      </td>
      <td className="whitespace-nowrap">
        <OperationBadge operation={operation} />
      </td>
      {[from, to].map((address, side) => (
        <td key={side === 0 ? 'from' : 'to'} className="whitespace-nowrap">
          {address === undefined ? <Absent /> : <Hash text={address} label="address" />}
        </td>
      ))}
      <td className="text-end">
        <a href={`${path}#${recordAnchor(position)}`} className="link">
          <Numeral value={position} />
        </a>
      </td>
    </tr>
  )
}
