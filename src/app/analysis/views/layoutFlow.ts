import { sankey } from 'd3-sankey'
import type { Flow } from '../engine/flow.ts'
import type { Side } from './flowLabels.ts'

/** A flow as shapes: x from 0 to 100, stretched by the page; y in pixels. */
export type FlowLayout = {
  height: number
  bars: { side: Side; index: number; edges: number[]; top: number; bottom: number }[]
  ribbons: { edge: number; path: string }[]
}

// Not `index`, which d3-sankey sets itself.
type Node = { side: Side; position: number }

const LABEL_HEIGHT = 20
const MIN_WIDTH = 2

/** Lays out a flow as a Sankey diagram. */
export function layoutFlow({ sources, targets, edges }: Flow): FlowLayout {
  const height = Math.max(sources.length, targets.length) * LABEL_HEIGHT + 140
  const nodes = [
    ...sources.map((_, position): Node => ({ side: 'source', position })),
    ...targets.map((_, position): Node => ({ side: 'target', position })),
  ]
  const links = edges.map(({ source, target, share }, edge) => ({
    edge,
    source,
    target: sources.length + target,
    // d3-sankey cannot lay out a link of value 0.
    value: Math.max(share, 1e-9),
  }))
  const layout = sankey<Node, { edge: number }>()
    .extent([
      [0, LABEL_HEIGHT / 2],
      [100, height - LABEL_HEIGHT / 2],
    ])
    .nodeWidth(0)
    .nodePadding(LABEL_HEIGHT)
    // In the order of the table, evenly spread.
    .nodeSort(null)
    .linkSort((a, b) => a.edge - b.edge)
    .iterations(0)({ nodes, links })
  return {
    height,
    bars: layout.nodes.map(
      ({ side, position, y0 = 0, y1 = 0, sourceLinks = [], targetLinks = [] }) => ({
        side,
        index: position,
        edges: [...sourceLinks, ...targetLinks].map(({ edge }) => edge),
        top: y0,
        bottom: Math.max(y1, y0 + MIN_WIDTH),
      }),
    ),
    ribbons: layout.links.map(({ edge, y0 = 0, y1 = 0, width = 0 }) => ({
      edge,
      path: drawRibbon(y0, y1, Math.max(width, MIN_WIDTH) / 2),
    })),
  }
}

/** The path of a ribbon between the middles of its ends. `half` is half of its width. */
function drawRibbon(left: number, right: number, half: number): string {
  const [a, b, c, d] = [left - half, right - half, right + half, left + half]
  return `M0 ${a}C50 ${a} 50 ${b} 100 ${b}V${c}C50 ${c} 50 ${d} 0 ${d}Z`
}
