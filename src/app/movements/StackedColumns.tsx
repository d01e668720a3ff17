import { MOVEMENT_LOOKS, SHOWN_TYPES } from './TypeBadge.tsx'

/** In units of the drawing. */
export const COLUMN_WIDTH = 10

type Props = {
  /** The numbers of transfers, mints, burns and etchings of each column. */
  columns: (readonly number[])[]
  height: number
}

/**
 * Columns stacked by type, inside an SVG. Their height grows with the square root, so that a large one does not
 * flatten all others.
 */
export function StackedColumns({ columns, height }: Props) {
  const highest = Math.max(1, ...columns.map(sumOf))
  return SHOWN_TYPES.map((type, row) => (
    <path
      key={type}
      d={columns.map((counts, index) => layerOf({ counts, row, index, highest, height })).join('')}
      className={`pointer-events-none ${MOVEMENT_LOOKS[type].fill}`}
    />
  ))
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

type Layer = {
  counts: readonly number[]
  row: number
  index: number
  highest: number
  height: number
}

/** The part of a column that stands for a type; nothing if there is none. */
function layerOf({ counts, row, index, highest, height }: Layer): string {
  const total = sumOf(counts)
  const scale = ((height - 2) * Math.sqrt(total / highest)) / Math.max(1, total)
  const layers = counts.map((count) => (count === 0 ? 0 : Math.max(1.5, count * scale)))
  const layer = layers[row] ?? 0
  if (layer === 0) return ''
  const top = Math.max(0, height - sumOf(layers.slice(0, row)) - layer)
  const width = COLUMN_WIDTH - 2
  return `M${index * COLUMN_WIDTH + 1} ${top.toFixed(1)}h${width}v${(layer - 0.5).toFixed(1)}h${-width}z`
}
