import { ClippedColumns } from './ClippedColumns.tsx'
import { percent } from './Panel.tsx'
import type { Palette } from './palette.ts'
import { stackOf, type TypeCounts, totalOf } from './TypeColumns.tsx'
import type { ValueScale } from './valueScale.ts'

type Props = {
  columns: readonly TypeCounts[]
  /** How many movements a full stone stands for. */
  unit: number
  scale: ValueScale
  palette: Palette
  /** How far each column's stones are moved sideways, by its index and that of the stone: from −1 to 1. */
  offset: (column: number, stone: number) => number
  /** The columns that drop in. */
  isNew: (column: number) => boolean
}

/** Columns of stones, stacked by type. Heights are to scale; only the widths taper. */
export function Stones({ columns, unit, scale, palette, offset, isNew }: Props) {
  return (
    <>
      {columns.map((_, column) => (
        <g
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
          key={column}
          stroke={palette.edge}
          {...(isNew(column) && { className: 'animate-[drop-in_160ms]' })}
        >
          {stonesOf(columns, column, { unit, scale }).map(({ type, ...stone }, index) => (
            <rect
              key={stone.y}
              {...stone}
              rx={Math.min(5, stone.height / 2)}
              transform={`translate(${offset(column, index).toFixed(1)})`}
              fill={palette[type]}
            />
          ))}
        </g>
      ))}
      <ClippedColumns
        totals={columns.map(totalOf)}
        width={WIDTH / columns.length}
        scale={scale}
        palette={palette}
      />
    </>
  )
}

/** In parts of the room of a column. */
const WIDTH = 0.72
const TAPER = 0.3
/** In pixels: between stones. */
const GAP = 1

type Options = Pick<Props, 'unit' | 'scale'>

/** From below. What is left of a type is a lower stone. */
function stonesOf(columns: readonly TypeCounts[], column: number, { unit, scale }: Options) {
  return stackOf(columns).flatMap((layer) => {
    const [from, to] = layer[column] ?? [0, 0]
    const end = Math.min(to, scale.top)
    const count = Math.ceil(Math.max(0, end - from) / unit)
    return Array.from({ length: count }, (_, index) => {
      const [bottom, top] = [from + index * unit, Math.min(end, from + (index + 1) * unit)]
      const width = (WIDTH - (TAPER * bottom) / scale.top) / columns.length
      const height = scale.y(bottom) - scale.y(top)
      return {
        type: layer.key,
        x: percent((column + 0.5) / columns.length - width / 2),
        y: Number(scale.y(top).toFixed(2)),
        width: percent(width),
        height: Number(Math.max(height / 2, height - GAP).toFixed(2)),
      }
    })
  })
}
