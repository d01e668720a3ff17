import { Hash } from '../../ui/Hash.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { useLanguage } from '../../ui/reader.ts'
import type { Edge, Flow, Place } from '../engine/flow.ts'
import { nameOf } from '../engine/wholeRecord.ts'
import type { ViewProps } from './asking.ts'
import { FiguresTable } from './FiguresTable.tsx'
import { outputLabel, placeLabel, recordsOfEdge, type Side } from './places.ts'

type Props = { flow: Flow; marked: number[]; linkTo: ViewProps['linkTo'] }

/** The same as the drawing, to be read. */
export function FlowTable({ flow, marked, linkTo }: Props) {
  const { rune, edges, measure } = flow
  return (
    <FiguresTable
      caption={`What flowed where of ${nameOf(rune)}`}
      columns={[
        'From',
        'To',
        ...(measure === 'amounts' ? [{ number: 'Amount' }] : []),
        { number: 'Records' },
      ]}
    >
      {edges.map((edge, index) => (
        <tr
          key={`${edge.source} ${edge.target}`}
          data-edges={index}
          data-marked={marked.includes(index) || undefined}
        >
          <td>
            <PlaceName place={flow.sources[edge.source]} side="source" />
          </td>
          <td>
            <PlaceName place={flow.targets[edge.target]} side="target" />
            {edge.isChange && <span className="ms-1 text-sm text-muted">change</span>}
          </td>
          {measure === 'amounts' && (
            <td className="min-w-44 text-end">
              <Numeral value={edge.size} />
            </td>
          )}
          <td className="text-end">
            <Records flow={flow} edge={edge} linkTo={linkTo} />
          </td>
        </tr>
      ))}
    </FiguresTable>
  )
}

function PlaceName({ place, side }: { place: Place | undefined; side: Side }) {
  const language = useLanguage()
  if (place === undefined) return
  if (place.kind !== 'address' && place.kind !== 'output') return placeLabel(place, side, language)
  return (
    <span className="whitespace-nowrap">
      {place.kind === 'output' && `${outputLabel(place)} `}
      {place.address !== undefined && <Hash text={place.address} label="address" />}
    </span>
  )
}

function Records({ flow, edge, linkTo }: Omit<Props, 'marked'> & { edge: Edge }) {
  const filter = recordsOfEdge(flow, edge)
  if (filter === undefined) return <Numeral value={edge.records} />
  return (
    <a href={linkTo({ view: 'records', filter })} className="link">
      <Numeral value={edge.records} />
    </a>
  )
}
