import { ClippedColumns } from './ClippedColumns.tsx'
import type { Palette } from './palette.ts'
import { columnAt, columnWidth } from './TypeColumns.tsx'
import type { ValueScale } from './valueScale.ts'

type Props = {
  values: readonly number[]
  scale: ValueScale
  palette: Palette
  /** Whether the period of the last column is not over: it is hatched. */
  isUnfinished: boolean
}

/** Columns of movements of all types together. */
export function PlainColumns({ values, scale, palette, isUnfinished }: Props) {
  const shapeOf = (value: number, index: number) => ({
    ...columnAt(index, values.length),
    y: scale.y(value),
    height: scale.height - scale.y(value),
  })
  const last = values.length - 1
  return (
    <>
      <g fill={palette.muted} fillOpacity="0.75" stroke={palette.edge}>
        {values.map((value, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
          value === 0 ? null : <rect key={index} {...shapeOf(value, index)} />,
        )}
      </g>
      {isUnfinished && <rect {...shapeOf(values[last] ?? 0, last)} fill={palette.unfinished} />}
      <ClippedColumns
        totals={values}
        width={columnWidth(values.length)}
        scale={scale}
        palette={palette}
      />
    </>
  )
}
