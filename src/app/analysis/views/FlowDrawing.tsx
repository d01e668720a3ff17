import { useLanguage } from '../../ui/reader.ts'
import type { Flow } from '../engine/flow.ts'
import type { LaidFlow } from './layFlow.ts'
import { placeLabel, type Side } from './places.ts'

type Props = { flow: Flow; laid: LaidFlow; marked: number[] }

/**
 * Ribbons between two rows of bars, stretched to their place, so that they are right at any width, on
 * paper too; the labels above them are not stretched. It is for the eye: the figure that it stands in
 * has a sentence and a table of the same.
 */
export function FlowDrawing({ flow, laid: { height, bars, ribbons }, marked }: Props) {
  const language = useLanguage()
  return (
    <div aria-hidden="true" className="relative">
      <svg
        aria-hidden="true"
        className="flow-ribbons"
        height={height}
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
      >
        {ribbons.map(({ edge, path }) => (
          <path
            key={edge}
            data-edges={edge}
            data-marked={marked.includes(edge) || undefined}
            data-change={flow.edges[edge]?.isChange || undefined}
            d={path}
          />
        ))}
        {bars.map(({ side, place, edges, top, bottom }) => (
          <line
            key={`${side} ${place}`}
            data-edges={edges.join(' ')}
            x1={side === 'source' ? 0 : 100}
            x2={side === 'source' ? 0 : 100}
            y1={top}
            y2={bottom}
          />
        ))}
      </svg>
      <svg aria-hidden="true" className="flow-labels" width="100%" height={height}>
        {bars.map(({ side, place, edges, top, bottom }) => (
          <text
            key={`${side} ${place}`}
            data-edges={edges.join(' ')}
            className={`flow-${side}`}
            x={side === 'source' ? '0' : '100%'}
            y={(top + bottom) / 2}
            dy=".35em"
          >
            {labelOf(flow, side, place, language)}
          </text>
        ))}
      </svg>
    </div>
  )
}

function labelOf(flow: Flow, side: Side, index: number, language: string): string {
  const place = (side === 'source' ? flow.sources : flow.targets)[index]
  return place === undefined ? '' : placeLabel(place, side, language)
}
