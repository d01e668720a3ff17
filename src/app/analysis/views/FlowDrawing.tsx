import { useLanguage } from '../../ui/language.ts'
import { shortenHash } from '../../ui/shortenHash.ts'
import type { Flow } from '../engine/flow.ts'
import { nodeLabel, outputLabel } from './flowLabels.ts'
import type { FlowLayout } from './layoutFlow.ts'

type Props = { flow: Flow; layout: FlowLayout; marked: number[] }

/**
 * Ribbons between two columns of bars, stretched to the available width. The labels are not stretched.
 * Hidden from screen readers, because the sentence and the table contain the same.
 */
export function FlowDrawing({ flow, layout: { height, bars, ribbons }, marked }: Props) {
  const language = useLanguage()
  return (
    <div aria-hidden="true" className="relative">
      <svg
        aria-hidden="true"
        className="group w-full overflow-visible @lg:ms-42 @lg:me-48 @lg:w-[calc(100%-22.5rem)]"
        height={height}
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
      >
        {ribbons.map(({ edge, path }) => (
          <path
            key={edge}
            data-edges={edge}
            data-marked={marked.includes(edge) || undefined}
            d={path}
            vectorEffect="non-scaling-stroke"
            className={`group-has-data-marked:not-data-marked:[fill-opacity:0.15] ${
              flow.edges[edge]?.isChange
                ? 'fill-current stroke-current stroke-1 [fill-opacity:0.25] [stroke-dasharray:4_3]'
                : 'fill-current stroke-surface stroke-[0.5] [fill-opacity:0.7]'
            }`}
          />
        ))}
        {bars.map(({ side, index, edges, top, bottom }) => (
          <line
            key={`${side} ${index}`}
            data-edges={edges.join(' ')}
            x1={side === 'source' ? 0 : 100}
            x2={side === 'source' ? 0 : 100}
            y1={top}
            y2={bottom}
            vectorEffect="non-scaling-stroke"
            className="stroke-current stroke-8"
          />
        ))}
      </svg>
      <svg
        aria-hidden="true"
        className="pointer-events-none absolute inset-0"
        width="100%"
        height={height}
      >
        {bars.map(({ side, index, edges, top, bottom }) => {
          const node = (side === 'source' ? flow.sources : flow.targets)[index]
          return (
            <text
              key={`${side} ${index}`}
              data-edges={edges.join(' ')}
              data-side={side}
              x={side === 'source' ? '0' : '100%'}
              y={(top + bottom) / 2}
              dy=".35em"
              textAnchor={side === 'source' ? 'start' : 'end'}
              paintOrder="stroke"
              strokeLinejoin="round"
              className={`pointer-events-auto fill-ink stroke-surface stroke-3 text-xs @lg:translate-x-0 forced-colors:fill-[CanvasText] forced-colors:stroke-[Canvas] ${
                side === 'source' ? 'translate-x-2' : '-translate-x-2'
              }`}
            >
              {node?.kind === 'output' && node.vout !== undefined ? (
                <>
                  {outputLabel(node)}
                  {/* Too long for phones. The table shows it. */}
                  <tspan className="hidden @lg:inline"> {shortenHash(node.address ?? '')}</tspan>
                </>
              ) : (
                node && nodeLabel(node, side, language)
              )}
            </text>
          )
        })}
      </svg>
    </div>
  )
}
