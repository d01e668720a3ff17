import { stack } from 'd3-shape'
import type { MovementCounts } from '../../contract/schemas/movement.ts'
import { SHOWN_TYPES } from '../movements/TypeBadge.tsx'
import { ClippedColumns } from './ClippedColumns.tsx'
import { percent } from './Panel.tsx'
import type { Palette } from './palette.ts'
import type { ValueScale } from './valueScale.ts'

/** The numbers of transfers, mints, burns and etchings. */
export type TypeCounts = readonly [number, number, number, number]

/** "80 transfers, 948 mints"; empty if there are none. */
export function countsText(counts: TypeCounts, format: (count: number) => string): string {
  return SHOWN_TYPES.flatMap((type, index) => {
    const count = counts[index] ?? 0
    return count === 0 ? [] : `${format(count)} ${type}${count === 1 ? '' : 's'}`
  }).join(', ')
}

type Props = {
  columns: readonly TypeCounts[]
  scale: ValueScale
  palette: Palette
  /** Whether the period of the last column is not over: it is hatched. */
  isUnfinished: boolean
}

/** Columns stacked by type. */
export function TypeColumns({ columns, scale, palette, isUnfinished }: Props) {
  const place = (index: number) => columnAt(index, columns.length)
  return (
    <>
      {stackOf(columns).map((layer) => (
        <g key={layer.key} fill={palette[layer.key]} stroke={palette.edge}>
          {layer.map(([from, to], index) =>
            from === to ? null : (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
                key={index}
                {...place(index)}
                y={round(scale.y(to))}
                height={round(scale.y(from) - scale.y(to))}
              />
            ),
          )}
        </g>
      ))}
      {isUnfinished && (
        <rect
          {...place(columns.length - 1)}
          y={scale.y(totalOf(columns.at(-1) ?? []))}
          height={scale.height - scale.y(totalOf(columns.at(-1) ?? []))}
          fill={palette.unfinished}
        />
      )}
      <ClippedColumns
        totals={columns.map(totalOf)}
        width={columnWidth(columns.length)}
        scale={scale}
        palette={palette}
      />
    </>
  )
}

/** A layer for each type: where its part of each column begins and ends. */
export function stackOf(columns: readonly TypeCounts[]) {
  const layers = stack<TypeCounts, (typeof SHOWN_TYPES)[number]>()
    .keys(SHOWN_TYPES)
    .value((counts, type) => counts[SHOWN_TYPES.indexOf(type)] ?? 0)
  return layers([...columns])
}

export function countsOf({ transfers, mints, burns, etchings }: MovementCounts): TypeCounts {
  return [transfers, mints, burns, etchings]
}

export function totalOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

/** The widest column is a thirtieth of the drawing. */
const MIN_SLOTS = 30
const FILLED = 0.8

/** The left edge and the width of a column. */
export function columnAt(index: number, count: number) {
  const width = columnWidth(count)
  return { x: percent((index + 0.5) / count - width / 2), width: percent(width) }
}

/** As a part of the drawing. */
export function columnWidth(count: number): number {
  return FILLED / Math.max(count, MIN_SLOTS)
}

function round(pixels: number): number {
  return Number(pixels.toFixed(2))
}
