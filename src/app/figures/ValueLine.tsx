import { area, line } from 'd3-shape'
import type { Palette } from './palette.ts'
import type { ValueScale } from './valueScale.ts'

type Props = {
  /** At equal distances; undefined where it is not known. */
  values: readonly (number | undefined)[]
  scale: ValueScale
  palette: Palette
  /** Whether the period of the last value is not over: the way to it is dashed. */
  isUnfinished: boolean
  stroke?: string
  /** Whether the area below it is filled. */
  hasArea?: boolean
}

/** Straight lines between values. */
export function ValueLine(props: Props) {
  const { values, scale, palette, isUnfinished, stroke = palette.ink, hasArea } = props
  const end = isUnfinished ? values.length - 1 : values.length
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${values.length} ${scale.height}`}
      width="100%"
      height={scale.height}
      preserveAspectRatio="none"
      overflow="visible"
      fill="none"
      stroke={stroke}
      strokeWidth="1.75"
    >
      {hasArea && <path d={areaOf(values, scale)} fill={stroke} fillOpacity="0.16" stroke="none" />}
      <path d={pathOf(values, scale, [0, end])} vectorEffect="non-scaling-stroke" />
      {isUnfinished && (
        <path
          d={pathOf(values, scale, [end - 1, values.length])}
          strokeDasharray="3 3"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  )
}

function pathOf(
  values: Props['values'],
  scale: ValueScale,
  [first, end]: [number, number],
): string {
  const draw = line<number | undefined>()
    .defined((value, index) => value !== undefined && index >= first && index < end)
    .x((_, index) => index + 0.5)
    .y((value = 0) => scale.y(value))
    .digits(2)
  return draw(values) ?? ''
}

function areaOf(values: Props['values'], scale: ValueScale): string {
  const draw = area<number | undefined>()
    .defined((value) => value !== undefined)
    .x((_, index) => index + 0.5)
    .y0(scale.height)
    .y1((value = 0) => scale.y(value))
    .digits(2)
  return draw(values) ?? ''
}
