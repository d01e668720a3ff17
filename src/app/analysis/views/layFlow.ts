import { sankey } from 'd3-sankey'
import type { Flow } from '../engine/flow.ts'
import type { Side } from './places.ts'

/** A flow as shapes: across from 0 to 100, which the page stretches, and down in pixels. */
export type LaidFlow = {
  height: number
  bars: { side: Side; place: number; edges: number[]; top: number; bottom: number }[]
  ribbons: { edge: number; path: string }[]
}

// The library numbers its nodes itself, as `index`.
type Node = { side: Side; place: number }

/** Between the middles of two labels. */
const LINE = 20
const THINNEST = 2

export function layFlow({ sources, targets, edges }: Flow): LaidFlow {
  const lines = Math.max(sources.length, targets.length)
  const height = lines * LINE + 140
  const nodes = [
    ...sources.map((_, place): Node => ({ side: 'source', place })),
    ...targets.map((_, place): Node => ({ side: 'target', place })),
  ]
  const links = edges.map(({ source, target, share }, edge) => ({
    edge,
    source,
    target: sources.length + target,
    // Nothing at all has no place in a layout.
    value: Math.max(share, 1e-9),
  }))
  const lay = sankey<Node, { edge: number }>()
    .extent([
      [0, LINE / 2],
      [100, height - LINE / 2],
    ])
    .nodeWidth(0)
    .nodePadding(LINE)
    // In the order of the table, the largest first, and spread evenly.
    .nodeSort(null)
    .linkSort((a, b) => a.edge - b.edge)
    .iterations(0)
  const laid = lay({ nodes, links })
  return {
    height,
    bars: laid.nodes.map(({ side, place, y0 = 0, y1 = 0, sourceLinks = [], targetLinks = [] }) => ({
      side,
      place,
      edges: [...sourceLinks, ...targetLinks].map(({ edge }) => edge),
      top: y0,
      bottom: Math.max(y1, y0 + THINNEST),
    })),
    ribbons: laid.links.map(({ edge, y0 = 0, y1 = 0, width = 0 }) => ({
      edge,
      path: drawRibbon(y0, y1, Math.max(width, THINNEST) / 2),
    })),
  }
}

/** From the middle of its left end to that of its right end, as wide as twice `half`. */
function drawRibbon(left: number, right: number, half: number): string {
  const [a, b, c, d] = [left - half, right - half, right + half, left + half]
  return `M0 ${a}C50 ${a} 50 ${b} 100 ${b}V${c}C50 ${c} 50 ${d} 0 ${d}Z`
}
