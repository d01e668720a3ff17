import { line } from 'd3-shape'
import { useFormatCount } from '../ui/numbers.tsx'
import { ClippedValue, EDGE } from './ClippedColumns.tsx'
import { compareLook } from './compareLooks.ts'
import { percent } from './Panel.tsx'
import type { Palette } from './palette.ts'
import type { ValueScale } from './valueScale.ts'

/** From the first column on; a line may end before the others. Without values there is no line. */
export type ComparedLine = { key: string; values: readonly number[]; isUnfinished: boolean }

type Props = {
  lines: readonly ComparedLine[]
  /** The number of columns. */
  count: number
  scale: ValueScale
  palette: Palette
  /** The column that is pointed at. */
  active?: number | undefined
}

/** Straight lines between values. A hollow point is the end of a line whose period is not over. */
export function CompareLines({ lines, count, scale, palette, active }: Props) {
  return lines.map(({ key, values, isUnfinished }, index) => {
    const look = compareLook(index, palette)
    const last = values.length - 1
    const marked = [
      ...(last < 0
        ? []
        : [{ name: 'end', at: last, fill: isUnfinished ? palette.surface : look.stroke }]),
      ...(active === undefined || active > last
        ? []
        : [{ name: 'active', at: active, fill: look.stroke }]),
    ]
    return (
      <g key={key}>
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${count} ${scale.height}`}
          width="100%"
          height={scale.height}
          preserveAspectRatio="none"
          overflow="visible"
        >
          <path
            d={pathOf(values, scale)}
            fill="none"
            strokeWidth="2"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
            {...look}
          />
        </svg>
        {marked.map(({ name, at, fill }) => (
          <circle
            key={name}
            cx={percent((at + 0.5) / count)}
            cy={scale.y(values[at] ?? 0)}
            r="3.5"
            fill={fill}
            stroke={look.stroke}
            strokeWidth="1.75"
          />
        ))}
      </g>
    )
  })
}

function pathOf(values: readonly number[], scale: ValueScale): string {
  const draw = line<number>()
    .x((_, index) => index + 0.5)
    .y((value) => scale.y(value))
    .digits(2)
  return draw([...values]) ?? ''
}

/** A part of a line beside the name of what it is of. */
export function LineSample({ index, palette }: { index: number; palette: Palette }) {
  return (
    <svg aria-hidden="true" width="22" height="8" className="shrink-0">
      <path d="M0 4H22" fill="none" strokeWidth="2" {...compareLook(index, palette)} />
    </svg>
  )
}

type ClippedProps = Pick<Props, 'lines' | 'count' | 'scale' | 'palette'>

/** In pixels: of a value below another. */
const [FIRST, STEP] = [8, 13]

/** The values that the scale cuts off, from above in their order, each beside its point. */
export function ClippedLineValues({ lines, count, scale, palette }: ClippedProps) {
  const formatCount = useFormatCount()
  const clipped = lines.flatMap(({ key, values }) =>
    values.flatMap((value, at) => (value > scale.top ? [{ key: `${key} ${at}`, value, at }] : [])),
  )
  return clipped.map(({ key, value, at }, index) => (
    <ClippedValue
      key={key}
      at={(at + 0.5) / count}
      isAtLeft={(at + 0.5) / count > 1 - EDGE}
      y={scale.y(scale.top) + FIRST + index * STEP}
      palette={palette}
    >
      <tspan data-value="line.movements">{formatCount(value)}</tspan>
    </ClippedValue>
  ))
}
