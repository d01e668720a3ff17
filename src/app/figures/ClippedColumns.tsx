import type { ReactNode } from 'react'
import { useFormatCount } from '../ui/numbers.tsx'
import { percent } from './Panel.tsx'
import type { Palette } from './palette.ts'
import type { ValueScale } from './valueScale.ts'

type Props = {
  /** Of all columns. */
  totals: readonly number[]
  /** Of a column, as a part of the drawing. */
  width: number
  scale: ValueScale
  palette: Palette
}

// In pixels, below the top of a column.
const VALUE = 9
const BREAK = 15
/** Of the second of two values that would stand on each other. */
const LOWER_VALUE = 21
/** A value has less room beside a column at the edge than this part of the drawing. */
export const EDGE = 0.12

/** Columns that the scale cuts off: a break across each, and its value beside its top. */
export function ClippedColumns({ totals, width, scale, palette }: Props) {
  const formatCount = useFormatCount()
  const top = scale.y(scale.top)
  const clipped = totals.flatMap((total, index) =>
    total > scale.top ? [{ total, index, middle: (index + 0.5) / totals.length }] : [],
  )
  const placed = clipped.map((column, at) => {
    const isBeforeAnother = at < clipped.length - 1
    const isAtLeft = column.middle > 1 - EDGE || (isBeforeAnother && column.middle > EDGE)
    return { ...column, isAtLeft }
  })
  return placed.map(({ total, index, middle, isAtLeft }, at) => {
    const start = middle - width / 2
    const before = placed[at - 1]
    const isLower = before?.isAtLeft === isAtLeft && middle - before.middle < 2 * EDGE
    return (
      <g key={index}>
        <svg
          aria-hidden="true"
          x={percent(start)}
          y={top + BREAK}
          width={percent(width)}
          height="6"
          viewBox="0 0 4 2"
          preserveAspectRatio="none"
          overflow="visible"
        >
          <path
            d="M-.2 1.2L.5 .3L1.5 1.7L2.5 .3L3.5 1.7L4.2 .8"
            fill="none"
            stroke={palette.surface}
            strokeWidth="3"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <ClippedValue
          at={isAtLeft ? start : start + width}
          isAtLeft={isAtLeft}
          y={top + (isLower ? LOWER_VALUE : VALUE)}
          palette={palette}
        >
          <tspan data-value="column.movements">{formatCount(total)}</tspan>
        </ClippedValue>
      </g>
    )
  })
}

type ValueProps = {
  /** As a part of the drawing. */
  at: number
  isAtLeft: boolean
  y: number
  palette: Palette
  children: ReactNode
}

/** "▲ 2,206": what the scale cuts off, beside it. */
export function ClippedValue({ at, isAtLeft, y, palette, children }: ValueProps) {
  return (
    <text
      x={percent(at)}
      dx={isAtLeft ? -4 : 4}
      y={y}
      textAnchor={isAtLeft ? 'end' : 'start'}
      fontSize="11"
      fontWeight="600"
      fill={palette.ink}
    >
      {isAtLeft ? <>{children} ▲</> : <>▲ {children}</>}
    </text>
  )
}
