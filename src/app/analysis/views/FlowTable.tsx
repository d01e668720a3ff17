import { Link } from 'react-router-dom'
import { nameOfRune } from '../../../contract/activity.ts'
import { AddressLink } from '../../activity/AddressLink.tsx'
import { type CardColumn, CardTable } from '../../ui/CardTable.tsx'
import { useLanguage } from '../../ui/language.ts'
import { Amount, Numeral } from '../../ui/numbers.tsx'
import type { Flow, FlowEdge, FlowNode } from '../engine/flow.ts'
import { filterOfEdge, nodeLabel, outputLabel, type Side } from './flowLabels.ts'
import type { ViewProps } from './viewProps.ts'

type Props = { flow: Flow; marked: number[]; linkTo: ViewProps['linkTo'] }

/** A flow as a table with one row per edge. */
export function FlowTable({ flow, marked, linkTo }: Props) {
  const amount: CardColumn<FlowEdge> = {
    heading: 'Amount',
    isNumber: true,
    cell: ({ size }) => <Amount digits={size} />,
  }
  const columns: CardColumn<FlowEdge>[] = [
    { heading: 'From', cell: ({ source }) => <Node node={flow.sources[source]} side="source" /> },
    {
      heading: 'To',
      cell: ({ target, isChange }) => (
        <>
          <Node node={flow.targets[target]} side="target" />
          {isChange && <span className="ms-1 text-muted">change</span>}
        </>
      ),
    },
    ...(flow.measure === 'amounts' ? [amount] : []),
    {
      heading: 'Records',
      isNumber: true,
      cell: (edge) => <Records edge={edge} flow={flow} linkTo={linkTo} />,
    },
  ]
  return (
    <CardTable
      caption={`Flow of ${nameOfRune(flow.rune)}`}
      columns={columns}
      rows={flow.edges}
      keyOf={({ source, target }) => `${source} ${target}`}
      rowProps={(edge) => {
        const index = flow.edges.indexOf(edge)
        return {
          'data-edges': index,
          'data-marked': marked.includes(index) || undefined,
          // In forced-colours mode, only the outline is visible.
          className:
            'data-marked:bg-accent-soft data-marked:outline data-marked:-outline-offset-1 data-marked:outline-accent',
        }
      }}
    />
  )
}

function Node({ node, side }: { node: FlowNode | undefined; side: Side }) {
  const language = useLanguage()
  if (node === undefined) return
  if (node.kind !== 'address' && node.kind !== 'output') return nodeLabel(node, side, language)
  return (
    <span className="whitespace-nowrap">
      {node.kind === 'output' && `${outputLabel(node)} `}
      {node.address !== undefined && <AddressLink address={node.address} />}
    </span>
  )
}

function Records({ edge, flow, linkTo }: Omit<Props, 'marked'> & { edge: FlowEdge }) {
  const filter = filterOfEdge(flow, edge)
  if (filter === undefined) return <Numeral value={edge.records} />
  return (
    <Link to={linkTo({ view: 'records', filter })} className="link">
      <Numeral value={edge.records} />
    </Link>
  )
}
